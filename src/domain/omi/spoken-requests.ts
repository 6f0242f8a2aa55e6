/**
 * What was asked in a piece of speech, by rules. A recogniser's text has few marks and many fillers, and most questions
 * people say are for the person in front of them: only what the web could know, or what is said to us by name, counts.
 */
import type { HearSpeechResult, Silence, SpokenRequest } from '../../contracts/omi.js';
import { ordersAnAction } from '../action-words.js';

/** Recognisers write the name in many ways. */
const NAME = '(?:omi|omy|omie|oh me|o me|homie|ohmi|omni)';
const CALL = new RegExp(
  `(?:^|[\\s,.;!?])(?:(?:hey|hi|hello|ok|okay|hallo|salut|hola|ciao|oi)[\\s,]+${NAME}|${NAME}(?=,))[\\s,.:!]*`,
  'iu',
);
const FILLERS = /^(?:(?:um+|uh+|er+|hm+|well|so|okay|ok|and|but|oh|ah|also|ähm?|also|und|euh|eh|bueno|pues)[\s,.]+)+/iu;

/** Ways to open a question whose answer may be found, by language; other scripts say by their mark that they ask. */
const INTERROGATIVES = new RegExp(
  '^(?:' +
    [
      "(?:what|who|whom|whose|when|where|why|which|how)(?:'s|'re|s)?",
      '(?:was|wer|wem|wen|wann|wo|woher|wohin|warum|wieso|weshalb|welche[rsnm]?|wie|wieviele?)',
      "(?:qu'est|que|quoi|qui|quand|où|pourquoi|comment|combien|quel(?:le)?s?|est-ce)",
      '(?:qué|quién(?:es)?|cuándo|dónde|por qué|cómo|cuánt[oa]s?|cuál(?:es)?)',
      "(?:che cosa|cosa|chi|quando|dove|perché|come|quant[oaie]|quale|quali|cos'è|dov'è)",
      '(?:o que|quem|quando|onde|por que|como|quant[oa]s?|qual|quais)',
      '(?:wat|wie|wanneer|waar|waarom|hoe(?:veel)?|welke?)',
    ].join('|') +
    ')(?=[\\s\\p{P}]|$)',
  'iu',
);
/** A question that wants yes or no: for the web when it is about something that has a name or a number. */
const YES_OR_NO =
  /^(?:[Ii]s|[Aa]re|[Ww]as|[Ww]ere|[Dd]oes|[Dd]o|[Dd]id|[Hh]as|[Hh]ave|[Cc]an|[Cc]ould|[Ww]ill|[Ii]st|[Ss]ind|[Ww]ar|[Hh]at|[Kk]ann|[Ee]st-ce que) .*(?:\p{Lu}\p{Ll}|\p{Lu}{2}|\p{N})/u;
/** "Tell me …", "look up …": orders to find something out are questions. */
const FIND_OUT =
  /^(?:please |can you |could you |kannst du |bitte )*(?:tell me|find out|look up|search for|google|look for|explain|sag mir|finde heraus|such(?:e)? nach|erkläre?|dis-moi|cherche|dime|busca|dimmi|cerca)\b/iu;

/** Said to a person: whoever is spoken to, the speakers themselves, or something in sight is what it is about. */
const PERSONAL = new RegExp(
  "(?<![\\p{L}'])(?:" +
    [
      "you|your|yours|you're|u|we|our|us|me|my|mine|she|he|they|her|him|them|dinner|lunch|breakfast",
      "(?:do|did|can|could|should|am|have|will|would|shall|was) i|i (?:am|have|need|want|can|should|do|did|think|know)|i'(?:m|ve|ll|d)",
      '(?:this|that|these|those)(?=\\P{L}*$)',
      'du|dich|dir|dein\\p{L}*|ihr|euch|wir|uns|ich|mir|mich|mein\\p{L}*|toi|te|vous|votre|nous|notre|je|moi',
      'tú|tus?|usted|nosotros|yo|tuo|tua|noi|voi|nostr[oa]|jij|je|jou|jouw|wij|ons|ik|mij|mijn|você|nós|eu|meu|minha',
    ].join('|') +
    ")(?![\\p{L}'])",
  'iu',
);
/** The country, not the speakers. */
const withoutCountry = (text: string): string => text.replace(/\bU\.?S\.?(?=\W|$)/gu, '');
const SMALL_TALK = new RegExp(
  '^(?:' +
    [
      "what'?s up|what'?s new|what now|what else|what about|how about|how come|how'?s it going|how is it going|how are things",
      'how was (?:it|work|school|the (?:day|trip|weekend|meeting|food|party))|why not|who cares|who knows|what the|what a|what if|so what',
      "guess what|what (?:time|day) is it(?=\\P{L}*$)|is there anything|are there any questions|wie geht'?s|was geht|na und|ça va",
      'comment ça va|et alors|qué tal|cómo estás|come va|come stai|hoe gaat',
    ].join('|') +
    ')(?!\\p{L})',
  'iu',
);
/** Orders that people give to a helper, not to each other. */
const STRONG_ACTION =
  /^(?:please |can you |could you )*(?:sign (?:me|us) up|subscribe|unsubscribe|register|book|reserve|fill (?:in|out)|apply for|order|melde? mich|abonnier|registrier|buche?|reservier|bestell|inscri|abonne|réserve|suscríbeme|regístrame|reserva|iscrivimi|prenota)/iu;

/** Words that carry no subject: a question made of these alone asks nothing. */
const EMPTY_WORDS = new Set(
  (
    'the a an of in on at to for from by with and or is are was were be been do does did has have had can could will would should it its there ' +
    'what who whom whose when where why which how much many so about up going on like mean thing things stuff ' +
    'der die das ein eine einen von in im an am auf zu zum für mit und oder ist sind war waren es da was wer wann wo warum wie viel viele ' +
    'le la les un une de du des à au en dans pour avec et ou est sont que qui quand où pourquoi comment combien quel quelle ' +
    'el los las una del en para con y o es son qué quién cuándo dónde cómo cuánto cuál il lo gli di da per e che chi quando dove come quanto quale ' +
    'het een van te voor met en of is zijn wat wie wanneer waar waarom hoe'
  ).split(' '),
);
/** Nobody stops at one of these: what ends so goes on after a breath. */
const JOINING = new Set(
  (
    'the a an of in on at to for from by with and or is are was were be do does did has have can could will would should than that which whose my your ' +
    'der die das dem den ein eine einen einer von im an am auf zu zum zur für mit und oder ist sind war ' +
    'le la les un une de du des à au en dans pour avec et ou est sont el los las una del para con y es son il lo gli di da per e het een van te voor met'
  ).split(' '),
);
/** A point inside a word or number ends nothing; a line ends where the speaker was silent. */
const SENTENCE = /(?:[^.?!。？！؟\n]|\.(?=[^\s.?!]))+(?:[.?!。？！؟]+|\n|$)|[.?!。？！؟\n]+/gu;
const MAX_QUESTION = 400;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];
const hasSubject = (text: string): boolean => wordsOf(text).some((word) => !EMPTY_WORDS.has(word));
const endsOpen = (text: string): boolean => !/[.?!。？！؟]\s*$/u.test(text);
const isAsked = (text: string): boolean => /[?？؟]\s*$/u.test(text);
/** Scripts without spaces, or whose question words are not listed, say by their mark that they ask. */
const OTHER_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Cyrillic}\p{Script=Thai}\p{Script=Devanagari}\p{Script=Hebrew}\p{Script=Greek}]/u;

interface Sentence {
  readonly text: string;
  /** offset of its end in the speech */
  readonly end: number;
  /** said to us by name */
  readonly called: boolean;
}

function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  for (const { 0: raw, index } of text.matchAll(SENTENCE)) {
    const call = CALL.exec(raw);
    const previous = sentences.at(-1);
    // A name with nothing after it calls for the sentence that follows.
    const calledBefore = previous?.called === true && previous.text === '';
    const said = (call === null ? raw : raw.slice(call.index + call[0].length)).trim().replace(FILLERS, '').trim();
    sentences.push({ text: said, end: index + raw.length, called: call !== null || calledBefore });
  }
  return sentences;
}

/** The request in one sentence, if it is one. */
function requestIn({ text, called }: Sentence): SpokenRequest | null {
  const said = text.slice(0, MAX_QUESTION);
  if (!hasSubject(said)) return null;
  const words = wordsOf(said).length;
  if (ordersAnAction(said))
    return called || (words >= 4 && STRONG_ACTION.test(said)) ? { kind: 'action', text: said } : null;
  if (called) return { kind: 'question', text: said };
  if (FIND_OUT.test(said)) return { kind: 'question', text: said };
  if (SMALL_TALK.test(said) || PERSONAL.test(withoutCountry(said))) return null;
  const asks = INTERROGATIVES.test(said) || YES_OR_NO.test(said) || (isAsked(said) && OTHER_SCRIPT.test(said));
  return asks && (words >= 4 || (isAsked(said) && words >= 3) || OTHER_SCRIPT.test(said))
    ? { kind: 'question', text: said }
    : null;
}

/** May more of this sentence come after a breath? */
function isUnfinished({ text, called }: Sentence): boolean {
  if (!endsOpen(text)) return false;
  const words = wordsOf(text);
  const last = words.at(-1);
  if (called && !hasSubject(text)) return true;
  return last !== undefined && (JOINING.has(last) || (words.length < 4 && INTERROGATIVES.test(text)));
}

/** What is still to come: `none` while the wearer speaks on, `short` after a breath, `long` when nothing more is waited for. */
function mayGoOn(sentence: Sentence, silence: Silence): boolean {
  if (silence === 'long') return false;
  if (sentence.called && sentence.text === '') return true;
  return silence === 'none' ? endsOpen(sentence.text) : isUnfinished(sentence);
}

/** @param text speech that was not considered yet */
export function spokenRequests(text: string, silence: Silence): HearSpeechResult {
  const sentences = sentencesOf(text);
  const last = sentences.at(-1);
  const waits = last !== undefined && mayGoOn(last, silence);
  const considered = waits ? sentences.slice(0, -1) : sentences;
  const requests = considered.flatMap((sentence) => requestIn(sentence) ?? []);
  const from = waits ? (considered.at(-1)?.end ?? 0) : text.length;
  return { requests, unfinished: text.length - from };
}
