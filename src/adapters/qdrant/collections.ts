/** Collections behind an alias: one for each space of vectors, of which one is in use. */
import { QdrantRefusedError, type QdrantRest } from './qdrant-rest.js';

/** Aliases that readers and writers use: pages' passages, and what was learned about sites. */
export type Alias = `${string}web_pages` | `${string}action_workflows`;

export interface PayloadIndex {
  readonly field: string;
  readonly schema: 'keyword' | 'integer' | 'datetime';
}

/** e.g. `web_pages__minilm-l6-v2-int8__384` */
export const collectionName = (alias: Alias, space: string): string => `${alias}__${space}`;

/** The space of a collection that an alias stands for. */
export const spaceOf = (alias: Alias, collection: string): string => collection.slice(alias.length + 2);

const dimensionOf = (space: string): number => Number(space.slice(space.lastIndexOf('__') + 2));

/** The collection that the alias stands for; null before there is one. */
export async function resolveAlias(rest: QdrantRest, alias: Alias): Promise<string | null> {
  const { aliases } = await rest.ask((client) => client.getAliases());
  return aliases.find(({ alias_name: name }) => name === alias)?.collection_name ?? null;
}

/**
 * Makes a collection with dense vectors (none where the space has no dimension) and server-side BM25, its filters indexed.
 * One that is there already is left as it is.
 */
export async function createCollection(
  rest: QdrantRest,
  name: string,
  space: string,
  indexes: readonly PayloadIndex[],
): Promise<void> {
  const size = dimensionOf(space);
  try {
    await rest.ask((client) =>
      client.createCollection(name, {
        vectors: size > 0 ? { dense: { size, distance: 'Cosine' } } : {},
        sparse_vectors: { bm25: { modifier: 'idf' } },
        on_disk_payload: true,
        // A filter that would read every point is a fault of ours: better refused than slow.
        strict_mode_config: { enabled: true, unindexed_filtering_retrieve: false, unindexed_filtering_update: false },
      }),
    );
  } catch (error) {
    if (!(error instanceof QdrantRefusedError && error.status === 409)) throw error;
  }
  for (const { field, schema } of indexes)
    await rest.ask((client) =>
      client.createPayloadIndex(name, { field_name: field, field_schema: schema, wait: true }),
    );
}

/** Lets the alias stand for another collection, in one step. */
export async function pointAlias(rest: QdrantRest, alias: Alias, collection: string): Promise<void> {
  const before = await resolveAlias(rest, alias);
  if (before === collection) return;
  await rest.ask((client) =>
    client.updateCollectionAliases({
      actions: [
        ...(before === null ? [] : [{ delete_alias: { alias_name: alias } }]),
        { create_alias: { alias_name: alias, collection_name: collection } },
      ],
    }),
  );
}
