import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { HtmlTooComplexError } from './errors.js';
import { HtmlNode, TEXT } from './html-tree.js';

/** Bounds of one parse. */
export interface ParseLimits {
  /** elements and texts kept; past it `HtmlTooComplexError` is thrown */
  readonly maxNodes: number;
  /** open elements; deeper ones are kept as children of the element at this depth */
  readonly maxDepth: number;
}

/** A page as a tree, with the parts that are not content kept apart. */
export interface ParsedHtml {
  readonly root: HtmlNode;
  /** bodies of `<script type="application/ld+json">` */
  readonly jsonLd: readonly string[];
  /** characters in scripts written into the page */
  readonly scriptChars: number;
  /** number of script elements */
  readonly scripts: number;
  /** number of elements met, counted before any is left out */
  readonly elements: number;
}

const VOID = new Set(
  'area audio base basefont br col embed frame hr iframe img input keygen link meta param source track video wbr'.split(
    ' ',
  ),
);
const CLOSES_P = new Set(
  (
    'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr main menu nav ol p pre section summary table ul'
  ).split(' '),
);
/** End tags of inline elements do not reach past these. */
const SPECIAL = new Set(
  (
    'address article aside blockquote body button caption center dd details dialog div dl dt fieldset figcaption figure ' +
    'footer form h1 h2 h3 h4 h5 h6 header html li main menu nav object ol p pre section select summary table ' +
    'tbody td template tfoot th thead tr ul'
  ).split(' '),
);
const SCOPE_LIMIT = new Set(['table', 'td', 'th', 'caption', 'html', 'template', 'object', 'button']);
const TABLE_PARTS = new Set([
  'table',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'td',
  'th',
  'caption',
  'button',
  'object',
  'template',
]);
/** Anything else ends an open head. */
const HEAD_CONTENT = new Set([
  'base',
  'basefont',
  'bgsound',
  'head',
  'link',
  'meta',
  'noscript',
  'script',
  'style',
  'template',
  'title',
]);
const TABLE_SCOPE = new Set(['html', 'template']);

interface ImpliedEnd {
  readonly closes: readonly string[];
  readonly within: ReadonlySet<string>;
  /** close every open one up to the boundary, not the nearest alone */
  readonly all: boolean;
}

const TABLE_ONLY = new Set(['table']);
const ROW = { closes: ['td', 'th'], within: new Set(['table', 'tr']), all: false };
const ROW_GROUP = { closes: ['tbody', 'thead', 'tfoot', 'tr', 'td', 'th'], within: TABLE_ONLY, all: true };
/** Opening one of these closes open ones of its kind, up to a boundary. */
const IMPLIED: Readonly<Record<string, ImpliedEnd>> = {
  li: { closes: ['li'], within: new Set(['ul', 'ol', 'menu']), all: false },
  dt: { closes: ['dt', 'dd'], within: new Set(['dl']), all: false },
  dd: { closes: ['dt', 'dd'], within: new Set(['dl']), all: false },
  tr: { closes: ['tr', 'td', 'th'], within: TABLE_ONLY, all: true },
  td: ROW,
  th: ROW,
  tbody: ROW_GROUP,
  thead: ROW_GROUP,
  tfoot: ROW_GROUP,
  option: { closes: ['option'], within: new Set(['select', 'datalist', 'optgroup']), all: false },
  a: { closes: ['a'], within: new Set(['table', 'td', 'th', 'object', 'template']), all: false },
};
/** Their content is never text of the page. */
const DROPPED = new Set(['script', 'style', 'svg', 'template']);
/** These end an `svg` that was never closed, as they do in browsers. */
const ENDS_SVG = new Set(
  (
    'blockquote body center dd div dl dt embed h1 h2 h3 h4 h5 h6 head hr img li listing menu meta nobr ol p pre ruby span ' +
    'table ul section article header footer main nav'
  ).split(' '),
);
const KEPT_ATTRIBUTES = new Set(
  (
    'action alt amp aria-hidden aria-label aria-labelledby autocomplete class content datetime dir for hidden href hreflang ' +
    'http-equiv id itemprop itemscope itemtype lang media method name open placeholder property rel role shadowrootmode ' +
    'src start style title type value xml:lang \u26a1'
  ).split(' '),
);
/** Longest attribute value kept, in characters; real ones that matter end far below. */
const MAX_ATTRIBUTE_CHARS = 8_192;
/** Steps spent over all looking for the element an end tag closes; hostile pages make each look long. */
const SCAN_STEPS = 20_000_000;
/** JSON-LD kept per page, in characters. */
const MAX_JSON_LD_CHARS = 1_000_000;

/**
 * Parses HTML into a small tree, as browsers would for the cases that change what the text is:
 * implied end tags, stray end tags, raw-text elements. Never throws on malformed markup.
 * @throws HtmlTooComplexError more than `maxNodes` elements and texts
 */
export function parseHtml(html: string, limits: ParseLimits): ParsedHtml {
  // In HTML a CDATA mark opens a comment that ends at the first `>`; the tokenizer would look for `]]>`.
  const source = html.includes('<![CDATA[') ? html.replaceAll('<![CDATA[', '<!/CDATA/') : html;
  const builder = new TreeBuilder(source, limits);
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, builder);
  tokenizer.write(source);
  tokenizer.end();
  return builder.result();
}

class TreeBuilder implements TokenizerCallbacks {
  private readonly root = new HtmlNode('#root', '');
  private readonly stack: HtmlNode[] = [this.root];
  private readonly jsonLd: string[] = [];
  private jsonLdChars = 0;
  private scriptChars = 0;
  private scripts = 0;
  private elements = 0;
  private nodes = 0;
  /** elements opened past the depth cap and not closed yet */
  private overflow = 0;
  private tag = '';
  private attributes: Record<string, string> | null = null;
  private name = '';
  private value = '';
  private text = '';
  /** the dropped element we are inside of, and how many of its name are open */
  private dropped = '';
  private droppedDepth = 0;
  private keepsJson = false;
  /** how many elements of a name are open */
  private readonly openCount = new Map<string, number>();
  private scanSteps = SCAN_STEPS;

  constructor(
    private readonly html: string,
    private readonly limits: ParseLimits,
  ) {}

  result(): ParsedHtml {
    const { root, jsonLd, scriptChars, scripts, elements } = this;
    return { root, jsonLd, scriptChars, scripts, elements };
  }

  onopentagname(start: number, end: number): void {
    this.flushText();
    this.tag = this.html.slice(start, end).toLowerCase();
    this.attributes = null;
  }

  onattribname(start: number, end: number): void {
    const name = this.html.slice(start, end).toLowerCase();
    this.name = KEPT_ATTRIBUTES.has(name) ? name : '';
    this.value = '';
  }

  onattribdata(start: number, end: number): void {
    const room = MAX_ATTRIBUTE_CHARS - this.value.length;
    if (this.name !== '' && room > 0) this.value += this.html.slice(start, Math.min(end, start + room));
  }

  onattribentity(codepoint: number): void {
    if (this.name !== '' && this.value.length < MAX_ATTRIBUTE_CHARS) this.value += String.fromCodePoint(codepoint);
  }

  onattribend(): void {
    if (this.name === '') return;
    this.attributes ??= {};
    this.attributes[this.name] ??= this.value;
  }

  onopentagend(): void {
    this.open(false);
  }

  onselfclosingtag(): void {
    // The tokenizer reads on after a self-closed script as if it had ended, so it must end here too.
    this.open(this.dropped !== '' || DROPPED.has(this.tag));
  }

  onclosetag(start: number, end: number): void {
    this.flushText();
    this.close(this.html.slice(start, end).toLowerCase());
  }

  ontext(start: number, end: number): void {
    if (this.dropped === '') this.text += this.html.slice(start, end);
    else if (this.dropped === 'script') this.onScript(start, end);
  }

  ontextentity(codepoint: number): void {
    if (this.dropped === '') this.text += String.fromCodePoint(codepoint);
  }

  onend(): void {
    this.flushText();
  }

  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}

  private onScript(start: number, end: number): void {
    if (!this.keepsJson) this.scriptChars += end - start;
    else if (this.jsonLdChars + end - start <= MAX_JSON_LD_CHARS) {
      this.jsonLdChars += end - start;
      this.jsonLd.push((this.jsonLd.pop() ?? '') + this.html.slice(start, end));
    }
  }

  private count(): void {
    this.nodes += 1;
    if (this.nodes > this.limits.maxNodes) throw new HtmlTooComplexError('nodes', this.limits.maxNodes);
  }

  private top(): HtmlNode {
    return this.stack[this.stack.length - 1] ?? this.root;
  }

  private flushText(): void {
    if (this.text === '') return;
    this.count();
    this.top().append(new HtmlNode(TEXT, this.text.includes('\0') ? this.text.replaceAll('\0', '') : this.text));
    this.text = '';
  }

  private open(selfClosed: boolean): void {
    const { tag } = this;
    this.elements += 1;
    if (this.dropped === 'svg' && ENDS_SVG.has(tag)) this.dropped = '';
    if (this.dropped !== '') {
      if (tag === this.dropped && !selfClosed) this.droppedDepth += 1;
      return;
    }
    if (tag === 'body' && this.seenBody()) return;
    if (tag === 'script') this.openScript();
    if (DROPPED.has(tag) && this.attributes?.['shadowrootmode'] === undefined) {
      if (!selfClosed) {
        this.dropped = tag;
        this.droppedDepth = 1;
      }
      return;
    }
    this.closeImplied(tag);
    this.push(tag, selfClosed);
  }

  /** A second body is no element; the first ends whatever the head left open. */
  private seenBody(): boolean {
    if (this.isOpen('body')) return true;
    this.popTo(this.stack[1]?.tag === 'html' ? 2 : 1);
    return false;
  }

  private openScript(): void {
    this.scripts += 1;
    this.keepsJson = (this.attributes?.['type'] ?? '').toLowerCase().includes('ld+json');
    if (this.keepsJson) this.jsonLd.push('');
  }

  private push(tag: string, selfClosed: boolean): void {
    this.count();
    const node = new HtmlNode(tag, '');
    node.attributes = this.attributes;
    this.top().append(node);
    if (selfClosed || VOID.has(tag)) return;
    if (this.stack.length >= this.limits.maxDepth) {
      this.overflow += 1;
      return;
    }
    this.stack.push(node);
    this.openCount.set(tag, (this.openCount.get(tag) ?? 0) + 1);
  }

  private popTo(length: number): void {
    while (this.stack.length > length) {
      const tag = this.stack.pop()?.tag ?? '';
      this.openCount.set(tag, (this.openCount.get(tag) ?? 1) - 1);
    }
  }

  private isOpen(tag: string): boolean {
    return (this.openCount.get(tag) ?? 0) > 0;
  }

  private closeImplied(tag: string): void {
    if (this.overflow > 0) return;
    if (this.isOpen('head') && !HEAD_CONTENT.has(tag) && !this.isOpen('noscript'))
      this.closeNearest('head', TABLE_SCOPE);
    if (CLOSES_P.has(tag)) this.closeNearest('p', SCOPE_LIMIT);
    const rule = IMPLIED[tag];
    if (rule === undefined || !rule.closes.some((name) => this.isOpen(name))) return;
    for (let i = this.stack.length - 1; i > 0 && this.scanSteps > 0; i -= 1) {
      this.scanSteps -= 1;
      const open = this.stack[i]?.tag ?? '';
      if (rule.within.has(open)) return;
      if (!rule.closes.includes(open)) continue;
      this.popTo(i);
      if (!rule.all) return;
    }
  }

  /** Closes the nearest open element of that name, unless a boundary stands before it. */
  private closeNearest(tag: string, boundary: ReadonlySet<string>): void {
    if (!this.isOpen(tag)) return;
    for (let i = this.stack.length - 1; i > 0 && this.scanSteps > 0; i -= 1) {
      this.scanSteps -= 1;
      const open = this.stack[i]?.tag ?? '';
      if (open === tag) {
        this.popTo(i);
        return;
      }
      if (boundary.has(open)) return;
    }
  }

  private close(tag: string): void {
    if (this.dropped !== '') this.closeDropped(tag);
    else if (tag === 'br') this.push('br', true);
    else if (tag === 'body' || tag === 'html' || VOID.has(tag)) return;
    else if (this.overflow > 0) this.overflow -= 1;
    else if (TABLE_PARTS.has(tag)) this.closeNearest(tag, TABLE_SCOPE);
    else this.closeNearest(tag, SPECIAL.has(tag) ? SCOPE_LIMIT : SPECIAL);
  }

  private closeDropped(tag: string): void {
    if (tag !== this.dropped) return;
    this.droppedDepth -= 1;
    if (this.droppedDepth === 0) this.dropped = '';
  }
}
