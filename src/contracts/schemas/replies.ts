/** Problem details and readiness. */
import { z } from 'zod';

/** RFC 9457, with a stable `code` for programs. */
export const ProblemSchema = z
  .object({
    type: z.string().meta({ description: 'urn:synthetic-api:problem:<code>' }),
    title: z.string(),
    status: z.int().min(400).max(599),
    code: z.string(),
    detail: z.string().meta({ description: 'one or two plain sentences, with the next step' }),
    request_id: z.string().optional().meta({ description: 'find it again in the log' }),
    errors: z
      .array(z.object({ field: z.string(), message: z.string() }))
      .optional()
      .meta({ description: 'each field that is wrong' }),
  })
  .meta({
    id: 'Problem',
    examples: [
      {
        type: 'urn:synthetic-api:problem:invalid_request',
        title: 'The request is not valid',
        status: 400,
        code: 'invalid_request',
        detail: 'max_pages: must be at most 20',
        errors: [{ field: 'max_pages', message: 'must be at most 20' }],
      },
    ],
  });
export type Problem = z.output<typeof ProblemSchema>;

export const CHECK_STATUSES = ['ok', 'missing', 'warning', 'unknown'] as const;

export const ReadySchema = z
  .object({
    status: z.enum(['ready', 'not_ready']),
    checks: z.array(
      z.object({
        name: z.enum(['temporal', 'pollers', 'store', 'qdrant', 'browser', 'search', 'model', 'embedder']),
        status: z.enum(CHECK_STATUSES),
        needed: z.boolean().meta({ description: 'without it the product is not ready' }),
        detail: z.string(),
      }),
    ),
    circuits: z
      .record(z.string(), z.enum(['open', 'half_open']))
      .meta({ description: 'dependencies that workers leave alone for the moment, after failures in a row' }),
    temporal_ui: z.string().nullable().optional(),
    temporal_namespace: z.string().nullable().optional(),
  })
  .meta({ id: 'Ready' });
export type Ready = z.output<typeof ReadySchema>;

export const HealthSchema = z.object({ status: z.literal('ok') }).meta({ id: 'Health' });
