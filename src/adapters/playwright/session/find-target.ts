/** From what a decision says to the element it means: by ref, by point, or by words over the whole page. */
import type { Locator, Page } from 'playwright';
import type { ActInput, Candidate as ShownCandidate, Decision } from '../../../contracts/acting.js';
import {
  chooseAtPoint,
  chooseOnPage,
  type Candidate,
  type TargetAct,
  type TargetChoice,
} from '../../../domain/acting/match-target.js';
import { isActive, nameOf, type SnapshotLine } from '../../../domain/acting/snapshot.js';
import { onElement } from './in-session.js';

export interface FoundTarget {
  readonly locator: Locator;
  /** as a person would say it */
  readonly name: string;
  readonly found: 'ref' | 'point' | 'near' | 'page' | 'locator';
  readonly ref: string;
  /** of the snapshot; none for a remembered step */
  readonly line?: SnapshotLine;
  readonly candidates: readonly ShownCandidate[];
}
export interface NoTarget {
  readonly locator: null;
  readonly candidates: readonly ShownCandidate[];
}

const FIELD_ROLES = new Set([
  'textbox',
  'searchbox',
  'combobox',
  'spinbutton',
  'checkbox',
  'radio',
  'switch',
  'button',
]);
/** More fields than this are not asked for what they are for. */
const MOST_ASKED = 80;

/** @param tried refs that were acted on to no effect since the page last changed */
export async function findTarget(
  page: Page,
  { decision, stalled }: Pick<ActInput, 'decision' | 'stalled'>,
  lines: readonly SnapshotLine[],
  tried: ReadonlySet<string>,
): Promise<FoundTarget | NoTarget> {
  const named = decision.ref === null ? undefined : lines.find(({ ref }) => ref === decision.ref);
  if (named !== undefined && !stalled) return target(page, named, 'ref', []);
  const elements = await candidatesOf(page, lines);
  const said = { act: targetAct(decision), target: decision.target, reason: decision.reason };
  const choice = choose(decision, said, elements, stalled, tried);
  const line = lines.find(({ ref }) => ref !== null && ref === choice.chosen);
  const shown = choice.candidates.map(({ label, score, distance }) => ({ label: label.slice(0, 80), score, distance }));
  if (line !== undefined) return target(page, line, choice.how ?? 'page', shown);
  // A stall that a search of the page does not help: once more what was named.
  return named === undefined ? { locator: null, candidates: shown } : target(page, named, 'ref', shown);
}

function choose(
  { point }: Decision,
  said: { act: TargetAct; target: string; reason: string },
  elements: readonly Candidate[],
  stalled: boolean,
  tried: ReadonlySet<string>,
): TargetChoice {
  if (stalled) return chooseOnPage(point, said, elements, tried);
  const atPoint = point === null ? null : chooseAtPoint(point, said, elements);
  return atPoint?.chosen == null ? chooseOnPage(point, said, elements) : atPoint;
}

const target = (
  page: Page,
  line: SnapshotLine,
  found: FoundTarget['found'],
  candidates: readonly ShownCandidate[],
): FoundTarget => ({
  locator: page.getByRef(line.ref ?? ''),
  name: nameOf(line),
  found,
  ref: line.ref ?? '',
  line,
  candidates,
});

const ACTS: Partial<Record<Decision['action'], TargetAct>> = {
  type: 'type',
  clear: 'type',
  select: 'select',
  check: 'check',
  uncheck: 'check',
  press: 'press',
  hover: 'hover',
  upload: 'upload',
};
const targetAct = ({ action }: Decision): TargetAct => ACTS[action] ?? 'click';

async function candidatesOf(page: Page, lines: readonly SnapshotLine[]): Promise<Candidate[]> {
  const active = lines.filter((line) => isActive(line) && line.box !== null && line.box.width > 0);
  const asked = new Set(active.filter(({ role }) => FIELD_ROLES.has(role)).slice(0, MOST_ASKED));
  return Promise.all(
    active.map(async (line) => {
      const known = asked.has(line) ? await attributesOf(page.getByRef(line.ref ?? '')) : NO_ATTRIBUTES;
      return { ...known, ...candidate(line) };
    }),
  );
}

const candidate = (line: SnapshotLine) => ({
  id: line.ref ?? '',
  box: line.box ?? { x: 0, y: 0, width: 0, height: 0 },
  clickable: true,
  enabled: !line.states.includes('disabled'),
  role: line.role,
  label: line.name || (FIELD_ROLES.has(line.role) && line.role !== 'button' ? '' : line.text),
});

const NO_ATTRIBUTES = { tag: '', type: '', name: '', autocomplete: '', placeholder: '' };

const attributesOf = (locator: Locator): Promise<typeof NO_ATTRIBUTES> =>
  onElement<typeof NO_ATTRIBUTES>(
    locator,
    `const { tagName, type = '', name = '', autocomplete = '', placeholder = '' } = element;
     return { tag: tagName.toLowerCase(), type, name, autocomplete, placeholder };`,
    1_000,
  ).catch(() => NO_ATTRIBUTES);
