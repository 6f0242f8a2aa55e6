import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import request, { type Test } from 'supertest';
import { SESSION_MS } from './access/sessions.js';
import { createSessions } from './access/sessions.js';
import { createKnownHosts } from './access/hosts.js';
import { API_KEY, startTestApi, type TestApi } from './testing/api-server.js';

const started: TestApi[] = [];
async function start(env: Readonly<Record<string, string>> = {}): Promise<TestApi> {
  const api = await startTestApi({ env });
  started.push(api);
  return api;
}
afterEach(async () => {
  for (const api of started.splice(0)) await api.close();
});

const ask = (api: TestApi): Test => request(api.server).post('/trigger').send({ question: 'x' });
const codeOf = (reply: { body: unknown }) => (reply.body as { code: string }).code;

describe('the host name', () => {
  it.each([
    'evil.example',
    'evil.example:3000',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '10.0.0.1',
    '',
    'a b',
  ])('refuses to be called %j', async (host) => {
    const api = await start();
    for (const path of ['/runs', '/health', '/', '/openapi.json']) {
      const reply = await request(api.server).get(path).set('Host', host);
      // An empty or broken Host is refused by Node itself.
      expect([400, 421]).toContain(reply.status);
    }
    expect(codeOf(await request(api.server).get('/runs').set('Host', 'evil.example'))).toBe('host_not_allowed');
  });

  it('does not believe X-Forwarded-Host', async () => {
    const api = await start({ TRUST_PROXY: '1' });
    await request(api.server).get('/runs').set('Host', 'evil.example').set('X-Forwarded-Host', 'localhost').expect(421);
  });

  it.each(['localhost', 'LOCALHOST:9', '127.0.0.1', '127.8.9.1:80', '[::1]:3000', 'api.example', 'api.example:81'])(
    'may be called %s',
    async (host) => {
      const api = await start({ ALLOWED_HOSTS: 'api.example' });
      await request(api.server).get('/health').set('Host', host).expect(200);
    },
  );

  it('knows the host of PUBLIC_URL, a listed port, and the address it was bound to', () => {
    const known = createKnownHosts({
      host: '192.168.1.5',
      publicUrl: 'https://ask.example:8443/app',
      allowedHosts: ['one.example:81'],
    });
    expect(['ask.example:8443', '192.168.1.5:3000', 'one.example:81'].map((host) => known.allows(host))).toEqual([
      true,
      true,
      true,
    ]);
    expect(['ask.example', 'one.example', 'one.example:82', '0.0.0.0'].map((host) => known.allows(host))).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(known.allowsOrigin('https://ask.example:8443', 'internal:80')).toBe(true);
    expect(known.allowsOrigin('http://one.example:81', 'internal:80')).toBe(true);
    expect(known.allowsOrigin('http://localhost:81', 'internal:80')).toBe(false);
  });
});

describe('calls from pages', () => {
  it.each(['https://evil.example', 'http://localhost:1', 'null', 'file://', 'not an origin'])(
    'refuses the origin %s, for reading too',
    async (origin) => {
      const api = await start();
      expect(codeOf(await ask(api).set('Origin', origin).expect(403))).toBe('foreign_origin');
      await request(api.server).get('/runs').set('Origin', origin).expect(403);
      expect(api.runs.kept.size).toBe(0);
    },
  );

  it('takes calls of its own page, and of programs', async () => {
    const api = await start();
    const origin = `http://${api.host}`;
    await ask(api).set('Host', api.host).set('Origin', origin).set('Sec-Fetch-Site', 'same-origin').expect(202);
    await ask(api).set('Host', api.host).set('Origin', origin).expect(202);
    await ask(api).expect(202);
  });

  it.each(['cross-site', 'same-site', 'none'])('refuses to change anything for Sec-Fetch-Site %s', async (site) => {
    const api = await start();
    await ask(api).set('Sec-Fetch-Site', site).expect(403);
    await request(api.server).post(`/runs/run_1/cancel`).set('Sec-Fetch-Site', site).expect(403);
    await request(api.server).delete('/session').set('Sec-Fetch-Site', site).expect(403);
  });

  it('lets a link from elsewhere open a page, and an address be typed', async () => {
    const api = await start();
    const open = () => request(api.server).get('/runs').set('Accept', 'text/html');
    await open().set('Sec-Fetch-Site', 'cross-site').set('Sec-Fetch-Mode', 'navigate').expect(200);
    await open().set('Sec-Fetch-Site', 'none').set('Sec-Fetch-Mode', 'navigate').expect(200);
    await open().set('Sec-Fetch-Site', 'cross-site').set('Sec-Fetch-Mode', 'no-cors').expect(403);
  });

  it('takes a bearer from wherever it comes, but for a foreign origin', async () => {
    const api = await start({ API_KEY });
    const withKey = () => ask(api).set('Authorization', `Bearer ${API_KEY}`);
    await withKey().set('Sec-Fetch-Site', 'cross-site').expect(202);
    await withKey().set('Origin', 'https://evil.example').expect(403);
  });

  it('never grants other origins anything', async () => {
    const api = await start();
    for (const call of [ask(api), request(api.server).get('/runs').set('Origin', 'https://evil.example')]) {
      const reply = await call;
      expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

describe('the key', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi({ env: { API_KEY, HOST: '127.0.0.1' } });
  });
  afterAll(() => api.close());

  it.each(['/runs', '/runs/run_1', '/runs/run_1/events', '/metrics', '/openapi.json'])(
    'is needed to read %s',
    async (path) => {
      const reply = await request(api.server).get(path).expect(401);
      expect(codeOf(reply)).toBe('unauthorised');
      expect(reply.headers['www-authenticate']).toMatch(/^Bearer/);
      await request(api.server).get(path).set('Authorization', 'Bearer wrong').expect(401);
      const right = await request(api.server).get(path).set('Authorization', `bearer ${API_KEY}`);
      expect([200, 404]).toContain(right.status);
    },
  );

  it.each(['/trigger', '/runs/run_1/pause', '/runs/run_1/continue', '/runs/run_1/cancel'])(
    'is needed to post %s',
    async (path) => {
      expect(codeOf(await request(api.server).post(path).send({}).expect(401))).toBe('unauthorised');
    },
  );

  it('is not needed where there is no data', async () => {
    await request(api.server).get('/health').expect(200);
    await request(api.server).get('/ready').expect(200);
    await request(api.server).get('/').expect(200);
    await request(api.server).get('/runs').set('Accept', 'text/html').expect(200);
  });

  it.each(['', 'Basic abc', `Bearer ${API_KEY}x`, `Bearer ${API_KEY.slice(1)}`, `Token ${API_KEY}`, `Bearer  `])(
    'is not %j',
    async (authorization) => {
      await request(api.server).get('/runs').set('Authorization', authorization).expect(401);
    },
  );
});

describe('POST /session', () => {
  const signIn = (api: TestApi, key = API_KEY) => request(api.server).post('/session').send({ api_key: key });
  const cookieOf = (reply: { headers: Record<string, unknown> }) =>
    String((reply.headers['set-cookie'] as string[])[0]);

  it('trades the key for a cookie that scripts cannot read', async () => {
    const api = await start({ API_KEY });
    const reply = await signIn(api).expect(200);
    const cookie = cookieOf(reply);
    expect(cookie).toMatch(/^synthetic=v1\.[^;]+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/);
    expect(reply.body).toMatchObject({ key_required: true });
    const session = cookie.split(';')[0] ?? '';
    await request(api.server).get('/runs').set('Cookie', `other=1; ${session}`).expect(200);
    await ask(api).set('Cookie', session).set('Sec-Fetch-Site', 'same-origin').expect(202);
    await ask(api).set('Cookie', session).set('Sec-Fetch-Site', 'same-site').expect(403);
    await request(api.server).get('/runs').set('Cookie', `${session}0`).expect(401);
    const away = await request(api.server).delete('/session').set('Cookie', session).expect(204);
    expect(cookieOf(away)).toMatch(/^synthetic=;.*Expires=Thu, 01 Jan 1970/);
  });

  it('binds the cookie to TLS where TLS is', async () => {
    const api = await start({ API_KEY, PUBLIC_URL: 'https://ask.example' });
    expect(cookieOf(await signIn(api).set('Host', 'ask.example').expect(200))).toMatch(/^__Host-synthetic=.*; Secure/);
    const proxied = await start({ API_KEY, TRUST_PROXY: '1' });
    expect(cookieOf(await signIn(proxied).set('X-Forwarded-Proto', 'https').expect(200))).toContain('; Secure');
  });

  it('refuses a wrong key, and guessing', async () => {
    const api = await start({ API_KEY });
    for (let i = 0; i < 10; i += 1) expect(codeOf(await signIn(api, `guess-${i}`).expect(401))).toBe('wrong_key');
    const reply = await signIn(api).expect(429);
    expect(codeOf(reply)).toBe('rate_limited');
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    expect(reply.headers['set-cookie']).toBeUndefined();
  });

  it('cannot be signed in to from another site', async () => {
    const api = await start({ API_KEY });
    await signIn(api).set('Origin', 'https://evil.example').expect(403);
  });

  it('says so when no key is needed', async () => {
    const api = await start();
    const reply = await signIn(api, 'anything').expect(200);
    expect(reply.body).toEqual({ key_required: false, expires_at: null });
    expect(reply.headers['set-cookie']).toBeUndefined();
  });
});

describe('sessions', () => {
  const secret = 'ab'.repeat(32);
  const sessions = createSessions({ secret, apiKey: API_KEY });
  const now = Date.UTC(2026, 10, 30);

  it('end with their time, with a new key, and with another installation', () => {
    const { token, expiresAt } = sessions.issue(now);
    expect(expiresAt.getTime()).toBe(now + SESSION_MS);
    expect(sessions.verify(token, now + SESSION_MS - 1)).toBe(true);
    expect(sessions.verify(token, now + SESSION_MS)).toBe(false);
    expect(createSessions({ secret, apiKey: 'another key, much longer' }).verify(token, now)).toBe(false);
    expect(createSessions({ secret: 'cd'.repeat(32), apiKey: API_KEY }).verify(token, now)).toBe(false);
  });

  it('cannot be prolonged', () => {
    const parts = sessions.issue(now).token.split('.');
    parts[1] = String(now + 10 * SESSION_MS);
    expect(sessions.verify(parts.join('.'), now)).toBe(false);
    expect(sessions.verify('', now)).toBe(false);
  });
});

describe('TRIGGERS_PER_MINUTE', () => {
  it('bounds starts per key, whatever the address says, and tells when to come back', async () => {
    const api = await start({ API_KEY, TRIGGERS_PER_MINUTE: '2', TRUST_PROXY: '1' });
    const withKey = (address: string) =>
      ask(api).set('Authorization', `Bearer ${API_KEY}`).set('X-Forwarded-For', address);
    await withKey('1.2.3.4').expect(202);
    await withKey('1.2.3.5').expect(202);
    const reply = await withKey('1.2.3.6').expect(429);
    expect(codeOf(reply)).toBe('rate_limited');
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    expect(reply.headers['content-type']).toContain('application/problem+json');
    await request(api.server).get('/runs').set('Authorization', `Bearer ${API_KEY}`).expect(200);
  });

  it('bounds starts per address where there is no key', async () => {
    const api = await start({ TRIGGERS_PER_MINUTE: '1', TRUST_PROXY: '1' });
    await ask(api).set('X-Forwarded-For', '1.2.3.4').expect(202);
    await ask(api).set('X-Forwarded-For', '1.2.3.4').expect(429);
    await ask(api).set('X-Forwarded-For', '1.2.3.5').expect(202);
  });

  it('does not believe X-Forwarded-For without TRUST_PROXY', async () => {
    const api = await start({ TRIGGERS_PER_MINUTE: '1' });
    await ask(api).set('X-Forwarded-For', '1.2.3.4').expect(202);
    await ask(api).set('X-Forwarded-For', '1.2.3.5').expect(429);
  });
});
