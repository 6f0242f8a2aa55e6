import { Context } from '@temporalio/activity';
import type { ActResult, JournalledAct } from '../contracts/acting.js';
import type { Activities } from '../contracts/activities.js';
import type { FaultPoint } from '../faults.js';
import type { ArtifactStore } from '../ports/artifact-store.js';
import type { BrowserSessions } from '../ports/browser-sessions.js';
import { screenshotName } from './observe.js';

interface Deps {
  readonly sessions: BrowserSessions;
  readonly artifacts: ArtifactStore;
  readonly faultPoint: FaultPoint;
}

const JOURNAL = 'journal.jsonl';
/** So that an act never begins so late that its end would not be heard. Milliseconds. */
const MARGIN_MS = 25_000;

type JournalLine =
  | { readonly n: number; readonly state: 'begun'; readonly commits: boolean }
  | { readonly n: number; readonly state: 'acted'; readonly result: ActResult };

/** One attempt, ever. What is about to be done is on the disk before it is done, and what came of it after. */
export const createAct = ({ sessions, artifacts, faultPoint }: Deps): Activities['act'] =>
  async function act(input) {
    const { cancellationSignal: signal, info } = Context.current();
    const { runId, n, decision } = input;
    // A kind of act of its own: the first act of a run is seldom the one that matters.
    const point = (when: string): void => faultPoint(`${when}:act-${decision.action}`);
    point('before');
    /** A replay looks at nothing before it acts: what it did is shown by what came of it. */
    const withPicture = async (acted: ActResult): Promise<ActResult> => {
      if (acted.replayed === null) return acted;
      const picture = await sessions.picture(input.sessionId);
      if (picture === null) return acted;
      await artifacts.save(runId, screenshotName(n), picture);
      return { ...acted, replayed: { ...acted.replayed, pictured: true } };
    };
    const note = (line: JournalLine) => artifacts.append(runId, JOURNAL, JSON.stringify(line));
    const acted = await sessions.act(input, {
      signal,
      deadline: performance.now() + info.startToCloseTimeoutMs - MARGIN_MS,
      begin: (commits) => note({ n, state: 'begun', commits }),
      performed: (stage) => point(stage === 'sent' ? 'during' : 'in'),
    });
    const result = await withPicture(acted);
    await note({ n, state: 'acted', result });
    point('after');
    return result;
  };

/** What the worker that was lost wrote down of an act. */
export const createReadJournal = ({ artifacts }: Pick<Deps, 'artifacts'>): Activities['readJournal'] =>
  async function readJournal({ runId, n }) {
    const text = (await artifacts.load(runId, JOURNAL))?.toString('utf8') ?? '';
    const lines = text
      .split('\n')
      .flatMap(readLine)
      .filter((line) => line.n === n);
    const acted = lines.findLast((line) => line.state === 'acted');
    const begun = lines.findLast((line) => line.state === 'begun');
    const commits = begun?.commits ?? false;
    if (acted !== undefined) return { state: 'acted', commits, result: acted.result } satisfies JournalledAct;
    return { state: begun === undefined ? 'none' : 'begun', commits, result: null };
  };

/** A line that a power cut left half written is none. */
function readLine(text: string): JournalLine[] {
  try {
    return text === '' ? [] : [JSON.parse(text) as JournalLine];
  } catch {
    return [];
  }
}
