/** Reads server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation */
export interface ServerSentEvent {
  readonly id: string | null;
  readonly data: string;
}

function parseBlock(block: string): ServerSentEvent | null {
  const data: string[] = [];
  let id: string | null = null;
  for (const line of block.split('\n')) {
    const at = line.indexOf(':');
    const name = at === -1 ? line : line.slice(0, at);
    const value = at === -1 ? '' : line.slice(at + 1).replace(/^ /, '');
    if (name === 'data') data.push(value);
    if (name === 'id') id = value;
  }
  return data.length === 0 ? null : { id, data: data.join('\n') };
}

/** Events as they come; an event that is cut off at the end is left out. */
export async function* readEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder();
  let buffer = '';
  for await (const part of body) {
    // A carriage return at the very end may be half of a line break.
    buffer = (buffer + decoder.decode(part, { stream: true })).replace(/\r\n|\r(?!$)/g, '\n');
    for (let end = buffer.indexOf('\n\n'); end !== -1; end = buffer.indexOf('\n\n')) {
      const event = parseBlock(buffer.slice(0, end));
      buffer = buffer.slice(end + 2);
      if (event !== null) yield event;
    }
  }
}
