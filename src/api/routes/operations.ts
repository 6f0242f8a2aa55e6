/** Calls for operators and programs: health, readiness, metrics, the API's own description. */
import type { RequestHandler } from 'express';
import type { ApiDeps } from '../deps.js';
import { contextOf } from '../context.js';
import type { ApiMetrics } from '../metrics.js';
import { buildOpenApiDocument } from '../openapi.js';
import { readiness } from '../readiness.js';
import type { SendJson } from '../replies.js';

/** `GET /health`: the process lives; nothing else is asked. */
export function health(sendJson: SendJson): RequestHandler {
  return (_req, res) => sendJson(res, 200, { status: 'ok' });
}

/** `GET /ready`: 503 only when Temporal, the pollers or the store are missing. */
export function ready(deps: ApiDeps, sendJson: SendJson): RequestHandler {
  return async (_req, res) => {
    const { proof } = contextOf(res);
    const report = await readiness(deps, { showAddresses: proof !== 'none' && proof !== 'wrong_bearer' });
    sendJson(res, report.status === 'ready' ? 200 : 503, report);
  };
}

/** `GET /metrics` */
export function metricsText(metrics: ApiMetrics): RequestHandler {
  return async (_req, res) => {
    const text = await metrics.render();
    res.set({ 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' }).send(text);
  };
}

/** `GET /openapi.json`: text of our own, which the redactor would take for what it describes. */
export function openapi(version: string): RequestHandler {
  const document = buildOpenApiDocument(version);
  return (_req, res) => void res.set('Cache-Control', 'no-store').json(document);
}
