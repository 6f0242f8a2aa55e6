/** From the body of `POST /trigger` to what a run is started with. Pure, but for the schema's own checks. */
import { RESERVED_FIELDS, TriggerSchema, type Trigger } from '../contracts/schemas/trigger.js';
import type { RunInput, RunMemo, RunSource } from '../contracts/run.js';
import { isSecretName, secretValueKind } from '../domain/secret-inputs.js';
import { invalidRequest, ProblemError, type FieldError } from './problems.js';
import { hashBody } from './run-ids.js';

function refuseReserved(body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  const errors = RESERVED_FIELDS.filter((field) => Object.hasOwn(body, field)).map((field) => ({
    field,
    message: 'is reserved for later versions',
  }));
  if (errors.length > 0) throw new ProblemError('reserved_field', { errors });
}

function secretErrors(inputs: Readonly<Record<string, string>>): FieldError[] {
  return Object.entries(inputs).flatMap(([name, value]) => {
    const kind = secretValueKind(value);
    const field = `inputs.${name}`;
    if (isSecretName(name)) return [{ field, message: 'is named like a secret; a gate will ask for it' }];
    return kind === null ? [] : [{ field, message: `looks like a ${kind}; a gate will ask for it` }];
  });
}

/** @throws ProblemError naming each field that is wrong */
export function parseTrigger(body: unknown): Trigger {
  refuseReserved(body);
  const parsed = TriggerSchema.safeParse(body);
  if (!parsed.success) throw invalidRequest(parsed.error);
  const errors = secretErrors(parsed.data.inputs);
  if (errors.length > 0) throw new ProblemError('secret_input', { errors });
  return parsed.data;
}

export interface RunDefaults {
  readonly maxPages: number;
  readonly maxDurationMs: number;
  readonly gates: { readonly timeoutMs: number; readonly origins: readonly string[] };
  readonly source: RunSource;
  readonly now: Date;
}

/** The day is an input of the run, so that a replay reads the same one. */
export function toRunInput(trigger: Trigger, defaults: RunDefaults): RunInput {
  return {
    question: trigger.question ?? trigger.transcript ?? '',
    kind: trigger.kind,
    source: defaults.source,
    url: trigger.url ?? null,
    inputs: trigger.inputs,
    maxPages: trigger.max_pages ?? defaults.maxPages,
    language: trigger.language ?? null,
    domains: trigger.domains ?? { include: [], exclude: [] },
    today: defaults.now.toISOString().slice(0, 10),
    maxDurationMs: defaults.maxDurationMs,
    gateTimeoutMs: defaults.gates.timeoutMs,
    gateOrigins: defaults.gates.origins,
  };
}

/** The hash covers what the caller sent, not the defaults: they may change between two tries. */
export function toRunMemo(trigger: Trigger, input: RunInput): RunMemo {
  return {
    question: input.question,
    kind: input.kind,
    source: input.source,
    url: input.url,
    max_pages: input.maxPages,
    body_hash: hashBody(trigger),
  };
}
