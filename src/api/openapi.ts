/** The OpenAPI 3.1 document, generated from the schemas that the API parses and is tested with. */
import { OpenAPIRegistry, OpenApiGeneratorV31, type RouteConfig } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import { AnsweredSchema, KeyRequestSchema, OfferedKeySchema, ResumeSchema } from '../contracts/schemas/gates.js';
import { HealthSchema, ProblemSchema, ReadySchema } from '../contracts/schemas/replies.js';
import {
  EmptyBodySchema,
  RunIdSchema,
  ScreenshotNumberSchema,
  SessionSchema,
  SignInSchema,
} from '../contracts/schemas/requests.js';
import { AcceptedSchema, RunEventSchema, RunListSchema, RunViewSchema } from '../contracts/schemas/run-view.js';
import { StartedSchema, TriggerSchema } from '../contracts/schemas/trigger.js';
import { RUN_KINDS, RUN_SOURCES, RUN_STATUSES } from '../contracts/run.js';
import { EXAMPLE_EVENTS, EXAMPLE_RUN, EXAMPLE_RUN_ID } from './openapi-examples.js';
import { PROBLEMS, type ProblemCode } from './problems.js';

type OpenApiDocument = ReturnType<OpenApiGeneratorV31['generateDocument']>;
type Responses = RouteConfig['responses'];

const DESCRIPTION = `Ask the open web a question over HTTP: it searches, reads the pages that matter and answers with
citations that were checked against the stored pages. Every run is a Temporal workflow: it survives restarts, and can be
paused, continued and cancelled. Errors are problem details (RFC 9457) with a stable \`code\`.`.replaceAll('\n', ' ');

const json = (schema: z.ZodType, example?: unknown) => ({
  'application/json': { schema, ...(example === undefined ? {} : { example }) },
});
const reply = (description: string, schema: z.ZodType, example?: unknown) => ({
  description,
  content: json(schema, example),
});

/** Problems by status, each naming its codes. */
function problems(...codes: ProblemCode[]): Responses {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of codes) byStatus.set(PROBLEMS[code].status, [...(byStatus.get(PROBLEMS[code].status) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, same]) => [
      status,
      {
        description: same.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join(' '),
        content: { 'application/problem+json': { schema: ProblemSchema } },
      },
    ]),
  );
}

const EVERYWHERE: readonly ProblemCode[] = ['host_not_allowed', 'foreign_origin', 'internal'];
const WITH_KEY: readonly ProblemCode[] = ['unauthorised', 'wrong_key', ...EVERYWHERE];
const WITH_BODY: readonly ProblemCode[] = [
  'invalid_request',
  'invalid_json',
  'body_too_large',
  'unsupported_media_type',
];
const OmiQuestionSchema = z.looseObject({ question: z.string().min(1).max(4_000), uid: z.string().optional() });
const KEY: Record<string, string[]>[] = [{ bearer: [] }, { cookie: [] }];
const RUN_PATH = { params: z.object({ id: RunIdSchema }) };

const LinksExample = (id: string) => ({
  self: `/runs/${id}`,
  events: `/runs/${id}/events`,
  resume: `/runs/${id}/resume`,
  pause: `/runs/${id}/pause`,
  continue: `/runs/${id}/continue`,
  cancel: `/runs/${id}/cancel`,
});

function registerTrigger(registry: OpenAPIRegistry): void {
  registry.registerPath({
    method: 'post',
    path: '/trigger',
    summary: 'Start a run',
    description:
      'Answers at once with the id of the run. With an Idempotency-Key the same call gives the same run, however often and whenever it is sent.',
    security: KEY,
    request: {
      headers: z.object({
        'Idempotency-Key': z.string().optional().meta({ description: '1 to 255 visible ASCII characters' }),
        'X-Synthetic-Client': z
          .enum(['page', 'cli'])
          .optional()
          .meta({ description: 'our own clients name themselves' }),
      }),
      body: { required: true, content: json(TriggerSchema) },
    },
    responses: {
      202: {
        ...reply('The run has been started, or was before by the same Idempotency-Key.', StartedSchema, {
          run_id: EXAMPLE_RUN_ID,
          status: 'running',
          links: LinksExample(EXAMPLE_RUN_ID),
        }),
        headers: z.object({ Location: z.string().meta({ description: 'address of the run' }) }),
      },
      ...problems(
        ...WITH_BODY,
        'reserved_field',
        'secret_input',
        'invalid_idempotency_key',
        'idempotency_conflict',
        'rate_limited',
        'temporal_unavailable',
        ...WITH_KEY,
      ),
    },
  });
}

function registerRuns(registry: OpenAPIRegistry): void {
  registry.registerPath({
    method: 'get',
    path: '/runs',
    summary: 'List runs, newest first',
    description: 'With `Accept: text/html` the web page instead.',
    security: KEY,
    request: {
      query: z.object({
        status: z
          .string()
          .optional()
          .meta({ description: `Several with commas: ${RUN_STATUSES.join(', ')}`, examples: ['running,paused'] }),
        kind: z.enum(RUN_KINDS).optional(),
        source: z.enum(RUN_SOURCES).optional(),
        created_after: z.string().optional().meta({ description: 'ISO 8601 date or time' }),
        created_before: z.string().optional().meta({ description: 'ISO 8601 date or time' }),
        limit: z.int().min(1).max(100).default(20),
        cursor: z.string().optional().meta({ description: '`next_cursor` of the reply before' }),
      }),
    },
    responses: {
      200: reply('A page of runs; `next_cursor` is null on the last.', RunListSchema),
      ...problems('invalid_request', 'invalid_cursor', 'temporal_unavailable', ...WITH_KEY),
    },
  });
  registry.registerPath({
    method: 'get',
    path: '/runs/{id}',
    summary: 'Everything known of a run',
    description: 'Read from the history of its workflow: it needs no worker. With `Accept: text/html` the web page.',
    security: KEY,
    request: RUN_PATH,
    responses: {
      200: reply('The run.', RunViewSchema, EXAMPLE_RUN),
      ...problems('run_not_found', 'temporal_unavailable', ...WITH_KEY),
    },
  });
}

function registerEvents(registry: OpenAPIRegistry): void {
  registry.registerPath({
    method: 'get',
    path: '/runs/{id}/events',
    summary: 'Follow a run',
    description:
      'Server-sent events. The data of each is a RunEvent: `run = {...run, ...changed}`. Ends after the event `end`. ' +
      'A client that comes back with the last id it saw misses nothing, also over restarts of the server.',
    security: KEY,
    request: {
      ...RUN_PATH,
      headers: z.object({ 'Last-Event-ID': z.string().optional().meta({ description: 'the last event seen' }) }),
      query: z.object({ after: z.int().min(0).optional().meta({ description: 'the same, for the first call' }) }),
    },
    responses: {
      200: {
        description: 'The stream, with a comment each 15 s.',
        content: { 'text/event-stream': { schema: RunEventSchema, example: EXAMPLE_EVENTS } },
      },
      204: { description: 'The run has ended and the client has seen it all: do not come back.' },
      ...problems('invalid_request', 'run_not_found', 'too_many_streams', 'temporal_unavailable', ...WITH_KEY),
    },
  });
}

function registerArtifacts(registry: OpenAPIRegistry): void {
  const binary = { type: 'string', format: 'binary' } as const;
  registry.registerPath({
    method: 'get',
    path: '/runs/{id}/screenshots/{n}',
    summary: "What an action's browser showed",
    description:
      'Taken before each step, with secret fields covered in the page. `action.steps` of the run names them.',
    security: KEY,
    request: { params: RUN_PATH.params.extend({ n: ScreenshotNumberSchema }) },
    responses: {
      200: { description: 'The screenshot.', content: { 'image/jpeg': { schema: binary } } },
      ...problems('screenshot_not_found', 'run_not_found', ...WITH_KEY),
    },
  });
  registry.registerPath({
    method: 'get',
    path: '/runs/{id}/export',
    summary: 'A run with its screenshots, in one archive',
    description: 'A gzipped tar of `run.json` and `screenshots/`.',
    security: KEY,
    request: RUN_PATH,
    responses: {
      200: { description: 'The archive.', content: { 'application/gzip': { schema: binary } } },
      ...problems('run_not_found', 'temporal_unavailable', ...WITH_KEY),
    },
  });
}

function registerCommands(registry: OpenAPIRegistry): void {
  const commands = [
    ['pause', 'Pause a run', 'Obeyed between two activities; the run waits as long as it takes.'],
    ['continue', 'Let a paused run go on', 'A run that is not paused is left as it is.'],
    ['cancel', 'Cancel a run', 'It ends as cancelled, once no hand is on a page any more.'],
  ] as const;
  for (const [command, summary, description] of commands)
    registry.registerPath({
      method: 'post',
      path: `/runs/{id}/${command}`,
      summary,
      description,
      security: KEY,
      request: { ...RUN_PATH, body: { required: false, content: json(EmptyBodySchema) } },
      responses: {
        202: reply('Passed on to the run.', AcceptedSchema, {
          run_id: EXAMPLE_RUN_ID,
          accepted: command,
          links: { self: `/runs/${EXAMPLE_RUN_ID}`, events: `/runs/${EXAMPLE_RUN_ID}/events` },
        }),
        ...problems(...WITH_BODY, 'run_not_found', 'run_ended', 'temporal_unavailable', ...WITH_KEY),
      },
    });
}

const REFUSALS: readonly ProblemCode[] = [
  'answer_invalid',
  'answer_unsealed',
  'not_waiting',
  'gate_unknown',
  'gate_answered',
  'gate_expired',
  'key_gone',
];

function registerAnswers(registry: OpenAPIRegistry): void {
  const refused = [...WITH_BODY, 'insecure_channel', 'run_not_found', 'run_ended', 'rate_limited'] as const;
  registry.registerPath({
    method: 'post',
    path: '/runs/{id}/resume',
    summary: 'Answer what a run waits for',
    description:
      '`pending_input` of the run says what to give, and names its gate. The first answer counts; the same answer_id counts once. ' +
      'A password or code is sealed on arrival to a browser worker: no history, log or file holds it. The same can be sent as the signal `supplyInput`.',
    security: KEY,
    request: { ...RUN_PATH, body: { required: true, content: json(ResumeSchema) } },
    responses: {
      202: reply('The run has the answer, or will have it (`unconfirmed`).', AnsweredSchema, {
        run_id: EXAMPLE_RUN_ID,
        accepted: 'resume',
        answer_id: 'b0f9b1c2d3e4f5a6',
        outcome: 'accepted',
        links: { self: `/runs/${EXAMPLE_RUN_ID}`, events: `/runs/${EXAMPLE_RUN_ID}/events` },
      }),
      ...problems(...refused, ...REFUSALS, 'key_unavailable', 'temporal_unavailable', ...WITH_KEY),
    },
  });
  registry.registerPath({
    method: 'post',
    path: '/runs/{id}/key',
    summary: 'A one-time key to seal an answer to',
    description:
      'HPKE (RFC 9180): DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-256-GCM. docs/http-api.md shows how to seal. The private half is in the memory of one browser worker.',
    security: KEY,
    request: { ...RUN_PATH, body: { required: true, content: json(KeyRequestSchema) } },
    responses: {
      200: reply('Good for one answer.', OfferedKeySchema),
      ...problems(...refused, ...REFUSALS, 'key_unavailable', 'temporal_unavailable', ...WITH_KEY),
    },
  });
}

function registerOperations(registry: OpenAPIRegistry): void {
  registry.registerPath({
    method: 'get',
    path: '/health',
    summary: 'Does the process live?',
    responses: { 200: reply('It does.', HealthSchema, { status: 'ok' }), ...problems(...EVERYWHERE) },
  });
  registry.registerPath({
    method: 'get',
    path: '/ready',
    summary: 'A line per dependency',
    responses: {
      200: reply('Runs can be started and will be worked on.', ReadySchema),
      503: reply('Temporal, the workers or the store are missing.', ReadySchema),
      ...problems(...EVERYWHERE),
    },
  });
  registry.registerPath({
    method: 'get',
    path: '/metrics',
    summary: 'Prometheus metrics',
    security: KEY,
    responses: {
      200: { description: 'The text exposition format.', content: { 'text/plain': { schema: z.string() } } },
      ...problems(...WITH_KEY),
    },
  });
  registry.registerPath({
    method: 'get',
    path: '/openapi.json',
    summary: 'This document',
    security: KEY,
    responses: { 200: reply('OpenAPI 3.1.', z.looseObject({})), ...problems(...WITH_KEY) },
  });
}

function registerSession(registry: OpenAPIRegistry): void {
  registry.registerPath({
    method: 'post',
    path: '/session',
    summary: 'Sign in with the key',
    description: 'For the web page: gives an HttpOnly, SameSite=Strict cookie that lasts a week.',
    request: { body: { required: true, content: json(SignInSchema) } },
    responses: {
      200: reply('Signed in, or no key is required.', SessionSchema, {
        key_required: true,
        expires_at: '2026-12-07T12:00:00.000Z',
      }),
      ...problems(...WITH_BODY, 'wrong_key', 'rate_limited', ...EVERYWHERE),
    },
  });
  registry.registerPath({
    method: 'delete',
    path: '/session',
    summary: 'Sign out',
    responses: { 204: { description: 'The cookie is gone.' }, ...problems(...EVERYWHERE) },
  });
}

const OMI_BODY = z.looseObject({}).meta({
  description: 'As Omi sends it: segments of a transcript, alone or as `segments`, or a whole conversation.',
});
const OMI_QUERY = z.object({
  uid: z.string().optional().meta({ description: 'the wearer; may stand in the body' }),
  token: z.string().optional().meta({ description: 'OMI_WEBHOOK_SECRET, where it is not in the address' }),
});

function registerOmi(registry: OpenAPIRegistry): void {
  const secret = { params: z.object({ secret: z.string().meta({ description: 'OMI_WEBHOOK_SECRET' }) }) };
  const refused = problems('wrong_omi_secret', 'omi_not_configured', ...EVERYWHERE);
  for (const [path, parameters] of [
    ['/webhook/omi', {}],
    ['/webhook/omi/{secret}', secret],
  ] as const) {
    registry.registerPath({
      method: 'post',
      path,
      summary: 'What an Omi wearer said',
      description: 'Answers once Temporal has accepted it. Only the wearer’s own speech is looked at.',
      request: { ...parameters, query: OMI_QUERY, body: { required: true, content: json(OMI_BODY) } },
      responses: {
        200: reply('Accepted; nothing is answered here.', z.object({}), {}),
        ...problems('invalid_request', 'invalid_json', 'body_too_large', 'wrong_omi_secret'),
        ...problems('omi_not_configured', 'temporal_unavailable'),
        ...problems(...EVERYWHERE),
      },
    });
    registry.registerPath({
      method: 'get',
      path,
      summary: 'Omi’s check that the app is set up',
      request: { ...parameters, query: OMI_QUERY },
      responses: { 200: reply('It is.', z.object({ is_setup_completed: z.literal(true) })), ...refused },
    });
  }
  for (const [path, parameters] of [
    ['/webhook/omi-ask', {}],
    ['/webhook/omi-ask/{secret}', secret],
  ] as const)
    registry.registerPath({
      method: 'post',
      path,
      summary: 'A question asked in Omi’s chat',
      description: 'Answers at once; what is found is sent as a notification.',
      request: { ...parameters, query: OMI_QUERY, body: { required: true, content: json(OmiQuestionSchema) } },
      responses: {
        200: reply('Started.', z.object({ result: z.string(), run_id: RunIdSchema })),
        ...problems('invalid_request', 'invalid_json', 'body_too_large', 'wrong_omi_secret'),
        ...problems('omi_not_configured', 'temporal_unavailable'),
        ...problems(...EVERYWHERE),
      },
    });
  registry.registerPath({
    method: 'get',
    path: '/.well-known/omi-tools.json',
    summary: 'The chat tool, as Omi wants it described',
    request: { query: z.object({ token: OMI_QUERY.shape.token }) },
    responses: {
      200: reply('The tools.', z.object({ tools: z.array(z.looseObject({ name: z.string() })) })),
      ...problems(...EVERYWHERE),
    },
  });
}

/** The whole contract of the HTTP API, as `GET /openapi.json` and `docs/openapi.json` give it. */
export function buildOpenApiDocument(version: string): OpenApiDocument {
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description: 'The setting API_KEY. Without that setting no key is needed, and only this machine can call.',
  });
  registry.registerComponent('securitySchemes', 'cookie', { type: 'apiKey', in: 'cookie', name: 'synthetic' });
  registerTrigger(registry);
  registerRuns(registry);
  registerEvents(registry);
  registerAnswers(registry);
  registerArtifacts(registry);
  registerCommands(registry);
  registerOperations(registry);
  registerSession(registry);
  registerOmi(registry);
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: {
      title: 'synthetic-api',
      version,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
  });
}
