import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** One page of the data set, as served, with its reviewed main text. */
export interface LabelledPage {
  readonly id: string;
  readonly type: string;
  readonly url: string;
  readonly title: string | null;
  readonly main: string;
  readonly html: string;
}

interface TruthLine {
  readonly id: string;
  readonly type: string;
  readonly url: string;
  readonly title: string | null;
  readonly main: string | null;
}

/** Reads a folder that holds `truth.jsonl.gz` and `html/<id>.html.gz`, a page at a time. */
export function* readPages(dataDir: string): Generator<LabelledPage> {
  const lines = gunzipSync(readFileSync(join(dataDir, 'truth.jsonl.gz')))
    .toString('utf8')
    .trim()
    .split('\n');
  for (const line of lines) {
    const { id, type, url, title, main } = JSON.parse(line) as TruthLine;
    const html = gunzipSync(readFileSync(join(dataDir, 'html', `${id}.html.gz`))).toString('utf8');
    // A few pages have no reviewed text: whatever is read from them counts as wrong.
    yield { id, type, url, title, main: main ?? '', html };
  }
}
