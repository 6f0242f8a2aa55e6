import type { RequestHandler } from 'express';
import { gzipSync } from 'node:zlib';
import { ScreenshotNumberSchema } from '../../contracts/schemas/requests.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import type { Runs } from '../../ports/runs.js';
import { ProblemError } from '../problems.js';
import { tarOf } from '../tar.js';
import { runIdParameter } from './runs.js';

interface Deps {
  readonly artifacts: Pick<ArtifactStore, 'load' | 'list'>;
  readonly runs: Pick<Runs, 'view'>;
  readonly redact: (value: unknown) => unknown;
}

/** What was on the screen is for the person who asked, and for nobody's cache. */
const PRIVATE = { 'Cache-Control': 'private, no-store' };

/** `GET /runs/{id}/screenshots/{n}` */
export function showScreenshot({ artifacts }: Pick<Deps, 'artifacts'>): RequestHandler {
  return async (req, res) => {
    const runId = runIdParameter(req);
    const n = ScreenshotNumberSchema.safeParse(req.params['n']);
    const image = n.success ? await artifacts.load(runId, `${n.data}.jpg`) : null;
    if (image === null) throw new ProblemError('screenshot_not_found');
    res.status(200).set(PRIVATE).type('image/jpeg').send(image);
  };
}

/** `GET /runs/{id}/export`: the run as JSON with its screenshots, in one archive. */
export function exportRun({ artifacts, runs, redact }: Deps): RequestHandler {
  return async (req, res) => {
    const runId = runIdParameter(req);
    const view = await runs.view(runId);
    const names = (await artifacts.list(runId)).filter((name) => name.endsWith('.jpg'));
    const images = await Promise.all(names.map(async (name) => ({ name, bytes: await artifacts.load(runId, name) })));
    const files = [
      { name: 'run.json', bytes: Buffer.from(`${JSON.stringify(redact(view), null, 2)}\n`, 'utf8') },
      ...images.flatMap(({ name, bytes }) => (bytes === null ? [] : [{ name: `screenshots/${name}`, bytes }])),
    ];
    const time = new Date(view.finished_at ?? view.created_at);
    const archive = gzipSync(
      tarOf(
        files.map((file) => ({ ...file, name: `${runId}/${file.name}` })),
        time,
      ),
    );
    const name = `attachment; filename="${runId}.tar.gz"`;
    res
      .status(200)
      .set({ ...PRIVATE, 'Content-Disposition': name })
      .type('application/gzip')
      .send(archive);
  };
}
