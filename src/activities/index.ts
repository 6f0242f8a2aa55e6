import type { HearSpeech } from '../answering/hear-speech.js';
import type { Classify } from '../answering/classify-with-model.js';
import type { Draft } from '../answering/draft.js';
import type { HostClaim } from '../contracts/acting.js';
import type { EmbedClosest } from '../answering/embed-closest.js';
import type { Recall } from '../acting/recall.js';
import type { Activities } from '../contracts/activities.js';
import type { FaultPoint } from '../faults.js';
import type { ReplayRules } from '../domain/acting/memory.js';
import type { ArtifactStore } from '../ports/artifact-store.js';
import type { BrowserSessions } from '../ports/browser-sessions.js';
import type { ChunkIndex } from '../ports/chunk-index.js';
import type { GateOpener } from '../ports/gate-opener.js';
import type { OneTimeKeys } from '../ports/one-time-keys.js';
import type { MemoryStore, MemoryWriter } from '../ports/memory-store.js';
import type { PageReader } from '../ports/page-reader.js';
import type { PageRenderer } from '../ports/page-renderer.js';
import type { PageStore } from '../ports/page-store.js';
import type { Runs } from '../ports/runs.js';
import type { SearchEngine } from '../ports/search-engine.js';
import type { WearerNotifications } from '../ports/wearer-notifications.js';
import { ACTIVITY_LIMITS } from '../contracts/activity-limits.js';
import type { Decide } from '../answering/decide-with-model.js';
import { createAct, createReadJournal } from './act.js';
import { createClaimHost } from './claim-host.js';
import { createClassify } from './classify.js';
import { createDecide } from './decide.js';
import { createDraftAnswer } from './draft-answer.js';
import { createEmbedChunks } from './embed-chunks.js';
import { createHearSpeechActivity } from './hear-speech.js';
import { createEnterGate, createOfferKey } from './enter-gate.js';
import { createRecallTask, createReportOutcome, createWriteOutcome } from './memory.js';
import { createIndexPage } from './index-page.js';
import { createNotifyWearer } from './notify-wearer.js';
import { createObserve } from './observe.js';
import { createPlanAction } from './plan-action.js';
import { createReadPage } from './read-page.js';
import { createRenderPage } from './render-page.js';
import { createSearchWeb } from './search-web.js';
import { createCloseSession, createOpenSession } from './sessions.js';
import { createSweep } from './sweep.js';
import { asActivity, BROWSER_BEAT_EVERY_MS } from './with-failures.js';

export interface ActivityDeps {
  readonly engines: readonly SearchEngine[];
  readonly readers: readonly PageReader[];
  readonly renderer: PageRenderer;
  readonly sessions: BrowserSessions;
  readonly artifacts: ArtifactStore;
  readonly decideNext: Decide;
  readonly hasModel: boolean;
  /** what one action may take */
  readonly acting: { readonly maxSteps: number; readonly holdMs: number };
  /** this worker's own slot and queue, where its sessions are worked in */
  readonly host: HostClaim;
  /** one-time keys in this worker's memory */
  readonly keys: OneTimeKeys;
  readonly gates: GateOpener;
  /** origins at which a person may be asked */
  readonly gateOrigins: readonly string[];
  readonly pages: PageStore;
  readonly chunks: ChunkIndex;
  readonly classify: Classify;
  readonly embedClosest: EmbedClosest;
  readonly draft: Draft;
  readonly hearSpeech: HearSpeech;
  readonly notifications: WearerNotifications;
  readonly recall: Recall;
  readonly memories: MemoryStore;
  readonly memoryWriter: MemoryWriter;
  readonly replayRules: ReplayRules;
  /** how long a memory that is not trusted is kept, milliseconds */
  readonly memoryRetentionMs: number;
  readonly runs: Runs;
  readonly faultPoint: FaultPoint;
  readonly freshMs: number;
  readonly retentionMs: number;
  readonly ownsServer: boolean;
  readonly now: () => number;
  /** told of every page that was tried: for the metrics */
  readonly onPage?: (attempt: Awaited<ReturnType<Activities['readPage']>>) => void;
}

/** All activities, each with a heartbeat, fault points and its errors translated. */
export function createActivities(deps: ActivityDeps): Activities {
  const { faultPoint } = deps;
  const searchWeb = createSearchWeb({ ...deps, attempts: ACTIVITY_LIMITS.searchWeb.attempts });
  const readPage = createReadPage({ ...deps, attempts: ACTIVITY_LIMITS.readPage.attempts });
  const renderPage = createRenderPage({ ...deps, attempts: ACTIVITY_LIMITS.renderPage.attempts });
  const classify = createClassify(deps);
  const indexPage = createIndexPage(deps);
  const embedChunks = createEmbedChunks(deps);
  const draftAnswer = createDraftAnswer({ ...deps, attempts: ACTIVITY_LIMITS.draftAnswer.attempts });
  const planAction = createPlanAction(deps);
  const observe = createObserve(deps);
  const act = createAct(deps);
  const readJournal = createReadJournal(deps);
  const decide = createDecide({ ...deps, attempts: ACTIVITY_LIMITS.decide.attempts });
  const claimHost = createClaimHost(deps);
  const openSession = createOpenSession(deps);
  const closeSession = createCloseSession(deps);
  const offerKey = createOfferKey(deps);
  const enterGate = createEnterGate(deps);
  const recallTask = createRecallTask(deps);
  const reportOutcome = createReportOutcome(deps);
  const writeOutcome = createWriteOutcome(deps);
  const sweep = createSweep(deps);
  const hearSpeech = createHearSpeechActivity(deps);
  const notifyWearer = createNotifyWearer(deps);
  return {
    classify: (input) => asActivity(faultPoint, () => classify(input)),
    searchWeb: (input) => asActivity(faultPoint, () => searchWeb(input)),
    readPage: (input) =>
      asActivity(faultPoint, async () => {
        const attempt = await readPage(input);
        deps.onPage?.(attempt);
        return attempt;
      }),
    renderPage: (input) =>
      asActivity(
        faultPoint,
        async () => {
          const attempt = await renderPage(input);
          deps.onPage?.(attempt);
          return attempt;
        },
        BROWSER_BEAT_EVERY_MS,
      ),
    indexPage: (input) => asActivity(faultPoint, () => indexPage(input)),
    embedChunks: (input) => asActivity(faultPoint, () => embedChunks(input)),
    draftAnswer: (input) => asActivity(faultPoint, () => draftAnswer(input)),
    planAction: (input) => asActivity(faultPoint, () => planAction(input)),
    observe: (input) => asActivity(faultPoint, () => observe(input), BROWSER_BEAT_EVERY_MS),
    act: (input) => asActivity(faultPoint, () => act(input), BROWSER_BEAT_EVERY_MS),
    decide: (input) => asActivity(faultPoint, () => decide(input)),
    readJournal: (input) => asActivity(faultPoint, () => readJournal(input)),
    claimHost: (input) => asActivity(faultPoint, () => claimHost(input)),
    openSession: (input) => asActivity(faultPoint, () => openSession(input), BROWSER_BEAT_EVERY_MS),
    closeSession: (input) => asActivity(faultPoint, () => closeSession(input), BROWSER_BEAT_EVERY_MS),
    hearSpeech: (input) => asActivity(faultPoint, () => hearSpeech(input)),
    notifyWearer: (input) => asActivity(faultPoint, () => notifyWearer(input)),
    offerKey: (input) => asActivity(faultPoint, () => offerKey(input)),
    readBehindGate: (input) => asActivity(faultPoint, () => enterGate(input), BROWSER_BEAT_EVERY_MS),
    signIn: (input) => asActivity(faultPoint, () => enterGate(input), BROWSER_BEAT_EVERY_MS),
    recallTask: (input) => asActivity(faultPoint, () => recallTask(input)),
    reportOutcome: (input) => asActivity(faultPoint, () => reportOutcome(input)),
    writeOutcome: (input) => asActivity(faultPoint, () => writeOutcome(input)),
    sweep: () => asActivity(faultPoint, () => sweep()),
  };
}
