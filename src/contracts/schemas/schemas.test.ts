import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { z } from 'zod';
import { GATE_KINDS, type OfferedKey, type PendingInput, type SupplyInput } from '../gates.js';
import { isSupplyInput } from '../guards.js';
import type { RunEventMessage, RunListItem, RunView } from '../run.js';
import { SupplyInputSchema, type OfferedKeySchema, type PendingInputSchema } from './gates.js';
import type { RunEventSchema, RunListItemSchema, RunViewSchema } from './run-view.js';
import { MAX_QUESTION_LENGTH, TriggerSchema } from './trigger.js';

/** The types of the contract are readonly; those of schemas are not. */
type Mutable<T> = T extends readonly (infer U)[]
  ? Mutable<U>[]
  : T extends object
    ? { -readonly [K in keyof T]: Mutable<T[K]> }
    : T;
type Assignable<A, B> = [A] extends [B] ? true : false;
type Same<A, B> = [Assignable<Mutable<A>, B>, Assignable<B, Mutable<A>>];

// A difference between type and schema is a fault that the compiler finds, in both directions.
const RUN_VIEW: Same<RunView, z.output<typeof RunViewSchema>> = [true, true];
const LIST_ITEM: Same<RunListItem, z.output<typeof RunListItemSchema>> = [true, true];
const GATE: Same<PendingInput, z.output<typeof PendingInputSchema>> = [true, true];
const KEY: Same<OfferedKey, z.output<typeof OfferedKeySchema>> = [true, true];
const EVENT: Same<RunEventMessage, z.output<typeof RunEventSchema>> = [true, true];

describe('schemas', () => {
  it('say the same as the types of the contract', () => {
    expect([RUN_VIEW, LIST_ITEM, GATE, KEY, EVENT].flat()).toEqual(Array.from({ length: 10 }, () => true));
  });

  it('keep what a run is started with free of what cannot be stored', () => {
    const parsed = TriggerSchema.parse({ question: ' a\ud800b ', inputs: { name: 'x\udc00' } });
    expect([parsed.question, parsed.inputs['name']]).toEqual(['a\ufffdb', 'x\ufffd']);
  });

  it('count the characters of a question as people do', () => {
    expect(TriggerSchema.safeParse({ question: `x${'👩‍🌾'.repeat(MAX_QUESTION_LENGTH / 3)}` }).success).toBe(true);
    expect(TriggerSchema.safeParse({ question: `x${'🙂'.repeat(MAX_QUESTION_LENGTH)}` }).success).toBe(false);
  });

  it.each(['?', '🙂', '\u0000\u0007', '\ud83d', ' … '])('take no question that holds no word: %j', (question) => {
    expect(TriggerSchema.safeParse({ question }).success).toBe(false);
  });
});

describe('the guard of what reaches a workflow', () => {
  const text = fc.oneof(fc.string({ maxLength: 120 }), fc.constant('a@example.com'), fc.constant('v1.k.e.c'));
  const anything = fc.oneof(text, fc.boolean(), fc.integer(), fc.constant(null), fc.constant([]));
  const mostly = <T>(value: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 5, arbitrary: value }, { weight: 1, arbitrary: anything });
  const values = fc.dictionary(fc.string({ maxLength: 101 }), mostly(fc.string({ maxLength: 2_001 })), { maxKeys: 51 });
  const input = fc.record(
    {
      gate_id: mostly(text),
      answer_id: mostly(text),
      email: mostly(text),
      values: mostly(values),
      sealed: mostly(text),
      approve: mostly(fc.boolean()),
      choice: mostly(text),
      private: mostly(fc.boolean()),
      surplus: anything,
    },
    { requiredKeys: [] },
  );

  it('agrees with the schema of the edges, whatever comes', () => {
    fc.assert(
      fc.property(fc.oneof(input, anything), (value) => {
        expect(isSupplyInput(value)).toBe(SupplyInputSchema.safeParse(value).success);
      }),
      { numRuns: 2_000 },
    );
  });

  it('takes what each kind of gate is answered with', () => {
    const inputs: SupplyInput[] = [
      { email: 'a@example.com' },
      { gate_id: 'gate_1', answer_id: 'a', sealed: 'v1.k.e.c' },
      { gate_id: 'gate_1', values: { name: '' } },
      { gate_id: 'gate_1', approve: false },
      { gate_id: 'gate_1', choice: 'red' },
    ];
    expect(inputs.map(isSupplyInput)).toEqual(inputs.map(() => true));
    expect(GATE_KINDS).toHaveLength(6);
  });
});
