/** Reads pages over HTTP: guard, pace, robots.txt, redirects, caps, then the text of whatever came back. */
import type { Config } from '../../config.js';
import type { ReadHow } from '../../contracts/run.js';
import { parseRetryAfter } from '../../domain/retry-after.js';
import type { PageReader, ReadOptions, ReadOutcome } from '../../ports/page-reader.js';
import { VERSION } from '../../version.js';
import { CircuitOpenError, createCircuits } from '../circuits.js';
import type { Circuits } from '../circuits.js';
import { openExit } from '../egress/exit.js';
import type { Exit } from '../egress/exit.js';
import { createEgressGuard, EgressRefusedError } from '../egress/guard.js';
import type { EgressGuard, ResolveName } from '../egress/guard.js';
import type { BodyContent, BodyTask, UnreadContent } from './body-content.js';
import { createBodyPool } from './body-pool.js';
import type { BodyPool } from './body-pool.js';
import { contentKind, isReadable, SNIFF_BYTES } from './content-kind.js';
import type { ReadableKind, UnreadableKind } from './content-kind.js';
import { BodyTooLargeError, exchange } from './exchange.js';
import type { Exchange } from './exchange.js';
import { createHostPace, HostBackedOffError } from './host-pace.js';
import type { HostPace, Turn } from './host-pace.js';
import { outcomeOfFault, outcomeOfStatus, unread } from './outcomes.js';
import type { UnreadOutcome } from './outcomes.js';
import { pageIdentity } from './page-identity.js';
import { createRobots, ROBOTS_MAX_BYTES, ROBOTS_TOKEN } from './robots.js';
import type { Robots, RobotsAnswer } from './robots.js';
import { createStopwatch } from './stopwatch.js';
import type { Stopwatch } from './stopwatch.js';

export interface ReadLimits {
  /** all requests of one page, waiting for turns left out, milliseconds [20,000] */
  readonly totalMs: number;
  /** a robots.txt has its own time, milliseconds [8,000] */
  readonly robotsMs: number;
  /** decoded bytes of anything that is text [10 MiB] */
  readonly textBytes: number;
  /** [40 MiB] */
  readonly pdfBytes: number;
  /** hops, meta refresh included [5] */
  readonly redirects: number;
}
const LIMITS: ReadLimits = {
  totalMs: 20_000,
  robotsMs: 8_000,
  textBytes: 10 * 1024 * 1024,
  pdfBytes: 40 * 1024 * 1024,
  redirects: 5,
};

export interface HttpReaderDeps {
  readonly config: Config['reading'];
  readonly circuits?: Circuits;
  /** default: the system's resolver */
  readonly resolveName?: ResolveName;
  readonly limits?: Partial<ReadLimits>;
  /** shared with other readers, and then not closed here; default: one of its own */
  readonly pool?: BodyPool;
}

/** A body that is at hand already, such as a file. */
export interface GivenBody {
  /** names it; relative links resolve against it */
  readonly url: string;
  readonly bytes: Uint8Array;
  readonly contentType: string | null;
  /** what the page was asked for by, before redirects [url] */
  readonly asked?: string;
  /** HTTP status it came with [200] */
  readonly status?: number;
  /** did a browser make it? [false] */
  readonly rendered?: boolean;
  /** tell why it is read as it is [false] */
  readonly explain?: boolean;
}

export interface HttpReader extends PageReader {
  /** what `read` would make of this body, without any request */
  readBytes(body: GivenBody, signal: AbortSignal): Promise<ReadOutcome>;
  /** the host's next turn, kept with everything this reader asks of it. @throws HostBackedOffError; the signal's reason */
  turn(host: string, signal: AbortSignal): Promise<Turn>;
  /** what robots.txt of its origin has against reading this address, or null. @throws the signal's reason */
  robotsRefusal(url: URL, signal: AbortSignal): Promise<UnreadOutcome | null>;
  close(): Promise<void>;
}

const ACCEPT =
  'text/html,application/xhtml+xml,application/pdf;q=0.9,text/plain;q=0.8,application/xml;q=0.8,application/json;q=0.7,*/*;q=0.5';
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** A page that sends browsers on and says less than this itself is only a signpost. */
const SIGNPOST_WORDS = 100;

/** Names us and says where to complain, as RFC 9110 10.1.5 asks of robots. */
export const userAgent = (contactUrl: string | undefined): string =>
  `${ROBOTS_TOKEN}/${VERSION} (+${contactUrl ?? 'synthetic-api'})`;

interface FetchedBody extends BodyTask {
  readonly status: number;
  readonly etag: string | null;
  readonly lastModified: string | null;
}
type Hop =
  | { readonly kind: 'redirect'; readonly to: string; readonly status: number }
  | { readonly kind: 'outcome'; readonly outcome: UnreadOutcome | { outcome: 'not_modified'; status: number } }
  | { readonly kind: 'body'; readonly body: FetchedBody };

const ended = (outcome: UnreadOutcome): Hop => ({ kind: 'outcome', outcome });
const single = (value: string | string[] | undefined): string | null =>
  (Array.isArray(value) ? value[0] : value) ?? null;

const KIND_WORDS: Readonly<Record<UnreadableKind, string>> = {
  image: 'a picture',
  archive: 'an archive',
  video: 'a video',
  audio: 'a sound file',
  font: 'a font',
  office: 'an office document',
  binary: 'a binary file',
};

export function createHttpReader(deps: HttpReaderDeps): HttpReader {
  return new Reader(deps);
}

class Reader implements HttpReader {
  private readonly limits: ReadLimits;
  private readonly guard: EgressGuard;
  private readonly outboundProxy: string | undefined;
  private readonly circuits: Circuits;
  private readonly pace: HostPace;
  private readonly robots: Robots;
  private readonly pool: BodyPool;
  private readonly ownsPool: boolean;
  private readonly agent: string;

  constructor({ config, circuits, resolveName, limits, pool }: HttpReaderDeps) {
    this.limits = { ...LIMITS, ...limits };
    this.guard = createEgressGuard(config, resolveName);
    this.outboundProxy = config.outboundProxy;
    this.circuits = circuits ?? createCircuits();
    this.pace = createHostPace({ intervalMs: config.hostIntervalMs });
    this.robots = createRobots({
      fetchRobots: (url, signal) => this.fetchRobots(url, signal),
      whenUnreachable: config.robotsUnreachable,
    });
    this.pool = pool ?? createBodyPool();
    this.ownsPool = pool === undefined;
    this.agent = userAgent(config.contactUrl);
  }

  handles(): boolean {
    return true;
  }

  async read(url: string, options: ReadOptions): Promise<ReadOutcome> {
    options.signal.throwIfAborted();
    const watch = createStopwatch(this.limits.totalMs, options.signal);
    const visit = new Visit(url, options, watch, this.openExit(watch.signal));
    try {
      return await this.follow(visit);
    } catch (error) {
      options.signal.throwIfAborted();
      return outcomeOfError(error, visit.host);
    } finally {
      visit.end();
    }
  }

  turn(host: string, signal: AbortSignal): Promise<Turn> {
    return this.pace.turn(host, signal);
  }

  async robotsRefusal(url: URL, signal: AbortSignal): Promise<UnreadOutcome | null> {
    const verdict = await this.robots.verdict(url, signal);
    return verdict.allowed ? null : robotsOutcome(verdict.reason, url.host);
  }

  async readBytes(given: GivenBody, signal: AbortSignal): Promise<ReadOutcome> {
    const { url, bytes, contentType, asked = url, status = 200, rendered = false, explain = false } = given;
    const kind = contentKind(bytes.subarray(0, SNIFF_BYTES), contentType);
    if (!isReadable(kind)) return unsupported(kind, status);
    const body = { url, bytes, contentType, kind, status, rendered, explain, etag: null, lastModified: null };
    return outcomeOfContent(asked, body, await this.pool.read(body, signal));
  }

  async close(): Promise<void> {
    if (this.ownsPool) await this.pool.close();
  }

  private openExit(signal: AbortSignal): Exit {
    return openExit({ guard: this.guard, outboundProxy: this.outboundProxy, signal });
  }

  private async follow(visit: Visit): Promise<ReadOutcome> {
    for (let hops = 0; hops <= this.limits.redirects; hops += 1) {
      const target = this.guard.checkUrl(visit.at);
      const hop = await this.hop(target, visit);
      if (hop.kind === 'outcome') return hop.outcome;
      if (hop.kind === 'body') {
        const content = await this.pool.read(hop.body, visit.options.signal);
        const onward = signpost(content, target);
        if (onward === null) return outcomeOfContent(visit.asked, hop.body, content);
        visit.at = onward;
      } else visit.at = hop.to;
    }
    return unread('failed', 'too_many_redirects', `${visit.host} redirects more than ${this.limits.redirects} times.`);
  }

  /** One request in this host's turn; robots.txt first where it is not known yet. */
  private async hop(target: URL, visit: Visit): Promise<Hop> {
    const { signal } = visit.options;
    const turn = await this.pace.turn(target.host, signal);
    try {
      const verdict = await this.robots.verdict(target, signal);
      if (!verdict.allowed) return ended(robotsOutcome(verdict.reason, target.host));
      turn.widen(verdict.crawlDelayMs);
      return await this.circuits.run(
        `host:${target.host}`,
        () => visit.watch.time(() => this.request(target, visit)),
        isHostFailure,
      );
    } finally {
      turn.release();
    }
  }

  private async request(target: URL, { watch, exit, options }: Visit): Promise<Hop> {
    const { signal } = watch;
    let answer: Exchange | null = null;
    try {
      answer = await exchange(target, { dispatcher: exit.dispatcher, headers: this.headers(options), signal });
      return await this.judge(target, answer, options);
    } catch (error) {
      options.signal.throwIfAborted();
      if (error instanceof EgressRefusedError) throw error;
      return ended(outcomeOfError(signal.aborted ? signal.reason : error, target.host, answer?.status));
    } finally {
      answer?.body.discard();
    }
  }

  private async judge(target: URL, { status, headers, body }: Exchange, options: ReadOptions): Promise<Hop> {
    const { stored, explain = false } = options;
    if (status === 304 && stored) return { kind: 'outcome', outcome: { outcome: 'not_modified', status } };
    if (REDIRECTS.has(status)) return redirectHop(target, status, single(headers.location));
    if (status < 200 || status > 299 || status === 204 || status === 205)
      return ended(this.unsuccessful(target, status, single(headers['retry-after'])));
    this.pace.succeeded(target.host);
    const contentType = single(headers['content-type']);
    const promised = body.declaredBytes ?? 0;
    // More than any kind may have: not even its first bytes are waited for.
    if (promised > Math.max(this.limits.pdfBytes, this.limits.textBytes))
      return ended(tooLarge(null, target.host, status));
    const kind = contentKind(await body.peek(SNIFF_BYTES), contentType);
    if (!isReadable(kind)) return ended(unsupported(kind, status));
    const bytes = promised > this.limitFor(kind) ? null : await this.readAll(kind, body);
    if (bytes === null) return ended(tooLarge(kind, target.host, status));
    const validators = { etag: single(headers.etag), lastModified: single(headers['last-modified']) };
    return { kind: 'body', body: { url: target.href, kind, contentType, bytes, status, explain, ...validators } };
  }

  private limitFor(kind: ReadableKind): number {
    return kind === 'pdf' ? this.limits.pdfBytes : this.limits.textBytes;
  }

  private async readAll(kind: ReadableKind, body: Exchange['body']): Promise<Buffer | null> {
    try {
      return await body.readAll(this.limitFor(kind));
    } catch (error) {
      if (error instanceof BodyTooLargeError) return null;
      throw error;
    }
  }

  private unsuccessful(target: URL, status: number, retryAfter: string | null): UnreadOutcome {
    const asked = parseRetryAfter(retryAfter, Date.now());
    if (asked !== null) this.pace.backOff(target.host, asked);
    const ownMs = asked === null && (status === 429 || status === 503) ? this.pace.failed(target.host) : null;
    return outcomeOfStatus(status, target.host, asked ?? ownMs);
  }

  private headers({ language, stored }: ReadOptions): Record<string, string> {
    return {
      'user-agent': this.agent,
      accept: ACCEPT,
      'accept-language': language === 'en' ? 'en' : `${language},en;q=0.5`,
      ...(stored?.etag ? { 'if-none-match': stored.etag } : {}),
      ...(stored?.lastModified ? { 'if-modified-since': stored.lastModified } : {}),
    };
  }

  private async fetchRobots(url: URL, caller: AbortSignal): Promise<RobotsAnswer> {
    const watch = createStopwatch(this.limits.robotsMs, caller);
    const exit = this.openExit(watch.signal);
    try {
      return await watch.time(() => this.followRobots(url, exit, watch.signal));
    } catch {
      caller.throwIfAborted();
      return { kind: 'unreachable' };
    } finally {
      watch.stop();
      exit.close();
    }
  }

  private async followRobots(first: URL, { dispatcher }: Exit, signal: AbortSignal): Promise<RobotsAnswer> {
    let url = first;
    for (let hops = 0; hops <= this.limits.redirects; hops += 1) {
      const headers = { 'user-agent': this.agent, accept: 'text/plain,*/*;q=0.5' };
      const answer = await exchange(url, { dispatcher, headers, signal });
      const location = single(answer.headers.location);
      try {
        if (!REDIRECTS.has(answer.status) || location === null) return await robotsAnswer(answer);
        url = this.guard.checkUrl(new URL(location, url).href);
      } finally {
        answer.body.discard();
      }
    }
    return { kind: 'unavailable' };
  }
}

/** One read: what was asked, where it stands, and what it holds open. */
class Visit {
  at: string;
  constructor(
    readonly asked: string,
    readonly options: ReadOptions,
    readonly watch: Stopwatch,
    readonly exit: Exit,
  ) {
    this.at = asked;
  }
  get host(): string {
    return URL.canParse(this.at) ? new URL(this.at).host : 'This address';
  }
  end(): void {
    this.watch.stop();
    this.exit.close();
  }
}

async function robotsAnswer({ status, body }: Exchange): Promise<RobotsAnswer> {
  if (status === 429 || status >= 500) return { kind: 'unreachable' };
  if (status < 200 || status > 299) return { kind: 'unavailable' };
  return { kind: 'rules', text: (await body.peek(ROBOTS_MAX_BYTES)).toString('utf8') };
}

function redirectHop(target: URL, status: number, location: string | null): Hop {
  if (location === null || !URL.canParse(location, target.href))
    return ended(unread('failed', 'bad_redirect', `${target.host} redirects to nowhere.`, { status }));
  return { kind: 'redirect', to: new URL(location, target).href, status };
}

function robotsOutcome(reason: string, host: string): UnreadOutcome {
  const says: Readonly<Record<string, string>> = {
    robots_disallowed: `robots.txt of ${host} asks us not to read this page.`,
    robots_unreachable: `robots.txt of ${host} could not be read, and ROBOTS_UNREACHABLE=disallow.`,
    robots_crawl_delay: `robots.txt of ${host} asks for longer pauses than a run can wait.`,
  };
  return unread('refused', reason, says[reason] ?? reason, { how: null });
}

const unsupported = (kind: UnreadableKind, status: number): UnreadOutcome =>
  unread('unsupported', `type_${kind}`, `This is ${KIND_WORDS[kind]}, not a text.`, { status });

function tooLarge(kind: ReadableKind | null, host: string, status: number): UnreadOutcome {
  const reason = kind === 'pdf' ? 'pdf_too_large' : 'body_too_large';
  return unread('too_large', reason, `${host} sent more than is read of one page.`, { status });
}

/** Faults that another page of the host would meet too; a 429 is the pace's business. */
const isHostFailure = (hop: Hop): boolean =>
  hop.kind === 'outcome' && hop.outcome.outcome === 'failed' && hop.outcome.retryable && hop.outcome.status !== 429;

/** The next address when the page is only a signpost to it. */
function signpost(content: BodyContent, at: URL): string | null {
  const onward = content.metaRefresh;
  if (onward === null || onward === at.href) return null;
  return content.outcome === 'read' && content.words >= SIGNPOST_WORDS ? null : onward;
}

function unreadFrom(content: UnreadContent, status: number, how: ReadHow): UnreadOutcome {
  const { outcome, reason, message, title, gate } = content;
  return unread(outcome, reason, message, { status, how, title, ...(gate ? { gate } : {}) });
}

function outcomeOfContent(asked: string, body: FetchedBody, content: BodyContent): ReadOutcome {
  const outcome = outcomeOf(asked, body, content);
  if (!body.explain || outcome.outcome === 'not_modified') return outcome;
  const { kind, contentType, bytes } = body;
  const text = content.explanation;
  return { ...outcome, explanation: { kind, contentType, sizeBytes: bytes.byteLength, ...(text && { text }) } };
}

function outcomeOf(asked: string, body: FetchedBody, content: BodyContent): ReadOutcome {
  const { kind, status, url: finalUrl, rendered, etag, lastModified } = body;
  const how = kind === 'pdf' ? 'pdf' : rendered ? 'browser' : 'http';
  if (content.outcome !== 'read') return unreadFrom(content, status, how);
  const { title, author, publishedAt, language, text, spans, extractor } = content;
  const canonicalUrl = pageIdentity(finalUrl, content.canonicalUrl);
  const page = {
    url: asked,
    finalUrl,
    canonicalUrl,
    title,
    author,
    publishedAt,
    language,
    text,
    how,
    status,
    spans,
    extractor,
    etag,
    lastModified,
  } as const;
  return { outcome: 'read', page };
}

function outcomeOfError(error: unknown, host: string, status: number | null = null): UnreadOutcome {
  if (error instanceof EgressRefusedError) return unread('refused', 'egress_refused', error.message, { how: null });
  if (error instanceof HostBackedOffError)
    return unread('failed', 'host_backoff', `${error.message}.`, { retryable: true, retryAfterMs: error.retryAfterMs });
  if (error instanceof CircuitOpenError)
    return unread('failed', 'circuit_open', `${host} failed several times in a row and is left alone for a moment.`, {
      retryable: true,
      retryAfterMs: error.retryAfterMs,
    });
  return outcomeOfFault(error, host, status);
}
