/**
 * Memories of tasks in Qdrant: a point for each memory and one for each outcome, named by what they are, so that what is told
 * twice meets itself. Counts are counted from the outcomes; the steps of a memory are written by its single writer.
 */
import type { QdrantClient } from '@qdrant/js-client-rest';
import { createHash } from 'node:crypto';
import type { RememberedStep, SiteMemory, TaskOutcome } from '../../contracts/memory.js';
import type { MemoryStore } from '../../ports/memory-store.js';
import { collectionName, createCollection, pointAlias, resolveAlias, type PayloadIndex } from './collections.js';
import { QdrantRefusedError, type Filter, type QdrantRest } from './qdrant-rest.js';

interface MemoryPayload {
  readonly type: 'memory';
  readonly memory_id: string;
  readonly site: string;
  readonly intent: string;
  readonly start_path: string;
  /** JSON: nothing in them is searched for */
  readonly steps: string;
  readonly parameters: readonly string[];
  readonly created_at: string;
  readonly steps_at: string;
}
interface OutcomePayload {
  readonly type: 'outcome';
  readonly memory_id: string;
  readonly site: string;
  readonly run_id: string;
  readonly way: string;
  readonly success: boolean;
  readonly at: string;
}
type Payload = MemoryPayload | OutcomePayload;

const ALIAS = 'action_workflows';
/** Intents are compared when they are looked up: those of one site are few. */
const SPACE = 'memories__0';
const INDEXES: readonly PayloadIndex[] = [
  { field: 'type', schema: 'keyword' },
  { field: 'memory_id', schema: 'keyword' },
  { field: 'site', schema: 'keyword' },
];
const PER_PAGE = 500;

/** A UUID of version 5's form, made of what the point is. */
function pointIdOf(...parts: readonly string[]): string {
  const hex = createHash('sha256').update(parts.join('\0')).digest('hex');
  const variant = ((parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`;
}

type Conditions = Extract<NonNullable<Filter['must']>, readonly unknown[]>;
type Scrolled = Awaited<ReturnType<QdrantClient['scroll']>>;

const is = (key: string, value: string) => ({ key, match: { value } });

const toMemory = (memory: MemoryPayload, outcomes: readonly OutcomePayload[]): SiteMemory => ({
  memoryId: memory.memory_id,
  site: memory.site,
  intent: memory.intent,
  startPath: memory.start_path,
  steps: JSON.parse(memory.steps) as RememberedStep[],
  parameters: memory.parameters,
  successes: outcomes.filter(({ success }) => success).length,
  failures: outcomes.filter(({ success }) => !success).length,
  createdAt: memory.created_at,
  usedAt: outcomes.reduce(
    (latest, { at }) => (at > latest ? at : latest),
    outcomes.length > 0 ? '' : memory.created_at,
  ),
});

/** @throws StoreUnavailableError Qdrant does not answer */
export function createQdrantMemoryStore(rest: QdrantRest): MemoryStore {
  async function scroll(conditions: Conditions): Promise<Payload[]> {
    const found: Payload[] = [];
    let offset: string | null = null;
    do {
      const body = {
        filter: { must: conditions },
        limit: PER_PAGE,
        with_payload: true,
        ...(offset === null ? {} : { offset }),
      };
      const page: Scrolled = await rest.ask((client) => client.scroll(ALIAS, body));
      found.push(...page.points.map(({ payload }) => payload as unknown as Payload));
      offset = typeof page.next_page_offset === 'string' ? page.next_page_offset : null;
    } while (offset !== null);
    return found;
  }

  /** A collection that has not been made is an empty one. */
  async function find(conditions: Conditions): Promise<SiteMemory[]> {
    try {
      const found = await scroll(conditions);
      const outcomes = found.filter((payload) => payload.type === 'outcome');
      return found
        .filter((payload) => payload.type === 'memory')
        .map((memory) =>
          toMemory(
            memory,
            outcomes.filter(({ memory_id: id }) => id === memory.memory_id),
          ),
        );
    } catch (error) {
      if (error instanceof QdrantRefusedError && error.status === 404) return [];
      throw error;
    }
  }

  async function ensure(): Promise<void> {
    if ((await resolveAlias(rest, ALIAS)) !== null) return;
    const name = collectionName(ALIAS, SPACE);
    await createCollection(rest, name, SPACE, INDEXES);
    await pointAlias(rest, ALIAS, name);
  }

  const put = (id: string, payload: Payload) =>
    rest.ask((client) => client.upsert(ALIAS, { points: [{ id, vector: {}, payload: { ...payload } }], wait: true }));

  /** The latest success tells how the site is now; one that arrives late does not undo it. */
  async function replaceSteps(outcome: TaskOutcome, steps: readonly RememberedStep[]): Promise<void> {
    const { memoryId, site, intent, startPath, parameters, at } = outcome;
    const known = (await scroll([is('memory_id', memoryId), is('type', 'memory')]))[0];
    if (known?.type === 'memory' && known.steps_at > at) return;
    await put(pointIdOf('memory', memoryId), {
      type: 'memory',
      memory_id: memoryId,
      site,
      intent,
      start_path: startPath ?? '/',
      steps: JSON.stringify(steps),
      parameters,
      created_at: known?.type === 'memory' ? known.created_at : at,
      steps_at: at,
    });
  }

  const get = async (memoryId: string): Promise<SiteMemory | null> =>
    (await find([is('memory_id', memoryId)]))[0] ?? null;

  return {
    get,
    async list(site) {
      const found = await find(
        site === undefined ? [{ key: 'type', match: { any: ['memory', 'outcome'] } }] : [is('site', site)],
      );
      return found.sort((a, b) =>
        a.usedAt === b.usedAt ? (a.memoryId < b.memoryId ? -1 : 1) : a.usedAt < b.usedAt ? 1 : -1,
      );
    },
    async record(outcome) {
      await ensure();
      if (outcome.success && outcome.steps !== null) await replaceSteps(outcome, outcome.steps);
      if ((await get(outcome.memoryId)) === null) return null;
      const { memoryId, site, runId, way, success, at } = outcome;
      const told = await rest.ask((client) =>
        client.retrieve(ALIAS, { ids: [pointIdOf('outcome', memoryId, runId, way)] }),
      );
      if (told.length === 0)
        await put(pointIdOf('outcome', memoryId, runId, way), {
          type: 'outcome',
          memory_id: memoryId,
          site,
          run_id: runId,
          way,
          success,
          at,
        });
      return get(memoryId);
    },
    async forget(memoryId) {
      if ((await get(memoryId)) === null) return false;
      const filter = { must: [is('memory_id', memoryId)] };
      await rest.ask((client) => client.delete(ALIAS, { filter, wait: true }));
      return true;
    },
  };
}
