/** Notifications through Omi's integration API: `POST /v2/integrations/{app}/notification`. */
import { Agent, request } from 'undici';
import { NotificationDelayedError } from '../../contracts/errors.js';
import type { NotifyWearerResult } from '../../contracts/omi.js';
import { shortened } from '../../domain/omi/shortened.js';
import { parseRetryAfter } from '../../domain/retry-after.js';
import type { WearerNotifications } from '../../ports/wearer-notifications.js';

export interface OmiSettings {
  readonly appId: string | undefined;
  readonly apiKey: string | undefined;
  /** origin of Omi's API */
  readonly baseUrl: string;
  /** where the page of this product is reached from outside, if anywhere */
  readonly publicUrl: string | undefined;
  /** the whole call, milliseconds [15,000] */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;
/** A notification is read at a glance, and travels in an address. */
const MAX_CHARACTERS = 480;
/** "10 per clock hour": without a Retry-After it is worth another try after some minutes. */
const LIMITED_RETRY_MS = 5 * 60_000;
const LONGEST_RETRY_MS = 3_600_000;
/** Answers that another try will not change. */
const PERMANENT = new Set([400, 401, 403, 404, 405, 410, 422]);

export function createOmiNotifications(settings: OmiSettings): WearerNotifications {
  const { appId, apiKey, baseUrl, publicUrl, timeoutMs = TIMEOUT_MS } = settings;
  const dispatcher = new Agent({ headersTimeout: timeoutMs, bodyTimeout: timeoutMs, connect: { timeout: timeoutMs } });

  function addressOf(app: string, uid: string, message: string): URL {
    const url = new URL(`/v2/integrations/${encodeURIComponent(app)}/notification`, baseUrl);
    url.searchParams.set('uid', uid);
    url.searchParams.set('message', message);
    return url;
  }

  async function post(url: URL, key: string, signal: AbortSignal): Promise<NotifyWearerResult> {
    const late = AbortSignal.timeout(timeoutMs);
    const headers = { authorization: `Bearer ${key}`, 'content-length': '0' };
    const options = { method: 'POST', dispatcher, headers, signal: AbortSignal.any([signal, late]) } as const;
    const {
      statusCode: status,
      headers: fields,
      body,
    } = await request(url, options).catch((error: unknown) => {
      signal.throwIfAborted();
      throw new NotificationDelayedError('Omi did not answer', { cause: error });
    });
    await body.dump();
    if (status < 300) return { sent: true, reason: null };
    if (PERMANENT.has(status)) return { sent: false, reason: `http_${status}` };
    throw delayed(status, fields['retry-after']);
  }

  return {
    async send({ uid, runId, text }, { signal }) {
      if (appId === undefined || apiKey === undefined) return { sent: false, reason: 'not_configured' };
      const link = publicUrl === undefined ? '' : ` ${new URL(`/runs/${runId}`, publicUrl).href}`;
      const message = `${shortened(text, MAX_CHARACTERS)}${link}`;
      return post(addressOf(appId, uid, message), apiKey, signal);
    },
    close: () => dispatcher.destroy(),
  };
}

function delayed(status: number, header: unknown): NotificationDelayedError {
  const said = parseRetryAfter(typeof header === 'string' ? header : null, Date.now());
  const retryAfterMs = said ?? (status === 429 ? LIMITED_RETRY_MS : undefined);
  return new NotificationDelayedError(
    `Omi answered ${status}`,
    retryAfterMs === undefined ? {} : { retryAfterMs: Math.min(retryAfterMs, LONGEST_RETRY_MS) },
  );
}
