import { attribute, hasAttribute, textOf, walk, type HtmlNode } from './html-tree.js';
import { resolveHttp, type PageFacts } from './page-facts.js';
import type { PageBlocks } from './text-blocks.js';
import { standsApart, wallText } from './wall-text.js';

export interface FormField {
  readonly type: string;
  readonly name: string | null;
  readonly autocomplete: string | null;
  readonly label: string | null;
}

export interface PageForm {
  readonly action: string | null;
  readonly fields: readonly FormField[];
  /** outside header, footer, navigation, side columns and parts that wait for a click */
  readonly inMain: boolean;
  readonly submitText: string | null;
}

/** Facts from which a reader tells whether something stands between it and the text. */
export interface PageSignals {
  readonly passwordFields: number;
  readonly emailFields: number;
  readonly isAccessibleForFree: boolean | null;
  readonly forms: readonly PageForm[];
  /** class and id words of elements that paywalls are built of */
  readonly paywallMarks: readonly string[];
  /** robots rules in meta elements: `noindex`, `noarchive`, `nosnippet`, `none` */
  readonly noindexMarks: readonly string[];
  /** what is shown beside the main content and may be a wall, see `wallText`; at most 6,000 characters */
  readonly wallText: string;
}

const MAX_FORMS = 50;
const MAX_FIELDS = 100;
const MAX_MARKS = 20;
const PAYWALL =
  /paywall|pay-wall|regwall|reg-wall|meter(?:ed|ing)?-?(?:wall|message)|subscriber-only|premium-(?:content|article)|piano-|tp-(?:modal|container|backdrop)|poool|content-gate|article-gate|gate-?wall|locked-content|subscribe-?wall/i;
const FORM_TAGS = new Set(['input', 'select', 'textarea', 'button']);
const NO_FIELD = new Set(['hidden', 'submit', 'button', 'image', 'reset']);

/** Gathers forms and marks of gates; decides nothing. */
export function readSignals(root: HtmlNode, facts: PageFacts, page: PageBlocks): PageSignals {
  const scan = new SignalScan(facts);
  walk(root, (node) => {
    scan.visit(node);
  });
  return {
    passwordFields: scan.passwordFields,
    emailFields: scan.emailFields,
    isAccessibleForFree: facts.structured.accessibleForFree ?? freeByMeta(facts),
    forms: scan.forms,
    paywallMarks: [...scan.paywallMarks],
    noindexMarks: robotsRules(facts),
    wallText: wallText(page),
  };
}

function freeByMeta({ meta }: PageFacts): boolean | null {
  const tier = (meta.get('article:content_tier') ?? '').toLowerCase();
  if (tier === 'locked' || tier === 'metered') return false;
  return tier === 'free' ? true : null;
}

function robotsRules({ meta }: PageFacts): string[] {
  const text = `${meta.get('robots') ?? ''},${meta.get('googlebot') ?? ''}`.toLowerCase();
  return ['noindex', 'noarchive', 'nosnippet', 'none'].filter((rule) =>
    new RegExp(`(?:^|[,\\s])${rule}(?:$|[,\\s])`).test(text),
  );
}

class SignalScan {
  passwordFields = 0;
  emailFields = 0;
  readonly forms: PageForm[] = [];
  readonly paywallMarks = new Set<string>();

  constructor(private readonly facts: PageFacts) {}

  visit(node: HtmlNode): void {
    if (node.attributes !== null && this.paywallMarks.size < MAX_MARKS) this.onMarks(node);
    if (node.tag === 'input') this.onInput(node);
    else if (node.tag === 'form' && this.forms.length < MAX_FORMS) this.forms.push(readForm(node, this.facts));
  }

  private onMarks(node: HtmlNode): void {
    const words = `${attribute(node, 'class')} ${attribute(node, 'id')}`;
    if (words.length < 6 || !PAYWALL.test(words)) return;
    for (const word of words.split(/\s+/)) if (PAYWALL.test(word)) this.paywallMarks.add(word.slice(0, 60));
  }

  private onInput(node: HtmlNode): void {
    const type = attribute(node, 'type').toLowerCase();
    if (type === 'password') this.passwordFields += 1;
    const named = /e-?mail/i.test(`${attribute(node, 'name')} ${attribute(node, 'autocomplete')}`);
    if (type === 'email' || (named && (type === '' || type === 'text'))) this.emailFields += 1;
  }
}

function readForm(form: HtmlNode, { base }: PageFacts): PageForm {
  const controls: HtmlNode[] = [];
  const labels = new Map<string, string>();
  walk(form, (node) => {
    if (FORM_TAGS.has(node.tag) && controls.length < MAX_FIELDS) controls.push(node);
    if (node.tag === 'label' && labels.size < MAX_FIELDS) labels.set(attribute(node, 'for'), textOf(node, 120));
  });
  const fields = controls.filter(isField).map((node) => readField(node, labels));
  const action = hasAttribute(form, 'action') ? resolveHttp(attribute(form, 'action'), base) : null;
  return { action, fields, inMain: !standsApart(form), submitText: submitText(controls) };
}

function isField(node: HtmlNode): boolean {
  if (node.tag === 'button') return false;
  return node.tag !== 'input' || !NO_FIELD.has(attribute(node, 'type').toLowerCase());
}

function readField(node: HtmlNode, labels: ReadonlyMap<string, string>): FormField {
  const type = node.tag === 'input' ? attribute(node, 'type').toLowerCase() || 'text' : node.tag;
  const id = attribute(node, 'id');
  const label =
    attribute(node, 'aria-label') ||
    (id === '' ? '' : (labels.get(id) ?? '')) ||
    enclosingLabel(node) ||
    attribute(node, 'placeholder');
  return {
    type,
    name: attribute(node, 'name') || null,
    autocomplete: attribute(node, 'autocomplete') || null,
    label: label.slice(0, 120) || null,
  };
}

function enclosingLabel(node: HtmlNode): string {
  let up = node.parent;
  for (let i = 0; i < 4 && up !== null; i += 1, up = up.parent) if (up.tag === 'label') return textOf(up, 120);
  return '';
}

function submitText(controls: readonly HtmlNode[]): string | null {
  for (const node of controls) {
    const type = attribute(node, 'type').toLowerCase();
    if (node.tag === 'button' && (type === '' || type === 'submit')) return textOf(node, 120) || null;
    if (node.tag === 'input' && type === 'submit') return attribute(node, 'value').slice(0, 120) || null;
  }
  return null;
}
