/** The HTTP API: parse, start or read a run, reply. */
import express, { type Express } from 'express';
import { createRedactor } from '../domain/redaction.js';
import { createAuthentication } from './access/authentication.js';
import { checkHost, checkOrigin, createKnownHosts } from './access/hosts.js';
import { limitAnswers, limitSignIns, limitTriggers } from './access/rate-limits.js';
import { readJson, requireEmptyBody } from './body.js';
import { createCursors } from './cursors.js';
import type { ApiDeps } from './deps.js';
import { securityHeaders } from './headers.js';
import { createApiMetrics } from './metrics.js';
import { createErrorHandler, createSendJson } from './replies.js';
import { logRequests, openContext } from './request-log.js';
import { mountRoutes, type Route } from './routes.js';
import { offerKey, resumeRun } from './routes/answers.js';
import { requireOmiSecret } from './omi/access.js';
import { exportRun, showScreenshot } from './routes/artifacts.js';
import { HEARTBEAT_MS, runEvents } from './routes/events.js';
import { askFromOmi, checkOmiSetup, hearOmi, omiTools, readOmiBody } from './routes/omi.js';
import { health, metricsText, openapi, ready } from './routes/operations.js';
import { nothingHere, pageFiles, shell, shellForPeople } from './routes/page.js';
import { commandRun, listRuns, RUN_COMMANDS, showRun } from './routes/runs.js';
import { signIn, signOut } from './routes/session.js';
import { trigger } from './routes/trigger.js';

function secretsOf({ config, identity }: ApiDeps): string[] {
  return [...config.secrets, identity.installationSecret];
}

function createParts(deps: ApiDeps) {
  const { config, identity, runs, board, log, version } = deps;
  const redact = createRedactor(secretsOf(deps));
  return {
    redact,
    sendJson: createSendJson(redact),
    authentication: createAuthentication(config.api, identity.installationSecret),
    metrics: createApiMetrics({ runs, board, log, version }),
    knownHosts: createKnownHosts(config.api),
  };
}
type Parts = ReturnType<typeof createParts>;

function routesOf(deps: ApiDeps, { redact, sendJson, authentication, metrics }: Parts): Route[] {
  const { config, runs, log, pageDir, version } = deps;
  const { requireKey } = authentication;
  const json = readJson();
  const forPeople = shellForPeople(pageDir);
  const common = { runs, metrics, sendJson };
  const events = {
    runs,
    redact,
    metrics,
    log,
    stopping: deps.stopping ?? new AbortController().signal,
    heartbeatMs: deps.heartbeatMs ?? HEARTBEAT_MS,
  };
  const limited = limitTriggers(config.api.triggersPerMinute);
  const answers = limitAnswers(config.api.answersPerMinute);
  const keys = limitAnswers(config.api.answersPerMinute);
  return [
    { path: '/', methods: { get: [shell(pageDir)] } },
    { path: '/health', methods: { get: [health(sendJson)] } },
    { path: '/ready', methods: { get: [ready(deps, sendJson)] } },
    {
      path: '/session',
      methods: { post: [limitSignIns(), ...json, signIn(authentication, sendJson)], delete: [signOut(authentication)] },
    },
    {
      path: '/trigger',
      methods: { post: [requireKey, limited, ...json, trigger({ ...deps, ...common })] },
    },
    {
      path: '/runs',
      methods: {
        get: [forPeople, requireKey, listRuns({ ...common, cursors: createCursors(deps.identity.installationSecret) })],
      },
    },
    { path: '/runs/:id', methods: { get: [forPeople, requireKey, showRun(common)] } },
    { path: '/runs/:id/events', methods: { get: [requireKey, runEvents(events)] } },
    { path: '/runs/:id/screenshots/:n', methods: { get: [requireKey, showScreenshot(deps)] } },
    { path: '/runs/:id/export', methods: { get: [requireKey, exportRun({ ...deps, redact })] } },
    ...RUN_COMMANDS.map((command) => ({
      path: `/runs/:id/${command}`,
      methods: { post: [requireKey, ...json, requireEmptyBody, commandRun(command, common)] },
    })),
    { path: '/runs/:id/key', methods: { post: [requireKey, keys, ...json, offerKey(common)] } },
    { path: '/runs/:id/resume', methods: { post: [requireKey, answers, ...json, resumeRun(common)] } },
    ...omiRoutes(deps, sendJson),
    { path: '/metrics', methods: { get: [requireKey, metricsText(metrics)] } },
    { path: '/openapi.json', methods: { get: [requireKey, openapi(version)] } },
  ];
}

/** Omi brings no key of ours, but a secret of its own. */
function omiRoutes({ config, identity, wearers }: ApiDeps, sendJson: Parts['sendJson']): Route[] {
  const deps = { config, identity, wearers, sendJson, now: Date.now };
  const settings = { host: config.api.host, webhookSecret: config.omi.webhookSecret };
  const known = requireOmiSecret(settings);
  const hear = { get: [known, checkOmiSetup(deps)], post: [known, readOmiBody, hearOmi(deps)] };
  const ask = { post: [requireOmiSecret(settings, true), readOmiBody, askFromOmi(deps)] };
  return [
    { path: '/webhook/omi', methods: hear },
    { path: '/webhook/omi/:secret', methods: hear },
    { path: '/webhook/omi-ask', methods: ask },
    { path: '/webhook/omi-ask/:secret', methods: ask },
    { path: '/.well-known/omi-tools.json', methods: { get: [omiTools(deps)] } },
  ];
}

/** Builds the API over the given ports. It listens to nothing yet. */
export function createApp(deps: ApiDeps): Express {
  const app = express();
  const parts = createParts(deps);
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  // The number of proxies in front whose X-Forwarded-* are believed.
  app.set('trust proxy', deps.config.api.trustProxy);
  app.use(openContext(), logRequests(deps.log), parts.metrics.observeRequests, securityHeaders(deps.config.api));
  app.use(checkHost(parts.knownHosts), parts.authentication.authenticate, checkOrigin(parts.knownHosts));
  mountRoutes(app, routesOf(deps, parts));
  if (deps.pageDir !== null) app.use(pageFiles(deps.pageDir));
  app.use(nothingHere);
  app.use(createErrorHandler({ redact: parts.redact, log: deps.log }));
  return app;
}
