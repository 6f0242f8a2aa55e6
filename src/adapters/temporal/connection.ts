import { Client, Connection } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { TemporalUnavailableError } from '../../contracts/errors.js';
import type { TemporalAddress } from '../temporal-server/address.js';

/** A client that connects on its first call, so that API and CLI can start while the server is away. */
export function createClient(address: TemporalAddress): { client: Client; connection: Connection } {
  const connection = Connection.lazy(address.connectOptions);
  return { client: new Client({ connection, namespace: address.namespace }), connection };
}

const RETRY_EVERY_MS = 250;

/**
 * The worker's connection; waits for the server. The native client fails at once where nothing listens, so it is asked
 * in a loop.
 * @throws TemporalUnavailableError after `timeoutMs`
 */
export async function connectWorker(address: TemporalAddress, timeoutMs: number): Promise<NativeConnection> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await NativeConnection.connect(address.connectOptions);
    } catch (cause) {
      if (Date.now() > deadline)
        throw new TemporalUnavailableError(`Temporal does not answer at ${address.address} (${address.described})`, {
          cause,
        });
      await new Promise((done) => setTimeout(done, RETRY_EVERY_MS));
    }
  }
}
