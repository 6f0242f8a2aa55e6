/** One HTTP request through the guarded dispatcher: no redirects, one content encoding at most, decoded bytes counted. */
import type { IncomingHttpHeaders } from 'node:http';
import { PassThrough, pipeline } from 'node:stream';
import type { Readable, Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { request } from 'undici';
import type { Dispatcher } from 'undici';

/** More bytes than the cap for this kind of body. */
export class BodyTooLargeError extends Error {
  readonly code = 'BODY_TOO_LARGE';
  constructor(readonly limitBytes: number) {
    super(`the body is larger than ${limitBytes} bytes`);
    this.name = 'BodyTooLargeError';
  }
}

/** Compressed in a way that is not read: unknown, or more than once. */
export class ContentEncodingError extends Error {
  readonly code = 'CONTENT_ENCODING';
  constructor(readonly encoding: string) {
    super(`the body is encoded as ${JSON.stringify(encoding.slice(0, 100))}`);
    this.name = 'ContentEncodingError';
  }
}

export interface Body {
  /** the first decoded bytes: at least `bytes` of them, unless the body is shorter */
  peek(bytes: number): Promise<Buffer>;
  /**
   * All of it.
   * @throws BodyTooLargeError once more than `limitBytes` decoded bytes came
   */
  readAll(limitBytes: number): Promise<Buffer>;
  /** what the headers promise, bytes; null when they promise nothing or the body is compressed */
  readonly declaredBytes: number | null;
  /** lets go of the connection */
  discard(): void;
}

export interface Exchange {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Body;
}

export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

function decoderFor(encoding: string): Transform {
  // Truncated streams give what they hold, as in browsers.
  const lenient = { finishFlush: constants.Z_SYNC_FLUSH };
  switch (encoding) {
    case '':
    case 'identity':
      return new PassThrough();
    case 'gzip':
    case 'x-gzip':
      return createGunzip(lenient);
    case 'deflate':
      return createInflate(lenient);
    case 'br':
      return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
    default:
      throw new ContentEncodingError(encoding);
  }
}

const joined = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? value.join(',') : (value ?? '');

function createBody(source: Readable, headers: IncomingHttpHeaders): Body {
  const encoding = joined(headers['content-encoding']).trim().toLowerCase();
  const length = encoding === '' ? headers['content-length'] : undefined;
  let chunks: AsyncIterator<Buffer> | null = null;
  const taken: Buffer[] = [];
  let size = 0;

  const open = (): AsyncIterator<Buffer> => {
    if (chunks) return chunks;
    // The iterator reports what goes wrong; the callback only keeps the failure from being unhandled.
    const decoded = pipeline(source, decoderFor(encoding), () => undefined);
    chunks = decoded[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    return chunks;
  };
  const take = async (): Promise<boolean> => {
    const next = await open().next();
    if (next.done) return false;
    taken.push(next.value);
    size += next.value.length;
    return true;
  };
  return {
    declaredBytes: length === undefined ? null : Number(length),
    async peek(bytes) {
      while (size < bytes && (await take()));
      return Buffer.concat(taken).subarray(0, bytes);
    },
    async readAll(limitBytes) {
      do if (size > limitBytes) throw new BodyTooLargeError(limitBytes);
      while (await take());
      return Buffer.concat(taken);
    },
    discard: () => void source.on('error', () => undefined).destroy(),
  };
}

export interface ExchangeOptions {
  readonly dispatcher: Dispatcher;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** what is sent; without it it is a GET */
  readonly sent?: { readonly method: 'POST' | 'PUT' | 'DELETE'; readonly body?: string };
}

/** undici hears of an abort only once it is connected; the caller hears of it at once. */
async function unlessAborted(
  work: Promise<Dispatcher.ResponseData>,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  let abort: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
  });
  work.then(
    ({ body }) => signal.aborted && body.on('error', () => undefined).destroy(),
    () => undefined,
  );
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', abort));
}

/** One request, without following anything. The caller reads or discards the body. */
export async function exchange(url: URL, { dispatcher, headers, signal, sent }: ExchangeOptions): Promise<Exchange> {
  signal.throwIfAborted();
  const fields = { 'accept-encoding': ACCEPTED_ENCODINGS, ...headers };
  const asked = request(url, { dispatcher, method: 'GET', ...sent, headers: fields, signal });
  const answer = await unlessAborted(asked, signal);
  return { status: answer.statusCode, headers: answer.headers, body: createBody(answer.body, answer.headers) };
}
