/** The hand: does what was decided, once. What cannot be done is told apart from what may have been done. */
import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Download, Locator } from 'playwright';
import type { ActInput, Decision, DownloadProof } from '../../../contracts/acting.js';
import { showsText } from '../../../domain/acting/snapshot.js';
import { sniffType } from './sniff-type.js';
import type { ActingSession } from './acting-session.js';
import { askElement, onElement } from './in-session.js';
import { lookAt } from './look.js';

/** It certainly was not done; the message is for people. */
export class NotPossible extends Error {}

export interface Performed {
  readonly state: 'done' | 'not_done' | 'unknown';
  readonly detail: string;
  readonly download: DownloadProof | null;
}

const ACT_MS = 8_000;
const WAIT_MS = 15_000;
const DOWNLOAD_MS = 25_000;
const MOST_DOWNLOADED = 100 * 1024 * 1024;

const WITHOUT_ELEMENT = new Set<Decision['action']>(['go-back', 'switch-tab', 'wait', 'answer-dialog']);
const SOMETIMES = new Set<Decision['action']>(['press', 'scroll']);
/** Is there an element to find first? */
export const needsElement = ({ action, ref, point }: Decision): boolean =>
  !WITHOUT_ELEMENT.has(action) && !(SOMETIMES.has(action) && ref === null && point === null);

const KEYS =
  /^(?:(?:Control|Shift|Alt)\+)?(?:Enter|Space|Tab|Escape|Backspace|Delete|Arrow(?:Up|Down|Left|Right)|Home|End|Page(?:Up|Down)|[\p{L}\p{N}])$/u;

type Hand = (session: ActingSession, input: ActInput, element: Locator) => Promise<string | Performed>;

const HANDS: Record<Exclude<Decision['action'], 'find' | 'done' | 'refuse' | 'give_up' | 'ask_person'>, Hand> = {
  click: (session, _input, element) =>
    press(session, () => element.click({ timeout: ACT_MS, noWaitAfter: true }), 'Clicked'),
  'follow-link': (session, _input, element) =>
    press(session, () => element.click({ timeout: ACT_MS, noWaitAfter: true }), 'Followed'),
  hover: (_session, _input, element) => surely(element.hover({ timeout: ACT_MS }), 'Pointed at it.'),
  type: (_session, input, element) => typeInto(element, input.value ?? ''),
  clear: (_session, _input, element) => typeInto(element, ''),
  select,
  check: (session, _input, element) => press(session, () => element.setChecked(true, { timeout: ACT_MS }), 'Checked'),
  uncheck: (session, _input, element) =>
    press(session, () => element.setChecked(false, { timeout: ACT_MS }), 'Unchecked'),
  press: pressKey,
  drag,
  scroll,
  'go-back': goBack,
  'switch-tab': switchTab,
  upload,
  download,
  'answer-dialog': answerDialog,
  wait,
};

/**
 * @param element null where the act needs none
 * @throws NotPossible it was not done; anything else: it may have been
 */
export async function perform(session: ActingSession, input: ActInput, element: Locator | null): Promise<Performed> {
  const { action } = input.decision;
  const hand = HANDS[action as keyof typeof HANDS] as Hand | undefined;
  if (hand === undefined) throw new NotPossible(`"${action}" is nothing that is done on a page.`);
  const done = await hand(session, input, element ?? session.active.page.locator('body'));
  return typeof done === 'string' ? { state: 'done', detail: done, download: null } : done;
}

/** Where an act cannot have reached the page, a failure says that it was not done. */
async function surely(work: Promise<unknown>, detail: string): Promise<string> {
  try {
    await work;
    return detail;
  } catch (error) {
    throw new NotPossible(reasonOf(error));
  }
}

/** Did the driver get as far as the mouse or the keys? Its log says so, whatever the exception. */
const hadBegun = (error: unknown): boolean => /performing (?:click|tap|dblclick|drag\S*) action/iu.test(String(error));

/** Why the driver did not act, in words of our own: its own may hold what was typed. */
function reasonOf(error: unknown): string {
  const log = String(error);
  if (/intercepts pointer events/u.test(log)) return 'Something else lies over it.';
  if (/not enabled|disabled/u.test(log)) return 'It is switched off.';
  if (/not stable/u.test(log)) return 'It does not stand still.';
  if (/not visible|hidden/u.test(log)) return 'It cannot be seen.';
  if (/not an? (?:<input>|HTMLInputElement|checkbox)|not editable|readonly/iu.test(log))
    return 'Nothing can be put in there.';
  if (/did not find some options/u.test(log)) return 'There is no such option.';
  return 'It could not be reached in time.';
}

/** A click that opens a dialog does not come back before the dialog is answered: the dialog shows that it was done. */
async function press(session: ActingSession, act: () => Promise<void>, verb: string): Promise<string> {
  const dialog = session.nextDialog();
  try {
    await Promise.race([act(), dialog.opened]);
    return `${verb}.`;
  } catch (error) {
    if (hadBegun(error)) throw error;
    throw new NotPossible(reasonOf(error));
  } finally {
    dialog.forget();
  }
}

async function typeInto(element: Locator, value: string): Promise<string | Performed> {
  await surely(element.fill(value, { timeout: ACT_MS }), 'Typed.');
  const held = await askElement(element, 'fieldValue').catch(() => null);
  if (held === null || held === 'filled' || held === value || sameWords(held, value)) return 'Typed.';
  // Some fields rewrite what is filled in at once, and take keys only.
  await surely(element.fill('', { timeout: ACT_MS }), '');
  await surely(element.pressSequentially(value, { timeout: ACT_MS * 2 }), '');
  return 'Typed, key by key.';
}
const plain = (text: string): string => text.replace(/[\s()./-]/gu, '').toLowerCase();
const sameWords = (a: string, b: string): boolean => plain(a) === plain(b);

async function select(session: ActingSession, { decision, value }: ActInput, element: Locator): Promise<string> {
  const wanted = value ?? decision.text ?? '';
  if (wanted === '') throw new NotPossible('The decision does not say which option.');
  if (await askElement(element, 'isNativeSelect')) {
    const label = element.selectOption({ label: wanted }, { timeout: ACT_MS / 2 });
    return surely(
      label.catch(() => element.selectOption({ value: wanted }, { timeout: ACT_MS / 2 })),
      `Chose "${wanted}".`,
    );
  }
  const { page } = session.active;
  const option = page.getByRole('option', { name: wanted, exact: true }).visible().first();
  if ((await option.count()) === 0) {
    await press(session, () => element.click({ timeout: ACT_MS, noWaitAfter: true }), 'Opened');
    await surely(option.waitFor({ timeout: REVEAL_MS }), '');
  }
  await press(session, () => option.click({ timeout: ACT_MS, noWaitAfter: true }), 'Chose');
  return `Chose "${wanted}".`;
}
const REVEAL_MS = 3_000;

async function pressKey(session: ActingSession, { decision }: ActInput, element: Locator): Promise<string> {
  const key = decision.text ?? '';
  if (!KEYS.test(key)) throw new NotPossible(`"${key.slice(0, 20)}" is no key that may be pressed.`);
  const { keyboard } = session.active.page;
  if (needsElement(decision)) await surely(element.focus({ timeout: ACT_MS }), '');
  return press(session, () => keyboard.press(key), `Pressed ${key}`);
}

async function drag(session: ActingSession, { decision }: ActInput, element: Locator): Promise<string> {
  if (decision.onto === null) throw new NotPossible('The decision does not say where to.');
  const onto = session.active.page.getByRef(decision.onto);
  return press(session, () => element.dragTo(onto, { timeout: ACT_MS }), 'Dragged');
}

async function scroll(session: ActingSession, { decision }: ActInput, element: Locator): Promise<string> {
  const { page } = session.active;
  const box = needsElement(decision) ? await element.boundingBox({ timeout: ACT_MS }).catch(() => null) : null;
  const view = page.viewportSize() ?? { width: 1280, height: 900 };
  const at =
    box === null ? { x: view.width / 2, y: view.height / 2 } : { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const far = (box === null ? view.height : Math.min(box.height, view.height)) * SCROLL_SHARE;
  await page.mouse.move(Math.min(Math.max(at.x, 1), view.width - 1), Math.min(Math.max(at.y, 1), view.height - 1));
  await page.mouse.wheel(0, decision.direction === 'up' ? -far : far);
  return 'Scrolled.';
}
/** So that what stood at the edge is still seen. */
const SCROLL_SHARE = 0.85;

async function goBack(session: ActingSession): Promise<string> {
  const went = await session.active.page.goBack({ timeout: WAIT_MS, waitUntil: 'commit' }).catch(() => null);
  if (went === null) throw new NotPossible('There is no page to go back to.');
  return 'Went back.';
}

function switchTab(session: ActingSession, { decision }: ActInput): Promise<string> {
  if (decision.tab === null || !session.switchTo(decision.tab)) throw new NotPossible('There is no such tab.');
  session.seen = null;
  return Promise.resolve(`Went to tab ${decision.tab}.`);
}

async function wait(session: ActingSession, { decision }: ActInput): Promise<string> {
  const { page, id } = session.active;
  const end = performance.now() + WAIT_MS;
  if (decision.text === null) {
    await sleep(BREATH_MS);
    return 'Waited a moment.';
  }
  while (performance.now() < end) {
    if (showsText((await lookAt(page, id)).lines, decision.text)) return `"${decision.text}" is shown.`;
    await sleep(300);
  }
  throw new NotPossible(`"${decision.text}" did not show up in ${WAIT_MS / 1000} seconds.`);
}
const BREATH_MS = 2_000;

async function answerDialog(session: ActingSession, { decision, value }: ActInput): Promise<string> {
  const open = session.dialog;
  if (open === null) throw new NotPossible('There is no dialog to answer.');
  session.dialog = null;
  const asked = open.message.slice(0, 120);
  if (decision.accept === true) {
    await open.dialog.accept(open.kind === 'prompt' ? (value ?? '') : undefined);
    return `Agreed to "${asked}".`;
  }
  await open.dialog.dismiss();
  return `Turned down "${asked}".`;
}

interface GivenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}
const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+)?((?:;[\w-]+=[^;,]*)*)(;base64)?,/u;

/** A file that the person gave: a data address, with its name as a parameter; or the text of it. */
function givenFile(value: string, input: string): GivenFile {
  const [head, mimeType = 'text/plain', parameters = '', base64] = DATA_URL.exec(value) ?? [];
  if (head === undefined) return { name: `${input}.txt`, mimeType: 'text/plain', buffer: Buffer.from(value, 'utf8') };
  const [, name = `${input}.bin`] = /;name=([^;]+)/u.exec(parameters) ?? [];
  const body = value.slice(head.length);
  const buffer = base64 === undefined ? Buffer.from(decodeURIComponent(body), 'utf8') : Buffer.from(body, 'base64');
  return { name: decodeURIComponent(name), mimeType, buffer };
}

async function upload(session: ActingSession, { decision, value }: ActInput, element: Locator): Promise<string> {
  if (value === null) throw new NotPossible('There is no file to give.');
  const file = givenFile(value, decision.input ?? 'file');
  const isField = await onElement<boolean>(element, `return element.matches('input[type=file]');`);
  if (isField) return surely(element.setInputFiles(file, { timeout: ACT_MS }), `Gave the file ${file.name}.`);
  const chooser = session.active.page.waitForEvent('filechooser', { timeout: ACT_MS });
  chooser.catch(() => undefined);
  await press(session, () => element.click({ timeout: ACT_MS, noWaitAfter: true }), 'Opened');
  const chosen = await chooser.catch(() => null);
  if (chosen === null) throw new NotPossible('It did not ask for a file.');
  return surely(chosen.setFiles(file, { timeout: ACT_MS }), `Gave the file ${file.name}.`);
}

async function download(session: ActingSession, _input: ActInput, element: Locator): Promise<string | Performed> {
  const known = session.downloads.length;
  await press(session, () => element.click({ timeout: ACT_MS, noWaitAfter: true }), 'Asked for it');
  const end = performance.now() + DOWNLOAD_MS;
  while (session.downloads.length === known && performance.now() < end) await sleep(50);
  const begun = session.downloads[known];
  if (begun === undefined) return { state: 'unknown', detail: 'No file came of it.', download: null };
  const proof = await prove(begun, end - performance.now() + 5_000);
  if (proof === null) return { state: 'unknown', detail: 'The file did not come to its end.', download: null };
  return { state: 'done', detail: `Downloaded ${proof.name}, ${proof.bytes} bytes, ${proof.type}.`, download: proof };
}

async function prove(begun: Download, ms: number): Promise<DownloadProof | null> {
  const path = await Promise.race([begun.path().catch(() => null), sleep(ms, null)]);
  if (path === null) {
    await begun.cancel().catch(() => undefined);
    return null;
  }
  const { size } = await stat(path);
  if (size === 0 || size > MOST_DOWNLOADED) return null;
  const hash = createHash('sha256');
  let head = Buffer.alloc(0);
  const handle = await open(path);
  for await (const chunk of handle.createReadStream()) {
    const bytes = chunk as Buffer;
    if (head.length === 0) head = Buffer.from(bytes.subarray(0, 512));
    hash.update(bytes);
  }
  return {
    name: begun.suggestedFilename().slice(0, 200),
    bytes: size,
    type: sniffType(head),
    sha256: hash.digest('hex'),
  };
}
