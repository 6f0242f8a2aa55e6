import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readEventStream, type ServerSentEvent } from './event-stream.js';

async function read(parts: readonly Uint8Array[]): Promise<ServerSentEvent[]> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
  const events: ServerSentEvent[] = [];
  for await (const event of readEventStream(body)) events.push(event);
  return events;
}

const bytes = (text: string) => new TextEncoder().encode(text);

describe('readEventStream', () => {
  it('reads ids and data, and passes over comments and fields that it does not know', async () => {
    const text = ': hello\n\nretry: 5\nid: 1\ndata: a\n\nevent: x\ndata:b\ndata:  c\nnonsense\n\nid\ndata: d\r\n\r\n';
    expect(await read([bytes(text)])).toEqual([
      { id: '1', data: 'a' },
      { id: null, data: 'b\n c' },
      { id: '', data: 'd' },
    ]);
  });

  it('leaves out an event that is cut off', async () => {
    expect(await read([bytes('id: 1\ndata: a\n\nid: 2\ndata: b')])).toEqual([{ id: '1', data: 'a' }]);
  });

  it('reads the same however the bytes arrive', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 20 }).map((line) => line.replace(/[\r\n]/g, ' '));
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { maxLength: 5 }),
        fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1 }),
        fc.constantFrom('\n', '\r\n'),
        async (lines, sizes, end) => {
          const all = bytes(lines.map((line, i) => `id: ${i}${end}data: ${line}${end}${end}`).join(''));
          const parts: Uint8Array[] = [];
          for (let at = 0; at < all.length;) {
            const size = sizes[parts.length % sizes.length] ?? 1;
            parts.push(all.subarray(at, at + size));
            at += size;
          }
          const events = await read(parts);
          expect(events).toEqual(lines.map((data, i) => ({ id: String(i), data })));
        },
      ),
    );
  });
});
