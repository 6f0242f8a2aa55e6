/** Does something stand between a reader and the text, and what would open it? Rules over what was seen; no I/O, no model. */
import { fold } from './fold.js';
import { GATE_LANGUAGES, namesMoney, type GateLanguage, type GateMeaning } from './gate-phrases.js';

/** email: leaving an address is enough. login: an existing account or secret. paywall: money. */
export type GateKind = 'email' | 'login' | 'paywall';
/** `blocked`: an obstacle that no answer of a person opens: a robot check, a country, an error. */
export type GateVerdictKind = GateKind | 'blocked' | 'none';

export interface GateVerdict {
  readonly kind: GateVerdictKind;
  /** what a person would have to give: `email`, `password`; empty where that opens nothing */
  readonly fields: readonly string[];
}

/** What a page shows, as far as it speaks for or against a wall. */
export interface GateEvidence {
  /** HTTP status of the answer */
  readonly status: number;
  /** address the page came from, after redirects */
  readonly url: string;
  /** main text, and its length in words */
  readonly text: string;
  readonly words: number;
  /** what is shown beside the main text, without header, footer and navigation */
  readonly wallText: string;
  readonly forms: readonly GateForm[];
  /** schema.org `isAccessibleForFree`, or the content tier */
  readonly isAccessibleForFree: boolean | null;
  /** names of elements that paywalls are built of */
  readonly paywallMarks: readonly string[];
}
export interface GateForm {
  readonly fields: readonly {
    readonly type: string;
    readonly name: string | null;
    readonly autocomplete: string | null;
    readonly label: string | null;
  }[];
  readonly inMain: boolean;
}

/**
 * A text with fewer words may lack what the reader came for, given an obstacle that shows in several ways (words and a form
 * or a mark), in words alone, or in a form alone. Teasers of metered papers run to some 200 words. Of the 1,046 real pages of
 * WCXB, these call two gated: one says "reserved for members only", the other is a forum's index with a sign-in form.
 */
const SHORT_WITH_SIGNS = 300;
const SHORT_WITH_WORDS = 120;
const SHORT_WITH_FORM = 60;

/** Two questions: is the wanted text missing, and is there an obstacle? Only both make a gate. */
export function decideGate(evidence: GateEvidence): GateVerdict {
  const { status, words } = evidence;
  if (words >= SHORT_WITH_SIGNS) return NONE;
  if (status === 402) return verdict('paywall', evidence);
  const obstacle = obstacleOf(evidence);
  if (obstacle !== null && (status >= 400 || words < obstacle.short)) return verdict(obstacle.kind, evidence);
  if (status === 401) return verdict('login', evidence);
  return status >= 400 || (words < SHORT_WITH_WORDS && isBlocked(evidence)) ? BLOCKED : NONE;
}

const NONE: GateVerdict = { kind: 'none', fields: [] };
const BLOCKED: GateVerdict = { kind: 'blocked', fields: [] };

interface Obstacle {
  readonly kind: GateKind;
  /** it stands in the way of pages with fewer words than this */
  readonly short: number;
}

function obstacleOf(evidence: GateEvidence): Obstacle | null {
  const { forms, paywallMarks, isAccessibleForFree, text, wallText } = evidence;
  const inWords = saidIn(text, wallText);
  const signIn = forms.some(isSignIn);
  const marked = paywallMarks.length > 0 || isAccessibleForFree === false;
  if (inWords !== 'none') {
    const fits = inWords === 'login' ? signIn : inWords === 'email' ? forms.some(isEmailOnly) : false;
    return { kind: inWords, short: fits || marked ? SHORT_WITH_SIGNS : SHORT_WITH_WORDS };
  }
  if (signIn) return { kind: 'login', short: atSignIn(evidence.url) ? SHORT_WITH_WORDS : SHORT_WITH_FORM };
  const closed = isAccessibleForFree === false && paywallMarks.length > 0;
  return closed ? { kind: 'paywall', short: SHORT_WITH_WORDS } : null;
}

const saidIn = (text: string, wallText: string): GateKind | 'none' => {
  const inMain = gateInText(text);
  return inMain === 'none' ? strongest(demandsIn(sentencesOf(wallText)).map(({ kind }) => kind)) : inMain;
};

const isTyped = ({ type }: GateForm['fields'][number]): boolean => /^(?:text|email|tel|password|number)$/.test(type);

/** A form that asks for one password and little else: two passwords, or many fields, make an account. */
function isSignIn({ fields, inMain }: GateForm): boolean {
  const typed = fields.filter(isTyped);
  return inMain && typed.length <= 3 && typed.filter(({ type }) => type === 'password').length === 1;
}

function isEmailOnly({ fields, inMain }: GateForm): boolean {
  const typed = fields.filter(isTyped);
  const [first] = typed;
  if (!inMain || typed.length !== 1 || first === undefined) return false;
  return (
    first.type === 'email' || /e-?mail/i.test(`${first.name ?? ''} ${first.autocomplete ?? ''} ${first.label ?? ''}`)
  );
}

const SIGN_IN_PATH =
  /(?:^|[/_.-])(?:log-?in|sign-?in|signon|auth|account|sso|anmelden|connexion|acceso|accedi)(?:$|[/_.?-])/iu;
const atSignIn = (url: string): boolean => URL.canParse(url) && SIGN_IN_PATH.test(new URL(url).pathname);

const ROBOT_CHECK =
  /captcha|verify (?:that )?you are (?:a )?human|not a robot|checking your browser|just a moment|unusual traffic|access (?:to this page has been )?denied|kein roboter|pas un robot|no soy un robot|non sono un robot|не робот/iu;
const isBlocked = ({ text, wallText }: GateEvidence): boolean => ROBOT_CHECK.test(text) || ROBOT_CHECK.test(wallText);

function verdict(kind: GateKind, { forms }: GateEvidence): GateVerdict {
  if (kind === 'paywall') return { kind, fields: [] };
  if (kind === 'email') return { kind, fields: ['email'] };
  const form = forms.find(isSignIn);
  const secretOnly = form?.fields.filter(isTyped).length === 1;
  return { kind, fields: secretOnly ? ['password'] : ['email', 'password'] };
}

/** Longer texts are judged by their beginning and end: walls stand there. */
const JUDGED_CHARACTERS = 6_000;
/** Content after a demand that shows that the demand hides nothing: sentences and words. */
const AFTER_SENTENCES = 2;
const AFTER_WORDS = 16;
/** A sentence with fewer words is a label, not content. */
const LABEL_WORDS = 4;

interface Demand {
  readonly kind: GateKind;
  /** index of the sentence */
  readonly at: number;
}

/** Which wall the words of a short page are, if any; `none` also for obstacles of another kind. */
export function gateInText(text: string): GateKind | 'none' {
  const sentences = sentencesOf(judgedPart(text));
  const open = demandsIn(sentences).filter(({ at }) => !contentFollows(sentences, at));
  return strongest(open.map(({ kind }) => kind));
}

const RANK: readonly GateKind[] = ['paywall', 'email', 'login'];
const strongest = (kinds: readonly GateKind[]): GateKind | 'none' =>
  RANK.find((kind) => kinds.includes(kind)) ?? 'none';

const judgedPart = (text: string): string =>
  text.length <= JUDGED_CHARACTERS
    ? text
    : `${text.slice(0, JUDGED_CHARACTERS / 2)}\n${text.slice(-JUDGED_CHARACTERS / 2)}`;

/** What is quoted is spoken about, not asked for. */
const QUOTED = /["“”„«»「」『』][^"“”„«»「」『』]{1,200}["“”„«»「」『』]/gu;
const BREAK = /(?<=[.!?…])\s+|[。!?؟।|[\]\n]+/u;

function sentencesOf(text: string): string[] {
  return text
    .replace(QUOTED, ' ')
    .split(BREAK)
    .map((sentence) => fold(sentence).replace(/\s+/gu, ' ').trim())
    .filter((sentence) => sentence !== '');
}

/** Real walls do not speak of themselves by name. */
const ABOUT = /paywall|pay wall|bezahlschranke|mur de paiement|muro de pago|betaalmuur|glossary|tutorial/u;

function demandsIn(sentences: readonly string[]): Demand[] {
  if (sentences.some((sentence) => ABOUT.test(sentence))) return [];
  return GATE_LANGUAGES.flatMap((language) =>
    sentences.flatMap((sentence, at) => {
      if (!language.hints(sentence)) return [];
      const kind = demandOf(new Spoken(language, sentence, sentences[at + 1] ?? '', sentences[at - 1] ?? ''));
      return kind === null ? [] : [{ kind, at }];
    }),
  );
}

/** A sentence between its neighbours, asked for its meanings in one language. */
class Spoken {
  constructor(
    private readonly language: GateLanguage,
    readonly sentence: string,
    private readonly next: string,
    private readonly previous: string,
  ) {}

  has(...meanings: GateMeaning[]): boolean {
    return meanings.some((meaning) => this.language.says(meaning, this.sentence));
  }
  near(meaning: GateMeaning): boolean {
    return this.has(meaning) || this.beside(meaning);
  }
  beside(meaning: GateMeaning): boolean {
    return [this.previous, this.next].some((sentence) => this.language.says(meaning, sentence));
  }
  get money(): boolean {
    return [this.sentence, this.next, this.previous].some(namesMoney);
  }
}

function demandOf(s: Spoken): GateKind | null {
  if (asksForEmail(s)) return 'email';
  if (asksForMoney(s)) return 'paywall';
  return asksForAccount(s) ? 'login' : null;
}

function asksForEmail(s: Spoken): boolean {
  if (!s.has('email') || s.near('password')) return false;
  if (s.has('subscribe', 'subscribers') && s.money) return false;
  if (s.has('read')) return true;
  if (s.has('letter')) return false;
  return s.has('give') && (s.has('view') || s.beside('read'));
}

function asksForMoney(s: Spoken): boolean {
  if (/\b402\b.{0,40}payment required/u.test(s.sentence)) return true;
  if (s.has('letter', 'other')) return false;
  if (s.has('subscribers') && s.has('only', 'read')) return true;
  if (s.has('subscribe') && s.has('read')) return !(s.near('email') && s.near('free') && !s.money);
  return s.money && s.has('buy') && (s.has('read') || s.near('item'));
}

function asksForAccount(s: Spoken): boolean {
  if (s.has('other')) return false;
  if (s.has('login') && s.has('read', 'view', 'must', 'only')) return true;
  if (s.has('members') && s.has('only') && s.has('read', 'view')) return true;
  if (s.has('password') && s.has('give') && s.has('read', 'view')) return true;
  return s.has('register') && s.has('read') && !s.near('email');
}

const UNSPACED_LETTER = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/gu;
const SPACED_WORD = /[^\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{P}]+/gu;
/** Two letters of a script without spaces count as a word. */
const wordsOf = (sentence: string): number =>
  (sentence.match(UNSPACED_LETTER)?.length ?? 0) / 2 + (sentence.match(SPACED_WORD)?.length ?? 0);

/** Talk of the wall itself: prices, accounts, terms. */
const isWallTalk = (sentence: string): boolean =>
  namesMoney(sentence) || GATE_LANGUAGES.some((language) => language.hints(sentence));

/** Does the text go on after the demand? Then the demand was for something else. */
function contentFollows(sentences: readonly string[], at: number): boolean {
  const content = sentences
    .slice(at + 1)
    .filter((sentence) => wordsOf(sentence) >= LABEL_WORDS && !isWallTalk(sentence));
  const words = content.reduce((sum, sentence) => sum + wordsOf(sentence), 0);
  return content.length >= AFTER_SENTENCES && words >= AFTER_WORDS;
}
