/** What a model may not put into an answer is taken out of its sentences: addresses, links, mark-up, marks of its own. */
import { parse } from 'tldts';
import { withoutUnseen } from './untrusted-text.js';

const MAX_CHARACTERS = 600;
const MOST_ROUNDS = 5;
/** What makes an address of its neighbours, should any be left. */
const LEFT_OVER = /:\/\/+|\bwww\.|\]\(/giu;

const SCHEME_ADDRESS = /[<([]?\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s<>"”»]*[>)\]]?/giu;
const OTHER_ADDRESS = /\b(?:mailto|tel|sms|data|javascript|vbscript|blob|file|about|magnet):[^\s<>"”»]+/giu;
const WWW_ADDRESS = /\bwww\.[^\s<>"”»]+/giu;
const EMAIL = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu;
const BARE_HOST = /(?<![\p{L}\p{N}@./-])(?:[\p{L}\p{N}-]{1,63}\.)+\p{L}{2,24}(?:[/:?#][^\s<>"”»]*)?(?![\p{L}\p{N}])/giu;
const IP_ADDRESS = /(?<![\p{N}.])\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?(?:\/[^\s]*)?(?![\p{N}.])/gu;

/**
 * The sentence as it may be shown.
 * @param quoted the text of its quotes: a host name or mail address that stands there may stay, as text
 */
export function cleanSentence(text: string, quoted: string): string {
  const held = quoted.toLowerCase();
  const unlessQuoted = (address: string): string => (held.includes(address.toLowerCase()) ? address : '');
  const strip = (given: string): string =>
    given
      .replace(/!\[[^\]]*\]\([^)]*\)?/gu, '')
      .replace(/\[([^\]]*)\]\([^)]*\)?/gu, '$1')
      .replace(/^\s*\[[^\]]+\]:.*$/gmu, '')
      .replace(/<(?:\/?[a-z!?][^>]*)>/giu, (tag) => (/^<[^\s>]+@[^\s>]+>$/u.test(tag) ? tag.slice(1, -1) : ''))
      .replace(SCHEME_ADDRESS, '')
      .replace(OTHER_ADDRESS, '')
      .replace(WWW_ADDRESS, '')
      .replace(EMAIL, unlessQuoted)
      .replace(BARE_HOST, (host) => (isHost(host) ? unlessQuoted(host) : host))
      .replace(IP_ADDRESS, unlessQuoted);
  return tidy(untilStable(withoutUnseen(text), strip).replace(LEFT_OVER, ' ')).slice(0, MAX_CHARACTERS);
}

/** What is taken out may bring together what stood around it. */
function untilStable(text: string, step: (text: string) => string): string {
  let before = text;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const after = step(before);
    if (after === before) return after;
    before = after;
  }
  return before;
}

/** "Node.js" is no host, "evil.com/path" is one: the ending has to be a public one. */
function isHost(text: string): boolean {
  const { isIcann, domain } = parse(text);
  return isIcann === true && domain !== null;
}

function tidy(text: string): string {
  return text
    .replace(/[[【(]\s*(?:source|quelle|fuente)?s?\s*\d+(?:\s*[,;–-]\s*\d+)*(?:†[^\]】]*)?\s*[\]】](?!\()/giu, '')
    .replace(/^[ \t]*(?:#{1,6}|>)+[ \t]*/gmu, '')
    .replace(/\*\*|__|```\w*/gu, '')
    .replace(/\(\s*\)|\[\s*\]|<\s*>/gu, '')
    .replace(/\s+/gu, ' ')
    .replace(/\s+([,.;:!?。，])/gu, '$1')
    .trim();
}
