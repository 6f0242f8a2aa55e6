/** The only reader of process.env. Parsed once at start; every fault is listed at once. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse as parseDotenv } from 'dotenv';
import { z } from 'zod';
import { headersOf, modelFaults, modelsConfig } from './model-settings.js';

const port = z.coerce.number().int().min(0).max(65_535);
const optionalText = z
  .string()
  .trim()
  .transform((text) => (text === '' ? undefined : text))
  .optional();
const optionalUrl = z.union([z.literal('').transform(() => undefined), z.url({ protocol: /^https?$/ })]).optional();
const list = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    );
const whole = (min: number, max: number, fallback: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback);

const ENGINES = ['tavily', 'searxng', 'wikipedia'] as const;
const EMBEDDERS = ['local', 'openai', 'hash', 'none'] as const;
const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

const OPENAI_BASE_URL = 'https://api.openai.com';
/** https://platform.openai.com/docs/guides/embeddings */
const OPENAI_EMBEDDINGS_MODEL = 'text-embedding-3-small';

/** A current mid-size Claude: https://platform.claude.com/docs/en/about-claude/models */
const DEFAULT_MODEL = 'claude-sonnet-5-5';
const MODEL_PRICE = /^[^=\s]+=\d+(?:\.\d+)?\/\d+(?:\.\d+)?$/u;

/** `https://members.example.org`: scheme, host and port, nothing else. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, origin, href } = new URL(text);
  return /^https?:$/.test(protocol) && (href === `${origin}/` || href === origin);
}

const HOST_PORT = /^(\[[0-9a-f:]+\]|[^\s:/@]+):\d{1,5}$/i;

const EnvironmentSchema = z.object({
  HOST: z.string().trim().min(1).default('127.0.0.1'),
  PORT: port.default(3000),
  PUBLIC_URL: optionalUrl,
  ALLOWED_HOSTS: list(''),
  TRUST_PROXY: whole(0, 10, 0),
  TLS_CERT_FILE: optionalText,
  TLS_KEY_FILE: optionalText,
  API_KEY: z
    .union([z.literal('').transform(() => undefined), z.string().min(16, 'must have at least 16 characters')])
    .optional(),
  SYNTHETIC_API_URL: optionalUrl,
  TRIGGERS_PER_MINUTE: whole(1, 100_000, 60),
  ANSWERS_PER_MINUTE: whole(1, 100_000, 10),
  DATA_DIR: z.string().trim().min(1).default('.data'),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
  RUN_MAX_MINUTES: z.coerce.number().min(0.5).max(60).default(5),
  NODE_ENV: optionalText,

  TEMPORAL_CLI_PATH: optionalText,
  TEMPORAL_PORT: port.default(7233),
  TEMPORAL_UI_PORT: port.default(8233),
  TEMPORAL_IGNORE_CONFIG_FILE: z.stringbool().default(false),

  SEARCH_ENGINES: list('tavily,searxng,wikipedia').pipe(z.array(z.enum(ENGINES)).min(1)),
  TAVILY_API_KEY: optionalText,
  TAVILY_BASE_URL: optionalUrl,
  SEARXNG_URL: optionalUrl,
  WIKIPEDIA_BASE_URL: z
    .string()
    .default('https://{language}.wikipedia.org')
    .refine(
      (text) => URL.canParse(text.replaceAll('{language}', 'en')),
      'must be an http(s) address; {language} stands for the edition',
    ),
  MAX_PAGES: whole(1, 20, 5),

  ANTHROPIC_API_KEY: optionalText,
  ANTHROPIC_BASE_URL: optionalUrl,
  MODEL: z.string().trim().min(1).default(DEFAULT_MODEL),
  FALLBACK_MODEL: optionalText,
  FALLBACK_BASE_URL: optionalUrl,
  FALLBACK_API_KEY: optionalText,
  MAX_USD_PER_RUN: z.coerce.number().min(0).max(1_000).default(0.5),
  MAX_TOKENS_PER_RUN: whole(0, 100_000_000, 200_000),
  MODEL_PRICES: list('').pipe(
    z.array(
      z
        .string()
        .regex(MODEL_PRICE, 'must be name=input/output pairs in US dollars per million tokens, e.g. my-model=0.5/2'),
    ),
  ),
  MODEL_IMAGES: z.enum(['auto', 'yes', 'no']).default('auto'),
  MODEL_CONTEXT_TOKENS: z.coerce.number().int().min(2_048).max(10_000_000).optional(),

  EMBEDDER: z.enum(EMBEDDERS).default('local'),
  EMBEDDINGS_BASE_URL: optionalUrl,
  EMBEDDINGS_API_KEY: optionalText,
  EMBEDDINGS_MODEL: optionalText,
  EMBED_PER_RUN: whole(0, 1_000, 48),
  EMBED_BEFORE_ANSWER: z.enum(['closest', 'all']).default('closest'),

  QDRANT_URL: optionalUrl,
  QDRANT_API_KEY: optionalText,

  OTEL_EXPORTER_OTLP_ENDPOINT: optionalUrl,
  OTEL_EXPORTER_OTLP_HEADERS: list('').pipe(z.array(z.string().regex(/^[\w-]+=.+$/u, 'must be name=value pairs'))),

  OUTBOUND_PROXY: optionalUrl,
  ALLOWED_PRIVATE_HOSTS: list('').pipe(
    z.array(z.string().regex(HOST_PORT, 'must be host:port pairs, e.g. 127.0.0.1:8080')),
  ),
  ALLOWED_PORTS: list('80,443').pipe(
    z.array(z.string().transform(Number).pipe(z.number().int().min(1).max(65_535))).min(1),
  ),
  ROBOTS_UNREACHABLE: z.enum(['allow', 'disallow']).default('allow'),
  HOST_INTERVAL_MS: whole(0, 60_000, 1000),
  CONTACT_URL: optionalUrl,
  PAGE_FRESH_MINUTES: whole(0, 525_600, 60),

  OMI_WEBHOOK_SECRET: z
    .union([
      z.literal('').transform(() => undefined),
      z.string().regex(/^[\w.~-]{16,}$/u, 'must have at least 16 characters, of letters, digits and . _ ~ -'),
    ])
    .optional(),
  OMI_APP_ID: optionalText,
  OMI_API_KEY: optionalText,
  OMI_BASE_URL: z.url({ protocol: /^https?$/ }).default('https://api.omi.me'),

  CHROMIUM_PATH: optionalText,
  RUN_RETENTION_HOURS: z.coerce.number().min(0.01).max(8760).default(24),
  ACTION_MAX_STEPS: whole(1, 50, 8),
  GATE_TIMEOUT_HOURS: z.coerce.number().min(0.01).max(8760).default(72),
  SESSION_HOLD_MINUTES: z.coerce.number().min(0.1).max(120).default(10),
  GATE_ORIGINS: list('').pipe(
    z.array(
      z
        .string()
        .refine(isOrigin, 'must be origins without a path, e.g. https://members.example.org')
        .transform((text) => new URL(text).origin),
    ),
  ),

  ACTION_WORKFLOW_REPLAY_MIN_SCORE: z.coerce.number().min(0).max(1).default(0.85),
  ACTION_WORKFLOW_MIN_SUCCESS_COUNT: whole(1, 1_000, 1),
  ACTION_WORKFLOW_MIN_TRUST_RATIO: z.coerce.number().min(0).max(1).default(0.6),
  ACTION_WORKFLOW_RETENTION_DAYS: whole(1, 3_650, 90),

  FAULT_POINT: optionalText,
  FAULT_MARKER_DIR: optionalText,
});

/** One line per fault: the variable, what is wrong, what is allowed. */
export class ConfigError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(
      `The settings have ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    );
    this.name = 'ConfigError';
  }
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const name = String(issue.path[0] ?? 'settings');
  if (issue.code === 'invalid_value') return `${name} must be one of: ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'too_small')
    return `${name} must be at least ${String(issue.minimum)}${issue.origin === 'string' ? ' characters long' : ''}`;
  if (issue.code === 'too_big') return `${name} must be at most ${String(issue.maximum)}`;
  if (issue.code === 'invalid_type') return `${name} must be a ${issue.expected}`;
  if (issue.code === 'invalid_format' && issue.format === 'url') return `${name} must be an http or https address`;
  if (issue.code === 'invalid_union') return `${name} ${issue.errors.flat().at(-1)?.message ?? 'is not valid'}`;
  return `${name}: ${issue.message}`;
}

type Environment = z.output<typeof EnvironmentSchema>;
type Variables = Readonly<Record<string, string | undefined>>;

/** What no single setting shows. A check is left out where one of its settings is at fault by itself. */
function crossFaults(env: Partial<Environment>, faulty: ReadonlySet<string>): string[] {
  const sound = (...names: (keyof Environment)[]) => names.every((name) => !faulty.has(name));
  const faults: string[] = [];
  if ((env.TLS_CERT_FILE === undefined) !== (env.TLS_KEY_FILE === undefined))
    faults.push('TLS_CERT_FILE and TLS_KEY_FILE must be set together');
  for (const name of ['TLS_CERT_FILE', 'TLS_KEY_FILE'] as const) {
    const file = env[name];
    if (file !== undefined && !existsSync(file)) faults.push(`${name} names a file that does not exist: ${file}`);
  }
  if (sound('HOST', 'API_KEY') && env.HOST !== undefined && !isLoopback(env.HOST) && env.API_KEY === undefined)
    faults.push(`HOST ${env.HOST} is reachable from outside: set API_KEY (16 characters or more), or HOST=127.0.0.1`);
  if (env.FAULT_POINT !== undefined && env.NODE_ENV === 'production')
    faults.push('FAULT_POINT kills processes on purpose and is refused with NODE_ENV=production');
  if (sound('GATE_ORIGINS', 'ALLOWED_PRIVATE_HOSTS')) faults.push(...gateOriginFaults(env));
  return [...faults, ...modelFaults(env), ...embedderFaults(env)];
}

function embedderFaults(env: Partial<Environment>): string[] {
  const { EMBEDDER: embedder, EMBEDDINGS_BASE_URL: base, EMBEDDINGS_API_KEY: key, EMBEDDINGS_MODEL: model } = env;
  if (embedder !== 'openai')
    return base === undefined && key === undefined && model === undefined
      ? []
      : ['EMBEDDER must be openai where EMBEDDINGS_BASE_URL, EMBEDDINGS_API_KEY or EMBEDDINGS_MODEL is set'];
  if (base === undefined && key === undefined)
    return ['EMBEDDER=openai needs EMBEDDINGS_API_KEY, or EMBEDDINGS_BASE_URL for another endpoint'];
  return base !== undefined && model === undefined
    ? ['EMBEDDINGS_MODEL must name the model of EMBEDDINGS_BASE_URL']
    : [];
}

/** The browser's driver logs what it types, passwords too: https://playwright.dev/docs/debug#verbose-api-logs */
const debugFaults = ({ DEBUG: debug = '' }: Variables): string[] =>
  /(?:^|[\s,])(?:\*|pw:[\w:*]+)/.test(debug)
    ? [`DEBUG=${debug} makes the browser's driver log every password that is typed: unset it`]
    : [];

/** What is typed behind a gate travels encrypted, except to a site of one's own. */
function gateOriginFaults({ GATE_ORIGINS: origins = [], ALLOWED_PRIVATE_HOSTS: own = [] }: Partial<Environment>) {
  return origins
    .filter((origin) => origin.startsWith('http:') && !own.includes(hostAndPort(origin)))
    .map((origin) => `GATE_ORIGINS ${origin} must be https, or a private host that ALLOWED_PRIVATE_HOSTS names`);
}

function hostAndPort(origin: string): string {
  const { hostname, port } = new URL(origin);
  return `${hostname}:${port === '' ? '80' : port}`;
}

/** The settings that parse by themselves; the rest is at fault. */
function soundSettings(env: Variables): Partial<Environment> {
  const parsed = Object.entries(EnvironmentSchema.shape).map(
    ([name, schema]) => [name, schema.safeParse(env[name])] as const,
  );
  return Object.fromEntries(parsed.flatMap(([name, result]) => (result.success ? [[name, result.data]] : [])));
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

function toConfig(env: Environment, rawEnv: Variables) {
  const dataDir = resolve(env.DATA_DIR);
  return {
    api: {
      host: env.HOST,
      port: env.PORT,
      /** was PORT set by hand? Then no other port is taken in its place */
      portGiven: rawEnv['PORT'] !== undefined,
      publicUrl: env.PUBLIC_URL,
      allowedHosts: env.ALLOWED_HOSTS,
      trustProxy: env.TRUST_PROXY,
      tls: env.TLS_CERT_FILE && env.TLS_KEY_FILE ? { certFile: env.TLS_CERT_FILE, keyFile: env.TLS_KEY_FILE } : null,
      apiKey: env.API_KEY,
      triggersPerMinute: env.TRIGGERS_PER_MINUTE,
      answersPerMinute: env.ANSWERS_PER_MINUTE,
    },
    cli: {
      /** where the CLI finds the API, when it is not the one of this data folder */
      apiUrl: env.SYNTHETIC_API_URL,
    },
    dataDir,
    /** what was seen and done in browsers, by run */
    artifactsDir: join(dataDir, 'artifacts'),
    acting: { maxSteps: env.ACTION_MAX_STEPS, holdMs: env.SESSION_HOLD_MINUTES * 60_000 },
    /** all of the embedded store */
    storeFile: join(dataDir, 'synthetic.db'),
    logLevel: env.LOG_LEVEL,
    production: env.NODE_ENV === 'production',
    runMaxMs: env.RUN_MAX_MINUTES * 60_000,
    maxPages: env.MAX_PAGES,
    temporal: {
      cliPath: env.TEMPORAL_CLI_PATH,
      port: env.TEMPORAL_PORT,
      uiPort: env.TEMPORAL_UI_PORT,
      /** tests and scripts: do not look into the user's own Temporal profile */
      ignoreConfigFile: env.TEMPORAL_IGNORE_CONFIG_FILE,
      /** Temporal's own variables, for @temporalio/envconfig */
      environment: Object.fromEntries(Object.entries(rawEnv).filter(([name]) => name.startsWith('TEMPORAL_'))),
    },
    search: {
      engines: env.SEARCH_ENGINES,
      tavilyApiKey: env.TAVILY_API_KEY,
      tavilyBaseUrl: env.TAVILY_BASE_URL,
      searxngUrl: env.SEARXNG_URL,
      wikipediaBaseUrl: env.WIKIPEDIA_BASE_URL,
      /** Wikipedia asks callers to say how to reach them */
      contactUrl: env.CONTACT_URL,
    },
    models: modelsConfig(env),
    embeddings: {
      embedder: env.EMBEDDER,
      baseUrl: env.EMBEDDINGS_BASE_URL ?? OPENAI_BASE_URL,
      apiKey: env.EMBEDDINGS_API_KEY,
      model: env.EMBEDDINGS_MODEL ?? OPENAI_EMBEDDINGS_MODEL,
      /** passages embedded for one run before its answer, the closest by full text */
      perRun: env.EMBED_PER_RUN,
      /** embed all of a run's passages, at whatever cost in time */
      all: env.EMBED_BEFORE_ANSWER === 'all',
    },
    /** the store of passages, where it is not the embedded one */
    qdrant: { url: env.QDRANT_URL, apiKey: env.QDRANT_API_KEY },
    telemetry: {
      /** OTLP over HTTP: where traces of model calls go */
      otlpEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
      otlpHeaders: headersOf(env.OTEL_EXPORTER_OTLP_HEADERS),
    },
    reading: {
      outboundProxy: env.OUTBOUND_PROXY,
      allowedPrivateHosts: env.ALLOWED_PRIVATE_HOSTS,
      allowedPorts: env.ALLOWED_PORTS,
      robotsUnreachable: env.ROBOTS_UNREACHABLE,
      hostIntervalMs: env.HOST_INTERVAL_MS,
      contactUrl: env.CONTACT_URL,
      freshMs: env.PAGE_FRESH_MINUTES * 60_000,
    },
    omi: {
      /** in the webhook's address, as bearer, or as `token` */
      webhookSecret: env.OMI_WEBHOOK_SECRET,
      appId: env.OMI_APP_ID,
      apiKey: env.OMI_API_KEY,
      baseUrl: env.OMI_BASE_URL,
      /** answers link to the run there */
      publicUrl: env.PUBLIC_URL,
    },
    chromiumPath: env.CHROMIUM_PATH,
    gates: {
      /** how long a run waits for a person */
      timeoutMs: env.GATE_TIMEOUT_HOURS * 3_600_000,
      /** where a person may be asked to leave an address or to sign in */
      origins: env.GATE_ORIGINS,
      /** how long a browser stays open for a person in the middle of something */
      sessionHoldMs: env.SESSION_HOLD_MINUTES * 60_000,
    },
    memory: {
      /** the three gates that a remembered task passes before it is replayed */
      rules: {
        minScore: env.ACTION_WORKFLOW_REPLAY_MIN_SCORE,
        minSuccesses: env.ACTION_WORKFLOW_MIN_SUCCESS_COUNT,
        minTrust: env.ACTION_WORKFLOW_MIN_TRUST_RATIO,
      },
      /** how long a memory that never became trusted is kept after its last use */
      retentionMs: env.ACTION_WORKFLOW_RETENTION_DAYS * 86_400_000,
    },
    runRetentionMs: env.RUN_RETENTION_HOURS * 3_600_000,
    faults:
      env.FAULT_POINT === undefined ? null : { point: env.FAULT_POINT, markerDir: env.FAULT_MARKER_DIR ?? dataDir },
    /** values that may never be shown or logged */
    secrets: [
      env.API_KEY,
      env.TAVILY_API_KEY,
      env.ANTHROPIC_API_KEY,
      env.FALLBACK_API_KEY,
      env.EMBEDDINGS_API_KEY,
      env.OMI_WEBHOOK_SECRET,
      env.OMI_API_KEY,
      env.QDRANT_API_KEY,
      ...Object.values(headersOf(env.OTEL_EXPORTER_OTLP_HEADERS)),
      proxyPassword(env.OUTBOUND_PROXY),
      rawEnv['TEMPORAL_API_KEY'],
    ].filter((value): value is string => value !== undefined && value.length >= 8),
  };
}
export type Config = ReturnType<typeof toConfig>;

function proxyPassword(proxy: string | undefined): string | undefined {
  if (proxy === undefined) return undefined;
  const { password } = new URL(proxy);
  try {
    return decodeURIComponent(password) || undefined;
  } catch {
    // A stray % that encodes nothing: the password is what was written.
    return password;
  }
}

/**
 * Parses settings from the given variables; one that is empty counts as not set.
 * @throws ConfigError listing every fault
 */
export function parseConfig(env: Variables): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = EnvironmentSchema.safeParse(given);
  const issues = parsed.success ? [] : parsed.error.issues;
  const faulty = new Set(issues.map(({ path }) => String(path[0])));
  const faults = [
    ...issues.map(describeIssue),
    ...debugFaults(given),
    ...crossFaults(parsed.data ?? soundSettings(given), faulty),
  ];
  if (!parsed.success || faults.length > 0) throw new ConfigError([...new Set(faults)]);
  return toConfig(parsed.data, given);
}

/** Names of all settings, in the order of the schema: `.env.example` is held against it. */
export const SETTING_NAMES = Object.keys(EnvironmentSchema.shape);

/** Reads `.env` of the working directory (variables that are set win, then `overrides`) and parses the whole. */
export function loadConfig(overrides: Variables = {}): Config {
  const file = resolve('.env');
  const fromFile = existsSync(file) ? parseDotenv(readFileSync(file)) : {};
  return parseConfig({ ...fromFile, ...process.env, ...overrides });
}

/** The demo's own data folder, inside the product's: `synthetic` finds it there. */
export const demoFolder = (dataDir: string): string => join(dataDir, 'demo');

/** The environment that child processes of the supervisor are started with. */
export function childEnvironment(extra: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { ...process.env, ...extra };
}
