import { trimmed, type Span } from './sentences.js';

export type BlockKind = 'heading' | 'paragraph' | 'list' | 'table' | 'code';

export interface Block extends Span {
  readonly kind: BlockKind;
}

interface Line extends Span {
  readonly kind: BlockKind | 'blank' | 'fence';
}

/**
 * The blocks of a stored page's text, in order: headings ("# …"), lists ("- …"), tables ("a | b"), fenced code and
 * paragraphs, without the blank lines between them. Everything but white space is in exactly one block.
 */
export function blocksOf(text: string): Block[] {
  const blocks: { kind: BlockKind; start: number; end: number }[] = [];
  let fenced = false;
  let open = false;
  for (const line of linesOf(text)) {
    const kind = fenced || line.kind === 'fence' ? 'code' : line.kind;
    if (line.kind === 'fence') fenced = !fenced;
    const last = blocks.at(-1);
    const joins = open && last && kind !== 'heading' && (last.kind === kind || continues(text, last.kind, line));
    const inCode = kind === 'code' && last?.kind === 'code' && (fenced || line.kind === 'fence') && open;
    if (kind === 'blank') open = false;
    else if (joins || inCode) last.end = line.end;
    else {
      if (line.end > line.start || kind === 'code') blocks.push({ kind, start: line.start, end: line.end });
      open = true;
    }
    if (kind === 'code' && !fenced) open = false;
  }
  return blocks
    .map((block) => ({ ...block, ...trimmed(text, block.start, block.end) }))
    .filter(({ start, end }) => end > start);
}

// An indented line goes on with the list item above it.
function continues(text: string, kind: BlockKind, line: Line): boolean {
  return kind === 'list' && line.kind === 'paragraph' && /^\s{2,}/u.test(text.slice(line.start, line.start + 4));
}

/** The lines within a span, without their line breaks. */
export function linesOf(text: string, within: Span = { start: 0, end: text.length }): Line[] {
  const lines: Line[] = [];
  for (let start = within.start; start <= within.end;) {
    const found = text.indexOf('\n', start);
    const end = found === -1 || found > within.end ? within.end : found;
    lines.push({ start, end, kind: kindOf(text.slice(start, Math.min(end, start + 2_000))) });
    start = end + 1;
  }
  return lines;
}

function kindOf(line: string): Line['kind'] {
  if (/^\s*$/u.test(line)) return 'blank';
  if (/^\s*```/u.test(line)) return 'fence';
  if (/^#{1,6}\s/u.test(line)) return 'heading';
  if (/^\s*(?:[-*•–]|\p{N}{1,3}[.)])\s/u.test(line)) return 'list';
  return /\S \| |^\| /u.test(line) ? 'table' : 'paragraph';
}
