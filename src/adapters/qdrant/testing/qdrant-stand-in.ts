/**
 * A server that answers the calls we make as a real Qdrant does: held against recorded exchanges with one. Collections,
 * aliases, points with dense vectors and server-side BM25, filters by keyword, id and presence of a vector.
 */
import snowball from 'snowball-stemmers';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { stopWords } from '../../../domain/stop-words.js';
import { serve, type LocalWeb } from '../../http/testing/local-web.js';

interface Document {
  readonly text: string;
  readonly options?: { readonly language?: string };
}
interface StoredPoint {
  readonly id: string;
  dense: number[] | null;
  bm25: string[] | null;
  payload: Record<string, unknown>;
}
interface Collection {
  readonly size: number | null;
  readonly indexes: Set<string>;
  readonly points: Map<string, StoredPoint>;
}
interface Filter {
  readonly must?: readonly Condition[];
  readonly must_not?: readonly Condition[];
}
interface Condition {
  readonly key?: string;
  readonly match?: { readonly value?: unknown; readonly any?: readonly unknown[] };
  readonly has_id?: readonly string[];
  readonly has_vector?: string;
}
interface SentPoint {
  readonly id: string;
  readonly vector?: { readonly dense?: number[]; readonly bm25?: Document };
  readonly payload?: Record<string, unknown>;
}
/** As much of a request's body as is looked at. */
interface Body {
  readonly vectors?: { readonly dense?: { readonly size: number } };
  readonly field_name?: string;
  readonly points?: readonly SentPoint[];
  readonly ids?: readonly string[];
  readonly filter?: Filter;
  readonly query?: Document | readonly number[];
  readonly using?: string;
  readonly limit?: number;
  readonly offset?: string;
  readonly with_payload?: boolean | readonly string[];
  readonly with_vector?: boolean | readonly string[];
  readonly actions?: readonly {
    readonly create_alias?: { readonly alias_name: string; readonly collection_name: string };
    readonly delete_alias?: { readonly alias_name: string };
  }[];
}

class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}
const wrong = (what: string) => new Refusal(400, `Wrong input: ${what}`);

export interface QdrantStandIn extends LocalWeb {
  /** answers every call with this status until it is null again */
  failure: number | null;
  /** calls so far, e.g. `PUT /collections/web_pages/points` */
  readonly calls: string[];
  /** of each upsert, how many points it had */
  readonly batches: number[];
}

export async function startQdrantStandIn(): Promise<QdrantStandIn> {
  const state = { collections: new Map<string, Collection>(), aliases: new Map<string, string>() };
  const seen = { failure: null as number | null, calls: [] as string[], batches: [] as number[] };
  const web = await serve((request, response) => void handle(request, response));

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?')[0]!;
    const method = request.method ?? 'GET';
    seen.calls.push(`${method} ${path}`);
    const say = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ ...body, time: 0 }));
    try {
      const text = await bodyOf(request);
      if (seen.failure !== null) throw new Refusal(seen.failure, 'Service internal error');
      const body = (text === '' ? {} : JSON.parse(text)) as Body;
      if (method === 'PUT' && path.endsWith('/points')) seen.batches.push(body.points?.length ?? 0);
      say(200, { result: answer(state, method, path, body), status: 'ok' });
    } catch (error) {
      const { status, message } = error instanceof Refusal ? error : new Refusal(500, String(error));
      say(status, { status: { error: message } });
    }
  }
  return Object.assign(seen, web);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

interface State {
  readonly collections: Map<string, Collection>;
  readonly aliases: Map<string, string>;
}
const COMPLETED = { operation_id: 1, status: 'completed' };

function answer(state: State, method: string, path: string, body: Body): unknown {
  if (path === '/aliases')
    return { aliases: [...state.aliases].map(([alias_name, collection_name]) => ({ alias_name, collection_name })) };
  if (path === '/collections/aliases') return changeAliases(state, body);
  const [, , given = '', ...rest] = path.split('/').map(decodeURIComponent);
  const action = rest.join('/');
  const name = state.aliases.get(given) ?? given;
  if (action === 'exists') return { exists: state.collections.has(name) };
  if (method === 'PUT' && action === '') return createCollection(state, name, body);
  const collection = state.collections.get(name);
  if (collection === undefined) throw new Refusal(404, `Not found: Collection \`${name}\` doesn't exist!`);
  if (method === 'DELETE' && action === '') return state.collections.delete(name);
  return collectionAnswer(collection, `${method} ${action}`, body);
}

function createCollection({ collections }: State, name: string, { vectors }: Body): boolean {
  if (collections.has(name)) throw new Refusal(409, `Wrong input: Collection \`${name}\` already exists!`);
  collections.set(name, { size: vectors?.dense?.size ?? null, indexes: new Set(), points: new Map() });
  return true;
}

function changeAliases({ aliases, collections }: State, { actions = [] }: Body): boolean {
  for (const { create_alias: made, delete_alias: gone } of actions) {
    if (gone) aliases.delete(gone.alias_name);
    if (made && !collections.has(made.collection_name))
      throw new Refusal(404, `Not found: Collection \`${made.collection_name}\` doesn't exist!`);
    if (made) aliases.set(made.alias_name, made.collection_name);
  }
  return true;
}

function collectionAnswer(collection: Collection, call: string, body: Body): unknown {
  const { points } = collection;
  const matching = () => [...points.values()].filter((point) => matches(collection, point, body.filter)).sort(byId);
  switch (call) {
    case 'PUT index':
      collection.indexes.add(body.field_name ?? '');
      return COMPLETED;
    case 'PUT points':
      for (const point of body.points ?? []) checkDense(collection, point);
      for (const { id, vector, payload = {} } of body.points ?? [])
        points.set(id, { id, dense: unit(vector?.dense), bm25: vector?.bm25 ? terms(vector.bm25) : null, payload });
      return COMPLETED;
    case 'PUT points/vectors':
      for (const { id, vector } of body.points ?? []) {
        const point = points.get(id);
        if (point === undefined) throw new Refusal(404, `Not found: No point with id ${id} found`);
        if (vector?.dense) point.dense = unit(vector.dense);
      }
      return COMPLETED;
    case 'POST points':
      return (body.ids ?? []).flatMap((id) => (points.has(id) ? [shown(points.get(id)!, body)] : []));
    case 'POST points/count':
      return { count: matching().length };
    case 'POST points/delete':
      for (const { id } of matching()) points.delete(id);
      return COMPLETED;
    case 'POST points/scroll':
      return scroll(matching(), body);
    case 'POST points/query':
      return { points: query(collection, matching(), body) };
    default:
      throw new Refusal(404, `the stand-in does not know ${call}`);
  }
}

const byId = (a: StoredPoint, b: StoredPoint): number => (a.id < b.id ? -1 : 1);

function checkDense({ size }: Collection, { vector }: SentPoint): void {
  if (!vector?.dense) return;
  if (size === null) throw wrong('Not existing vector name error: dense');
  if (vector.dense.length !== size)
    throw wrong(`Vector dimension error: expected dim: ${size}, got ${vector.dense.length} for vector 'dense'`);
}

function unit(values: readonly number[] | undefined): number[] | null {
  if (values === undefined) return null;
  const length = Math.hypot(...values) || 1;
  return values.map((value) => value / length);
}

function matches({ indexes }: Collection, point: StoredPoint, filter: Filter | undefined): boolean {
  const holds = ({ key, match, has_id: ids, has_vector: vector }: Condition): boolean => {
    if (ids) return ids.includes(point.id);
    if (vector) return vector === 'dense' ? point.dense !== null : point.bm25 !== null;
    if (key === undefined || match === undefined) throw wrong('a filter that the stand-in does not know');
    if (!indexes.has(key))
      throw new Refusal(
        400,
        `Bad request: Index required but not found for "${key}" of one of the following types: [${typeof match.value === 'number' ? 'integer' : 'keyword'}]. Help: Create an index for this key or use a different filter.`,
      );
    const held = [point.payload[key]].flat();
    const wanted = match.any ?? [match.value];
    return held.some((value) => wanted.includes(value));
  };
  return (filter?.must ?? []).every(holds) && !(filter?.must_not ?? []).some(holds);
}

function shown(point: StoredPoint, { with_payload: payload, with_vector: vector }: Body): object {
  const fields = Array.isArray(payload)
    ? Object.fromEntries(Object.entries(point.payload).filter(([name]) => payload.includes(name)))
    : point.payload;
  return {
    id: point.id,
    ...(payload ? { payload: fields } : {}),
    ...(vector ? { vector: point.dense === null ? {} : { dense: point.dense } } : {}),
  };
}

function scroll(found: readonly StoredPoint[], body: Body): object {
  const { limit = 10, offset } = body;
  const from = offset === undefined ? 0 : found.findIndex(({ id }) => id === offset);
  const page = found.slice(from, from + limit);
  return {
    points: page.map((point) => shown(point, body)),
    next_page_offset: found[from + limit]?.id ?? null,
  };
}

function query(collection: Collection, found: readonly StoredPoint[], body: Body): object[] {
  const { query: asked, using, limit = 10 } = body;
  if (using !== 'dense' && using !== 'bm25') throw wrong(`Not existing vector name error: ${using}`);
  const scored = Array.isArray(asked)
    ? byCosine(collection, found, asked as number[])
    : byWords(collection, found, asked as Document);
  return scored
    .sort((a, b) => b.score - a.score || byId(a.point, b.point))
    .slice(0, limit)
    .map(({ point, score }) => ({ ...shown(point, body), version: 1, score }));
}

interface Scored {
  readonly point: StoredPoint;
  readonly score: number;
}

function byCosine({ size }: Collection, found: readonly StoredPoint[], asked: readonly number[]): Scored[] {
  if (size !== asked.length)
    throw wrong(`Vector dimension error: expected dim: ${size}, got ${asked.length} for vector 'dense'`);
  const wanted = unit(asked)!;
  return found.flatMap((point) =>
    point.dense === null
      ? []
      : [{ point, score: point.dense.reduce((sum, value, at) => sum + value * wanted[at]!, 0) }],
  );
}

/** Saturation, length normalisation and the expected length of a document, as Qdrant documents its defaults. */
const [K, B, EXPECTED_WORDS] = [1.2, 0.75, 256];

/** Frequencies count over the whole collection, whatever the filter. */
function byWords({ points }: Collection, found: readonly StoredPoint[], asked: Document): Scored[] {
  const all = [...points.values()].flatMap(({ bm25 }) => (bm25 === null ? [] : [new Set(bm25)]));
  return found.flatMap((point) => {
    if (point.bm25 === null) return [];
    let score = 0;
    for (const term of new Set(terms(asked))) {
      const times = point.bm25.filter((word) => word === term).length;
      const holders = all.filter((words) => words.has(term)).length;
      const rarity = Math.log(1 + (all.length - holders + 0.5) / (holders + 0.5));
      const length = 1 - B + (B * point.bm25.length) / EXPECTED_WORDS;
      score += (rarity * times * (K + 1)) / (times + K * length);
    }
    return score > 0 ? [{ point, score }] : [];
  });
}

const STEMMED = { english: 'en', german: 'de' } as const;

/** Words split at what is no letter or digit, then stop words and stems of the language; `none` leaves them as they are. */
function terms({ text, options }: Document): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const language = options?.language ?? 'english';
  if (!(language in STEMMED)) return words;
  const stop = stopWords(STEMMED[language as keyof typeof STEMMED]);
  const stemmer = snowball.newStemmer(language);
  return words.filter((word) => !stop.has(word)).map((word) => stemmer.stem(word));
}
