/** Stands before a real Temporal server and cuts calls off, as a server does whose deadline passed a moment before ours. */
import { connect, constants, createServer, type IncomingHttpHeaders, type ServerHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';

export interface CuttingRelay {
  readonly address: string;
  /** the last part of the gRPC path, e.g. `UpdateWorkflowExecution` */
  readonly cuts: Set<string>;
  /** how many calls were cut */
  readonly cut: () => number;
  close(): Promise<void>;
}

export async function startCuttingRelay(target: string): Promise<CuttingRelay> {
  const upstream = connect(`http://${target}`);
  const cuts = new Set<string>();
  const sessions = new Set<ServerHttp2Session>();
  let cut = 0;
  const server = createServer();
  server.on('session', (session) => sessions.add(session));
  server.on('stream', (stream, headers) => {
    const method = headers[':path']?.split('/').at(-1) ?? '';
    if (cuts.has(method)) {
      cut += 1;
      stream.close(constants.NGHTTP2_CANCEL);
      return;
    }
    const passed = upstream.request(headers);
    passed.on('response', (answer) => stream.respond(answer, { waitForTrailers: true }));
    passed.on('trailers', (trailers: IncomingHttpHeaders) =>
      stream.once('wantTrailers', () => stream.sendTrailers(trailers)),
    );
    passed.on('error', () => stream.close(constants.NGHTTP2_INTERNAL_ERROR));
    stream.on('error', () => passed.close());
    stream.pipe(passed);
    passed.pipe(stream);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    cuts,
    cut: () => cut,
    close: async () => {
      for (const session of sessions) session.destroy();
      upstream.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
