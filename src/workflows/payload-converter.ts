import {
  BinaryPayloadConverter,
  CompositePayloadConverter,
  JsonPayloadConverter,
  UndefinedPayloadConverter,
  type Payload,
} from '@temporalio/common';

/** What a payload that nobody can decode turns into: a signal with such a one must not block its workflow for ever. */
export interface Undecodable {
  readonly __undecodable: string;
}

class TolerantPayloadConverter extends CompositePayloadConverter {
  constructor() {
    super(new UndefinedPayloadConverter(), new BinaryPayloadConverter(), new JsonPayloadConverter());
  }

  override fromPayload<T>(payload: Payload): T {
    try {
      return super.fromPayload<T>(payload);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { __undecodable: reason.slice(0, 200) } satisfies Undecodable as T;
    }
  }
}

/** Given to worker, client and bundle alike; the name is Temporal's. */
export const payloadConverter = new TolerantPayloadConverter();

export const isUndecodable = (value: unknown): value is Undecodable =>
  typeof value === 'object' && value !== null && '__undecodable' in value;
