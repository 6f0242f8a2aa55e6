/** Reads server-sent events, for tests: https://html.spec.whatwg.org/multipage/server-sent-events.html */
export interface SentEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

export interface SentEvents {
  /** the next event, or null when the stream has ended */
  next(): Promise<SentEvent | null>;
  /** all that are still to come */
  rest(): Promise<SentEvent[]>;
  /** waits for a comment; events on the way are lost */
  comment(): Promise<void>;
  comments(): number;
  retryMs(): number | null;
}

export function readEvents(reply: Response): SentEvents {
  if (reply.body === null) throw new Error('the reply has no body');
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = '';
  let comments = 0;
  let retryMs: number | null = null;

  async function block(): Promise<string | null> {
    while (!buffer.includes('\n\n')) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
      if (done || value === undefined) return null;
      buffer += value;
    }
    const end = buffer.indexOf('\n\n');
    const text = buffer.slice(0, end);
    buffer = buffer.slice(end + 2);
    return text;
  }

  function parse(text: string): SentEvent | null {
    const fields = new Map(
      text.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
    );
    if (fields.has('')) comments += 1;
    if (fields.has('retry')) retryMs = Number(fields.get('retry'));
    const data = fields.get('data');
    return data === undefined ? null : { id: fields.get('id') ?? '', event: fields.get('event') ?? '', data };
  }

  async function next(): Promise<SentEvent | null> {
    for (let text = await block(); text !== null; text = await block()) {
      const event = parse(text);
      if (event !== null) return event;
    }
    return null;
  }

  return {
    next,
    async rest() {
      const all: SentEvent[] = [];
      for (let event = await next(); event !== null; event = await next()) all.push(event);
      return all;
    },
    async comment() {
      const before = comments;
      while (comments === before) {
        const text = await block();
        if (text === null) throw new Error('the stream ended');
        parse(text);
      }
    },
    comments: () => comments,
    retryMs: () => retryMs,
  };
}
