import { describe, expect, it } from '@jest/globals';
import type { z } from 'zod';
import type { RunEventMessage, RunListItem, RunView } from '../run.js';
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
const EVENT: Same<RunEventMessage, z.output<typeof RunEventSchema>> = [true, true];

describe('schemas', () => {
  it('say the same as the types of the contract', () => {
    expect([RUN_VIEW, LIST_ITEM, EVENT].flat()).toEqual(Array.from({ length: 6 }, () => true));
  });

  it('keep what a run is started with free of what cannot be stored', () => {
    const parsed = TriggerSchema.parse({ question: ' a\ud800b ', inputs: { name: 'x\udc00' } });
    expect([parsed.question, parsed.inputs['name']]).toEqual(['a\ufffdb', 'x\ufffd']);
  });

  it('count the characters of a question as people do', () => {
    expect(TriggerSchema.safeParse({ question: '👩‍🌾'.repeat(MAX_QUESTION_LENGTH / 3) }).success).toBe(true);
    expect(TriggerSchema.safeParse({ question: '🙂'.repeat(MAX_QUESTION_LENGTH + 1) }).success).toBe(false);
  });
});
