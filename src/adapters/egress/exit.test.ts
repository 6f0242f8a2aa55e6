import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { fetch, request } from 'undici';
import type { Dispatcher } from 'undici';
import { serve } from '../http/testing/local-web.js';
import type { LocalWeb } from '../http/testing/local-web.js';
import { errorCode } from '../error-code.js';
import { openExit } from './exit.js';
import { createEgressGuard } from './guard.js';
import type { ResolveName } from './guard.js';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function secretServer(): Promise<LocalWeb> {
  const made = await serve((_request, response) => void response.end('secret'));
  open.push(made);
  return made;
}
function dispatcherFor(resolveName: ResolveName, opened: string[] = [], ports: number[] = [80]): Dispatcher {
  const guard = createEgressGuard({ allowedPorts: ports, allowedPrivateHosts: opened }, resolveName);
  const { signal } = new AbortController();
  const exit = openExit({ guard, outboundProxy: undefined, signal, connectTimeoutMs: 300 });
  open.push({ close: async () => exit.close() });
  return exit.dispatcher;
}
const answers =
  (...addresses: string[]): ResolveName =>
  async () =>
    addresses.map((address) => ({ address, family: 4 as const }));
const causeOf = async (work: Promise<unknown>): Promise<string> => work.then(() => 'came through', errorCode);

describe('an exit', () => {
  it('holds fetch itself: literals, decimal forms and names that resolve inwards reach nothing', async () => {
    const secret = await secretServer();
    const port = Number(new URL(secret.origin).port);
    const dispatcher = dispatcherFor(answers('93.184.216.34', '127.0.0.1'), [], [port]);
    for (const url of [
      secret.origin,
      `http://2130706433:${port}/`,
      `http://[::ffff:7f00:1]:${port}/`,
      `http://a.example:${port}/`,
    ])
      expect(await causeOf(fetch(url, { dispatcher }))).toBe('EGRESS_REFUSED');
    expect(secret.sockets.size).toBe(0);
  });

  it('holds a redirect that fetch follows by itself', async () => {
    const secret = await secretServer();
    const site = await serve((_request, response) => void response.writeHead(302, { location: secret.origin }).end());
    open.push(site);
    const dispatcher = dispatcherFor(answers('127.0.0.1'), [site.hostPort]);
    expect(await causeOf(fetch(site.origin, { dispatcher }))).toBe('EGRESS_REFUSED');
    expect(secret.sockets.size).toBe(0);
  });

  it('connects a name that is opened by hand to the address it resolved to', async () => {
    const secret = await secretServer();
    const port = new URL(secret.origin).port;
    const dispatcher = dispatcherFor(answers('127.0.0.1'), [`demo.example:${port}`]);
    expect(await (await fetch(`http://demo.example:${port}/`, { dispatcher })).text()).toBe('secret');
  });

  it('gives up on a resolver that does not answer', async () => {
    const dispatcher = dispatcherFor(() => new Promise(() => undefined));
    expect(await causeOf(fetch('http://slow.example/', { dispatcher }))).toBe('EAI_AGAIN');
  });

  it('ends a connection that is still being made when it is closed', async () => {
    const stuck = createServer(() => undefined);
    await new Promise<void>((listening) => stuck.listen(0, '127.0.0.1', listening));
    open.push({ close: async () => void stuck.close() });
    const hostPort = `127.0.0.1:${(stuck.address() as AddressInfo).port}`;
    const accepted = new Promise<Socket>((resolve) => stuck.once('connection', resolve));
    const guard = createEgressGuard({ allowedPorts: [443], allowedPrivateHosts: [hostPort] });
    const controller = new AbortController();
    const exit = openExit({ guard, outboundProxy: undefined, signal: controller.signal });
    const asking = request(`https://${hostPort}/`, { dispatcher: exit.dispatcher }).catch(() => 'ended');
    // The other side accepts and says nothing: TLS is still being made.
    const socket = await accepted;
    socket.on('error', () => undefined).resume();
    controller.abort(new Error('enough'));
    expect(await asking).toBe('ended');
    await new Promise<void>((closed) => (socket.destroyed ? closed() : socket.once('close', () => closed())));
    expect(socket.destroyed).toBe(true);
  });

  it('does not keep knocking at an upstream proxy that hangs up', async () => {
    let knocks = 0;
    const rude = createServer((socket) => {
      knocks += 1;
      socket.destroy();
    });
    await new Promise<void>((listening) => rude.listen(0, '127.0.0.1', listening));
    open.push({ close: async () => void rude.close() });
    const guard = createEgressGuard({ allowedPorts: [80, 443], allowedPrivateHosts: [] });
    const outboundProxy = `http://127.0.0.1:${(rude.address() as AddressInfo).port}`;
    const exit = openExit({ guard, outboundProxy, signal: new AbortController().signal });
    open.push({ close: async () => exit.close() });
    for (const url of ['https://far.example.com/', 'http://far.example.com/'])
      expect(await causeOf(request(url, { dispatcher: exit.dispatcher, headers: {} }))).toMatch(
        /^(ECONNRESET|UND_ERR_SOCKET|EPIPE)$/,
      );
    expect(knocks).toBe(2);
  });
});
