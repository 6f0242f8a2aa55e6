/** Parameters of the other calls. */
import { z } from 'zod';
import { RUN_KINDS, RUN_SOURCES, RUN_STATUSES } from '../run.js';

/** A run id is its workflow id: `run_` and 128 bits. Other workflows of the product are not runs. */
export const RunIdSchema = z
  .string()
  .regex(/^run_[0-9a-f]{32}$/)
  .meta({ examples: ['run_0f4c6d6e1d8a4b0f9b1c2d3e4f5a6b7c'] });

/** Numbers of an action's looks, from 1. */
export const ScreenshotNumberSchema = z
  .string()
  .regex(/^[1-9]\d{0,2}$/, 'must be a number from 1')
  .meta({ examples: ['1'] });

/** `a,b` and `a&status=b` both give two. */
const commaList = z.union([z.string(), z.array(z.string())]).transform((value) =>
  [value]
    .flat()
    .flatMap((part) => part.split(','))
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

const time = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()])
  .refine((text) => !Number.isNaN(Date.parse(text)), { message: 'must be an ISO 8601 date or time' })
  .transform((text) => new Date(text).toISOString());

export const RunsQuerySchema = z.strictObject({
  status: commaList.pipe(z.array(z.enum(RUN_STATUSES)).max(RUN_STATUSES.length)).optional(),
  kind: z.enum(RUN_KINDS).optional(),
  source: z.enum(RUN_SOURCES).optional(),
  created_after: time.optional(),
  created_before: time.optional(),
  limit: z
    .string()
    .regex(/^\d{1,3}$/, 'must be a whole number from 1 to 100')
    .transform(Number)
    .pipe(z.int().min(1).max(100))
    .default(20),
  cursor: z.string().min(1).max(2_048).optional(),
});

/** A history event's id, as text: from `Last-Event-ID` or `?after=`. */
export const EventIdSchema = z
  .string()
  .regex(/^\d{1,9}$/, 'must be the id of an event, a whole number')
  .transform(Number);

/** Visible ASCII, as the header's draft has it: https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/ */
export const IdempotencyKeySchema = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, 'must have 1 to 255 visible ASCII characters without spaces');

export const SignInSchema = z
  .strictObject({ api_key: z.string().min(1).max(1_024).meta({ description: 'the setting API_KEY of the server' }) })
  .meta({ id: 'SignIn' });

export const SessionSchema = z
  .object({
    key_required: z.boolean(),
    expires_at: z.string().nullable().meta({ description: 'ISO 8601; null when no key is required' }),
  })
  .meta({ id: 'Session' });

/** Calls without parameters of their own take an empty object or no body at all. */
export const EmptyBodySchema = z.strictObject({});
