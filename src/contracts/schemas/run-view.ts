/** The run view and its parts as schemas: what the OpenAPI document and the tests hold replies against. */
import { z } from 'zod';
import { PendingInputSchema } from './gates.js';
import { PAGE_OUTCOMES, RUN_KINDS, RUN_SOURCES, RUN_STATUSES } from '../run.js';

const text = z.string();
const time = z.string().meta({ description: 'ISO 8601', examples: ['2026-11-30T12:00:00.000Z'] });
const count = z.int().min(0);
/** A union: the generator would lose the null beside the name of a schema. */
const orNull = <T extends z.ZodType>(schema: T) => z.union([schema, z.null()]);

export const RunStatusSchema = z.enum(RUN_STATUSES).meta({ id: 'RunStatus' });
export const RunKindSchema = z.enum(RUN_KINDS).meta({ id: 'RunKind' });
export const RunSourceSchema = z.enum(RUN_SOURCES).meta({ id: 'RunSource' });

const ReasonSchema = z
  .object({ code: text.meta({ description: 'stable' }), message: text })
  .meta({ id: 'RunReason', description: 'Why a run ended as it did, or what it lacks.' });

const StepSchema = z
  .object({
    name: text,
    status: z.enum(['scheduled', 'running', 'succeeded', 'failed', 'cancelled']),
    started_at: time.nullable(),
    finished_at: time.nullable(),
    attempts: count,
    detail: text.nullable(),
  })
  .meta({ id: 'RunStep' });

const QuoteSchema = z
  .object({
    text: text.meta({ description: 'verbatim text of the stored page' }),
    start: count.meta({ description: 'offset into the text of the stored page, UTF-16 code units' }),
    end: count,
    before: text,
    after: text,
    page: z.int().min(1).optional().meta({ description: 'page of a PDF' }),
    link: text.meta({ description: 'address that lands on the quote' }),
  })
  .meta({ id: 'Quote' });

const SourceSchema = z
  .object({
    n: z.int().min(1).meta({ description: 'the number used in citations' }),
    url: text,
    title: text,
    snippet: text,
    score: z.number(),
    quotes: z.array(QuoteSchema),
    retrieved_at: time,
    published_at: time.nullable(),
  })
  .meta({ id: 'Source' });

const SentenceSchema = z
  .object({
    text,
    verdict: z.enum(['supported', 'dropped_citation', 'unsupported']),
    citations: z.array(z.object({ source: z.int().min(1), quote: text })),
  })
  .meta({ id: 'AnswerSentence' });

const AttemptSchema = z
  .object({
    url: text,
    outcome: z.enum(PAGE_OUTCOMES),
    how: z.enum(['http', 'browser', 'pdf', 'api']).nullable(),
    status: z.int().nullable().meta({ description: 'HTTP status, where there was an answer' }),
    reason: text.nullable().meta({ description: 'stable code; null when read', examples: ['robots_disallowed'] }),
    duration_ms: z.number().min(0),
    page_id: text.nullable(),
    title: text.nullable(),
    words: count,
    gate: z
      .object({ kind: z.enum(['email', 'login', 'paywall']), fields: z.array(text) })
      .optional()
      .meta({ description: 'of a gated page: what would open it' }),
    audit: z
      .array(z.object({ at: time, what: text, screenshot: text.nullable() }))
      .optional()
      .meta({ description: 'what was done to open its gate; never what was typed' }),
  })
  .meta({ id: 'PageAttempt' });

const ActionStepSchema = z
  .object({
    n: z.int().min(1),
    url: text,
    title: text,
    status: z.int().nullable().meta({ description: 'HTTP status of the page' }),
    screenshot: text
      .nullable()
      .meta({ description: 'address of the screenshot', examples: ['/runs/run_4f/screenshots/1'] }),
    action: text.nullable().meta({ description: 'what was decided', examples: ['click'] }),
    target: text.nullable(),
    reason: text.nullable(),
    element: text.nullable().meta({ examples: ['button "Sign up"'] }),
    found: z.enum(['ref', 'point', 'near', 'page', 'locator']).nullable(),
    candidates: z.array(z.object({ label: text, score: z.number(), distance: z.number().nullable() })),
    outcome: z.enum(['done', 'not_done', 'unknown', 'refused', 'needs_approval']).nullable(),
    detail: text.nullable(),
    layer: text.nullable().meta({ description: 'the layer of the guard that refused it' }),
    appeared: z.array(text).meta({ description: 'what the page showed after it and not before' }),
    download: z.object({ name: text, bytes: count, type: text, sha256: text }).nullable(),
    at: time,
  })
  .meta({ id: 'ActionStep' });

const ActionSchema = z
  .object({
    site: text,
    mode: z.enum(['live', 'replay']),
    steps: z.array(ActionStepSchema),
    model_calls: count,
    outcome: z.object({ status: RunStatusSchema, code: text.nullable() }).nullable(),
  })
  .meta({ id: 'Action', description: 'The audit trail of an action.' });

const UsageSchema = z
  .object({ model_calls: count, input_tokens: count, output_tokens: count, usd: z.number().min(0) })
  .meta({ id: 'Usage' });

export const RunViewSchema = z
  .object({
    run_id: text,
    kind: orNull(RunKindSchema),
    question: text,
    source: RunSourceSchema,
    url: text.nullable(),
    language: text.nullable(),
    overall_status: RunStatusSchema,
    reason: orNull(ReasonSchema),
    created_at: time,
    finished_at: time.nullable(),
    steps: z.array(StepSchema),
    answer: text.nullable().meta({ description: 'with footers; never null on an ended run' }),
    answer_text: text.nullable().meta({ description: 'without footers, brackets or addresses: for reading aloud' }),
    answered_by: z.object({ mode: z.enum(['model', 'extractive', 'code', 'none']), model: text.nullable() }),
    sentences: z.array(SentenceSchema),
    verification: z.object({ sentences: count, supported: count, dropped: count, numbers_checked: count }),
    sources: z.array(SourceSchema),
    sources_attempted: count,
    sources_succeeded: count,
    attempts: z.array(AttemptSchema),
    pending_input: orNull(PendingInputSchema),
    action: orNull(ActionSchema),
    usage: UsageSchema,
    warnings: z.array(text),
    last_event_id: count.meta({ description: 'the newest history event that the view holds' }),
  })
  .meta({ id: 'Run' });

export const RunListItemSchema = z
  .object({
    run_id: text,
    kind: orNull(RunKindSchema),
    question: text,
    source: RunSourceSchema,
    overall_status: RunStatusSchema,
    created_at: time,
    finished_at: time.nullable(),
    usage: z.object({ usd: z.number().min(0) }),
  })
  .meta({ id: 'RunListItem' });

export const RunListSchema = z
  .object({ runs: z.array(RunListItemSchema), next_cursor: text.nullable() })
  .meta({ id: 'RunList' });

export const RunEventSchema = z
  .object({
    id: count.meta({ description: 'give it back as Last-Event-ID' }),
    event: z.enum(['run', 'step', 'page', 'answer', 'warning', 'status', 'gate', 'end']),
    changed: RunViewSchema.partial().meta({ description: 'top-level fields of the run that changed' }),
  })
  .meta({ id: 'RunEvent', description: 'The data of one server-sent event: `run = {...run, ...changed}`.' });

export const AcceptedSchema = z
  .object({
    run_id: text,
    accepted: z.enum(['pause', 'continue', 'cancel']),
    links: z.object({ self: text, events: text }),
  })
  .meta({ id: 'Accepted' });
