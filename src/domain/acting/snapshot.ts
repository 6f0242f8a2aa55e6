/** A page as its accessibility tree shows it: kept whole, told to a model within a budget, searched for the rest. */
import type { SnapshotBox, SnapshotLine } from '../../ports/page-snapshot.js';

export type { SnapshotLine };

/** What the driver gives; fields that are not read are left out. */
export interface AriaNode {
  readonly role: string;
  readonly name?: string;
  readonly text?: string;
  readonly ref?: string;
  readonly box?: SnapshotBox;
  readonly cursor?: string;
  readonly children?: readonly (AriaNode | string)[];
  readonly level?: number;
  readonly checked?: boolean | 'mixed';
  readonly pressed?: boolean | 'mixed';
  readonly disabled?: boolean;
  readonly expanded?: boolean;
  readonly selected?: boolean;
  readonly invalid?: boolean | string;
}

const MOST_LINES = 20_000;
const LINE_CHARACTERS = 300;

/** Lines in the order of the page. What is inside frames is moved to where the frame stands. */
export function linesOf(nodes: readonly (AriaNode | string)[]): SnapshotLine[] {
  const lines: SnapshotLine[] = [];
  const walk = (node: AriaNode | string, depth: number, x: number, y: number): void => {
    if (lines.length >= MOST_LINES) return;
    if (typeof node === 'string') {
      if (node.trim() !== '') lines.push({ ...PLAIN, depth, text: node.trim().slice(0, LINE_CHARACTERS) });
      return;
    }
    const box = node.box === undefined ? null : { ...node.box, x: node.box.x + x, y: node.box.y + y };
    const line = lineOf(node, depth, box);
    const shown = worthALine(line);
    if (shown) lines.push(line);
    const inner = node.role === 'iframe' && box !== null ? box : { x, y };
    for (const child of node.children ?? []) walk(child, shown ? depth + 1 : depth, inner.x, inner.y);
  };
  for (const node of nodes) walk(node, 0, 0, 0);
  return lines;
}

const PLAIN: SnapshotLine = {
  depth: 0,
  role: 'text',
  name: '',
  text: '',
  states: [],
  ref: null,
  box: null,
  pointer: false,
};

function lineOf(node: AriaNode, depth: number, box: SnapshotBox | null): SnapshotLine {
  return {
    depth,
    role: node.role,
    name: (node.name ?? '').slice(0, LINE_CHARACTERS),
    text: (node.text ?? '').slice(0, LINE_CHARACTERS),
    states: statesOf(node),
    ref: node.ref ?? null,
    box,
    pointer: node.cursor === 'pointer',
  };
}

function statesOf(node: AriaNode): string[] {
  const states: string[] = [];
  for (const state of ['checked', 'pressed'] as const) {
    if (node[state] === 'mixed') states.push(`${state} in part`);
    else if (node[state] === true) states.push(state);
  }
  for (const state of ['disabled', 'expanded', 'selected'] as const) if (node[state] === true) states.push(state);
  if (node.invalid === true || (typeof node.invalid === 'string' && node.invalid !== 'false')) states.push('invalid');
  return states;
}

const WRAPPERS = new Set(['generic', 'none', 'presentation', 'group', 'paragraph', 'strong', 'emphasis']);
const worthALine = ({ role, name, text, pointer }: SnapshotLine): boolean =>
  !WRAPPERS.has(role) || name !== '' || text !== '' || pointer;

const ACTIVE = new Set(
  (
    'button link textbox searchbox combobox checkbox radio switch slider spinbutton option menuitem menuitemcheckbox ' +
    'menuitemradio tab treeitem gridcell listbox'
  ).split(' '),
);
/** Can something be done with it? */
export const isActive = (line: SnapshotLine): boolean => line.ref !== null && (ACTIVE.has(line.role) || line.pointer);

/** As a person would say it: `button "Sign up"`. */
export const nameOf = ({ role, name, text }: SnapshotLine): string => `${role} "${(name || text).slice(0, 120)}"`;

const quoted = (text: string): string => (text === '' ? '' : ` ${JSON.stringify(text)}`);

/** @param places with the middle of what can be acted on, for a model that sees the screenshot */
export function renderLine(line: SnapshotLine, places: boolean): string {
  const { depth, role, name, text, states, ref, box } = line;
  const indent = '  '.repeat(Math.min(depth, 12));
  const plain = role === 'text' || (WRAPPERS.has(role) && !isActive(line));
  if (plain) return `${indent}- ${[name, text].filter((part) => part !== '').join(': ')}`;
  const marks = [...states, ...(ref !== null && isActive(line) ? [ref] : [])].map((mark) => ` [${mark}]`).join('');
  const place = places && isActive(line) && box !== null && box.width > 0 ? ` @${middle(box)}` : '';
  return `${indent}- ${role}${quoted(name)}${marks}${place}${text === '' ? '' : `: ${text}`}`;
}
const middle = ({ x, y, width, height }: SnapshotBox): string =>
  `${Math.round(x + width / 2)},${Math.round(y + height / 2)}`;

/** What a line says, without refs and places: the same line before and after an act is equal. */
export const contentOf = ({ role, name, text, states }: SnapshotLine): string =>
  [role === 'text' ? '' : role, name, text, ...states.map((state) => `(${state})`)]
    .filter((part) => part !== '')
    .join(' ');

/** Lines that are there now and were not before, in order, each once. */
export function appearedLines(before: readonly SnapshotLine[], after: readonly SnapshotLine[], most: number): string[] {
  const known = new Set(before.map(contentOf));
  const fresh = after.map(contentOf).filter((content) => !known.has(content) && /[\p{L}\p{N}]{2}/u.test(content));
  return [...new Set(fresh)].slice(0, most).map((content) => content.slice(0, 160));
}

export interface TellOptions {
  /** about that many */
  readonly tokens: number;
  readonly estimate: (text: string) => number;
  readonly viewport: { readonly height: number };
  readonly places: boolean;
}

export interface ToldPage {
  readonly text: string;
  /** lines that did not fit */
  readonly left: number;
}

/**
 * The page within a budget: what can be seen now first, then what can be done something with, then the rest; in the order
 * of the page, with what is left out marked.
 */
export function tellPage(
  lines: readonly SnapshotLine[],
  { tokens, estimate, viewport, places }: TellOptions,
): ToldPage {
  const rank = (line: SnapshotLine): number => {
    const seen = line.box !== null && line.box.y + line.box.height > 0 && line.box.y < viewport.height;
    return (seen || line.box === null ? 0 : 2) + (isActive(line) || line.role === 'heading' ? 0 : 1);
  };
  const order = lines
    .map((line, index) => ({ index, rank: rank(line) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index);
  const chosen = new Set<number>();
  let spent = 0;
  for (const { index } of order) {
    const cost = estimate(renderLine(lines[index]!, places)) + 1;
    if (spent + cost > tokens) continue;
    spent += cost;
    chosen.add(index);
  }
  const shown: string[] = [];
  let gap = 0;
  const closeGap = () => {
    if (gap > 0) shown.push(`  (${gap} lines left out here)`);
    gap = 0;
  };
  for (const [index, line] of lines.entries()) {
    if (!chosen.has(index)) gap += 1;
    else {
      closeGap();
      shown.push(renderLine(line, places));
    }
  }
  closeGap();
  return { text: shown.join('\n'), left: lines.length - chosen.size };
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();

/** Lines of the whole page that hold these words, with the one above for context. */
export function findInPage(lines: readonly SnapshotLine[], words: string, most = 20): SnapshotLine[] {
  const wanted = folded(words)
    .split(' ')
    .filter((word) => word !== '');
  if (wanted.length === 0) return [];
  const hits = lines.flatMap((line, index) =>
    wanted.every((word) => folded(contentOf(line)).includes(word)) ? [index] : [],
  );
  return hits.slice(0, most).map((index) => lines[index]!);
}

/** Do these lines hold the words, whatever their case and spacing? */
export function showsText(lines: readonly SnapshotLine[] | readonly string[], words: string): boolean {
  const wanted = folded(words);
  if (wanted.length < 3) return false;
  const whole = folded(lines.map((line) => (typeof line === 'string' ? line : contentOf(line))).join(' '));
  return whole.includes(wanted);
}
