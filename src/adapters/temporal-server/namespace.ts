import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '@temporalio/client';
import type { temporal } from '@temporalio/proto';
import { enums } from '../temporal/proto.js';
import { SEARCH_ATTRIBUTES } from '../../contracts/messages.js';

type Services = Pick<Connection, 'workflowService' | 'operatorService'>;

const KEYWORD = enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD;

// gRPC status codes
const NOT_FOUND = 5;
const ALREADY_EXISTS = 6;

export interface NamespaceState {
  /** closed workflows are kept this long; null when the namespace is not there or does not say */
  readonly retentionMs: number | null;
  /** search attributes that are not registered */
  readonly missingAttributes: readonly string[];
  /** commands that an operator runs to mend it; empty when nothing is missing */
  readonly commands: readonly string[];
}

export interface PrepareOptions {
  readonly connection: Services;
  readonly namespace: string;
  /** the least that closed workflows must be kept */
  readonly retentionMs: number;
  /** true only for a server that we started: someone else's is looked at, never altered */
  readonly alter: boolean;
}

const hasCode = (error: unknown, code: number): boolean => (error as { code?: unknown }).code === code;

async function retentionOf({ connection, namespace }: PrepareOptions): Promise<number | null> {
  try {
    const { config } = await connection.workflowService.describeNamespace({ namespace });
    const seconds = config?.workflowExecutionRetentionTtl?.seconds;
    return seconds === undefined || seconds === null ? null : Number(seconds) * 1000;
  } catch (error) {
    if (hasCode(error, NOT_FOUND)) return null;
    throw error;
  }
}

async function missingAttributes({ connection, namespace }: PrepareOptions): Promise<string[]> {
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
  return SEARCH_ATTRIBUTES.filter((name) => customAttributes[name] === undefined);
}

// Every service of the server learns of a new namespace from its own cache, refreshed every 10 s by default.
const NAMESPACE_KNOWN_WITHIN_MS = 30_000;

async function untilKnown(options: PrepareOptions): Promise<void> {
  const until = Date.now() + NAMESPACE_KNOWN_WITHIN_MS;
  for (;;) {
    try {
      await missingAttributes(options);
      return;
    } catch (error) {
      if (!hasCode(error, NOT_FOUND) || Date.now() > until) throw error;
      await sleep(200);
    }
  }
}

async function addAttributes({ connection, namespace }: PrepareOptions, names: readonly string[]): Promise<void> {
  const searchAttributes = Object.fromEntries(names.map((name) => [name, KEYWORD]));
  try {
    await connection.operatorService.addSearchAttributes({ namespace, searchAttributes });
  } catch (error) {
    // Another start added them between our list and our add.
    if (!hasCode(error, ALREADY_EXISTS)) throw error;
  }
}

/** The wire's type is a Long; the encoder takes a number as well (measured: 86,400 became 2,592,000). */
const seconds = (ms: number) => ({ seconds: Math.ceil(ms / 1000) as unknown as Long });
type Long = NonNullable<
  NonNullable<temporal.api.namespace.v1.INamespaceConfig['workflowExecutionRetentionTtl']>['seconds']
>;

async function setRetention(options: PrepareOptions, present: boolean): Promise<void> {
  const { connection, namespace, retentionMs } = options;
  const workflowExecutionRetentionPeriod = seconds(retentionMs);
  if (present) {
    const config = { workflowExecutionRetentionTtl: seconds(retentionMs) };
    await connection.workflowService.updateNamespace({ namespace, config });
  } else {
    await connection.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod });
    await untilKnown(options);
  }
}

/** The commands by which an operator gives a namespace what it lacks. */
export function commandsFor(
  namespace: string,
  present: boolean,
  missing: readonly string[],
  retentionMs: number,
): string[] {
  const hours = `${Math.ceil(retentionMs / 3_600_000)}h`;
  const create = present ? [] : [`temporal operator namespace create --namespace ${namespace} --retention ${hours}`];
  const add = missing.map(
    (name) => `temporal operator search-attribute create --namespace ${namespace} --name ${name} --type Keyword`,
  );
  return [...create, ...add];
}

/**
 * Looks at the namespace and, where `alter` allows, brings it to what the product needs: present, closed workflows kept
 * for at least `retentionMs`, search attributes registered. Doing it again changes nothing.
 * @returns the state as it is afterwards
 * @throws gRPC's ServiceError when the server refuses or does not answer
 */
export async function prepareNamespace(options: PrepareOptions): Promise<NamespaceState> {
  let retentionMs = await retentionOf(options);
  if (options.alter && (retentionMs === null || retentionMs < options.retentionMs)) {
    await setRetention(options, retentionMs !== null);
    retentionMs = options.retentionMs;
  }
  const present = retentionMs !== null;
  let missing: string[] = present ? await missingAttributes(options) : [...SEARCH_ATTRIBUTES];
  if (options.alter && missing.length > 0) {
    await addAttributes(options, missing);
    missing = await missingAttributes(options);
  }
  const commands = commandsFor(options.namespace, present, missing, options.retentionMs);
  return { retentionMs, missingAttributes: missing, commands };
}
