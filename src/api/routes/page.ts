/** The web page: its files, and its shell wherever a person opens an address of the product. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { ProblemError } from '../problems.js';

const NOT_BUILT = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>synthetic-api</title></head>
<body>
<main>
<h1>synthetic-api is running</h1>
<p>Its web page has not been built yet. Build it with <code>npm run build</code> and load this address again.</p>
<p>The API works without it: <a href="/openapi.json">every call</a>, <a href="/ready">what is in use</a>.</p>
</main>
</body>
</html>
`;

/** Does the caller want a page for people? Programs (and curl's any type) get JSON. */
export function prefersHtml(req: Request): boolean {
  return req.accepts(['application/json', 'text/html']) === 'text/html';
}

function sendShell(pageDir: string | null, res: Response): void {
  res.set('Cache-Control', 'no-cache').type('html');
  const file = pageDir === null ? null : join(pageDir, 'index.html');
  if (file === null || !existsSync(file)) res.send(NOT_BUILT);
  else res.sendFile(file, { cacheControl: false, dotfiles: 'allow' });
}

/** `GET /` */
export function shell(pageDir: string | null): RequestHandler {
  return (_req, res) => sendShell(pageDir, res);
}

/** Before the JSON of an address that the page shows too: its shell holds no data, so it needs no key. */
export function shellForPeople(pageDir: string | null): RequestHandler {
  return (req, res, next) => {
    res.vary('Accept');
    if (prefersHtml(req)) sendShell(pageDir, res);
    else next();
  };
}

const NOTHING_HERE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Nothing here – synthetic-api</title></head>
<body>
<main>
<h1>There is nothing here</h1>
<p>The address is wrong, or what stood there is gone. <a href="/">Ask something</a>, or see <a href="/runs">earlier runs</a>.</p>
</main>
</body>
</html>
`;

/** The last of all routes. @throws ProblemError not_found to programs */
export const nothingHere: RequestHandler = (req, res) => {
  res.vary('Accept');
  if (req.method !== 'GET' || !prefersHtml(req)) throw new ProblemError('not_found');
  res.status(404).set('Cache-Control', 'no-store').type('html').send(NOTHING_HERE);
};

/** Built files carry a hash in their names under `assets/`: those never change. */
export function pageFiles(pageDir: string): RequestHandler {
  return express.static(pageDir, {
    index: false,
    redirect: false,
    dotfiles: 'ignore',
    setHeaders(res, path) {
      const hashed = /[\\/]assets[\\/][^\\/]+-[\w-]{8,}\.\w+$/.test(path);
      res.setHeader('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}
