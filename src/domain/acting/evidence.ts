/** What is known of an act before it is done: all that the guards judge by. Gathered by code from the live page, never by a model. */

export const ACT_KINDS = [
  'click',
  'type',
  'press',
  'select',
  'check',
  'upload',
  'scroll',
  'hover',
  'follow-link',
  'wait',
  'dialog',
] as const;
export type ActKind = (typeof ACT_KINDS)[number];

export interface FieldEvidence {
  /** `input`'s type, or `select`, `textarea` */
  readonly type: string;
  readonly name: string;
  readonly autocomplete: string;
  readonly label: string;
}

/** The element that would receive the act, and what it would set off. */
export interface ElementEvidence {
  readonly tag: string;
  /** ARIA role, given or implied */
  readonly role: string;
  /** the attribute `type` */
  readonly type: string;
  /** the attribute `name` */
  readonly name: string;
  /** the accessible name */
  readonly label: string;
  /** what it shows, also by CSS before and after it */
  readonly text: string;
  readonly title: string;
  readonly alt: string;
  readonly aria: string;
  readonly value: string;
  /** names of an icon: its title, its `use` reference, its class */
  readonly icon: string;
  readonly autocomplete: string;
  /** where a link leads, absolute; empty for others */
  readonly href: string;
  /** would this element, or the button that a label or script passes its click to, submit the form? */
  readonly submits: boolean;
  /** of the button or field that a clicked `label` stands for */
  readonly passesTo: string;
}

export interface FormEvidence {
  /** headings, legends, labels and small print within */
  readonly texts: readonly string[];
  /** labels of all its buttons: Enter in a field presses one of them */
  readonly buttons: readonly string[];
  readonly fields: readonly FieldEvidence[];
  /** absolute; empty when the page itself */
  readonly action: string;
  readonly method: string;
}

export interface FrameEvidence {
  readonly host: string;
  /** large enough to be seen */
  readonly visible: boolean;
  /** in the form, or the part of the page, of the element */
  readonly near: boolean;
}

export interface DecisionEvidence {
  /** what the model says it acts on, why, and what it types: its own words */
  readonly target: string;
  readonly reason: string;
  readonly text: string;
}

export interface ActEvidence {
  readonly act: { readonly kind: ActKind; readonly key: string };
  readonly decision: DecisionEvidence;
  readonly element: ElementEvidence | null;
  readonly form: FormEvidence | null;
  readonly page: {
    readonly url: string;
    readonly title: string;
    /** BCP 47; empty when the page does not say */
    readonly language: string;
    /** fields of the page that are in no form */
    readonly looseFields: readonly FieldEvidence[];
    /** the page has used PaymentRequest or asked for a payment credential */
    readonly paymentApi: boolean;
  };
  readonly frames: readonly FrameEvidence[];
  /** texts near the element that hold an amount of money */
  readonly amounts: readonly string[];
  /** other texts of the part of the page that the element is in */
  readonly nearby: readonly string[];
}

type Partly<T> = { readonly [Key in keyof T]?: T[Key] };
export interface KnownEvidence {
  readonly act?: Partly<ActEvidence['act']>;
  readonly decision?: Partly<DecisionEvidence>;
  readonly element?: Partly<ElementEvidence> | null;
  readonly form?: Partly<FormEvidence> | null;
  readonly page?: Partly<ActEvidence['page']>;
  readonly frames?: readonly FrameEvidence[];
  readonly amounts?: readonly string[];
  readonly nearby?: readonly string[];
}

const NO_ELEMENT: ElementEvidence = {
  tag: '',
  role: '',
  type: '',
  name: '',
  label: '',
  text: '',
  title: '',
  alt: '',
  aria: '',
  value: '',
  icon: '',
  autocomplete: '',
  href: '',
  submits: false,
  passesTo: '',
};
const NO_FORM: FormEvidence = { texts: [], buttons: [], fields: [], action: '', method: 'get' };
const NO_PAGE: ActEvidence['page'] = { url: '', title: '', language: '', looseFields: [], paymentApi: false };

/** Evidence with what is not known left empty. */
export function evidenceOf(known: KnownEvidence): ActEvidence {
  return {
    act: { kind: 'click', key: '', ...known.act },
    decision: { target: '', reason: '', text: '', ...known.decision },
    element: known.element ? { ...NO_ELEMENT, ...known.element } : null,
    form: known.form ? { ...NO_FORM, ...known.form } : null,
    page: { ...NO_PAGE, ...known.page },
    frames: known.frames ?? [],
    amounts: known.amounts ?? [],
    nearby: known.nearby ?? [],
  };
}

export const EMPTY_FIELD: FieldEvidence = { type: '', name: '', autocomplete: '', label: '' };

/** All that the element is called by: labels can differ, and any of them may tell. */
export const labelsOf = ({ label, text, title, alt, aria, value, passesTo }: ElementEvidence): string[] => [
  ...new Set([label, text, title, alt, aria, value, passesTo].map((name) => name.trim()).filter((name) => name !== '')),
];

/** Keys that press a button or submit a form. */
const COMMITTING_KEYS = /(?:^|\+)(?:enter|numpadenter|return|space| )$/iu;

/**
 * Can the act set anything off, beyond filling in a field? Clicks on links, buttons and what scripts made a button of;
 * Enter and Space; the answer to a dialog.
 */
export function mayCommit({ act, element }: ActEvidence): boolean {
  if (act.kind === 'dialog' || act.kind === 'follow-link') return true;
  if (act.kind === 'press') return COMMITTING_KEYS.test(act.key);
  if (act.kind === 'check' || act.kind === 'select') return element?.submits ?? false;
  return act.kind === 'click' && !isTextField(element);
}

const TEXT_TYPES = new Set([
  '',
  'text',
  'email',
  'search',
  'tel',
  'url',
  'password',
  'number',
  'date',
  'time',
  'month',
  'week',
  'datetime-local',
  'textarea',
]);
/** A field that one types into: a click only puts the cursor there. */
export const isTextField = (element: ElementEvidence | null): boolean =>
  element !== null &&
  !element.submits &&
  (element.tag === 'textarea' || (element.tag === 'input' && TEXT_TYPES.has(element.type)));
