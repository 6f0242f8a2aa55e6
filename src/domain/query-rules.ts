import { significantTokens } from './tokenise.js';

/** Engines take about this much: https://docs.tavily.com limits a query to 400 characters. */
const MAX_QUERY = 380;
/** A question longer than this is told as a story: its words serve better than its sentences. Words. */
const LONG_QUESTION = 30;
const MAX_KEYWORDS = 10;
const MAX_QUERIES = 3;

/**
 * One to three search queries for a question, best first: the question itself; its significant words where that says
 * something else; a part of its own where it asks two things.
 */
export function searchQueries(question: string, language: string): string[] {
  const plain = question.replace(/\s+/gu, ' ').trim();
  const asked = askedSentence(plain);
  const keywords = keywordsOf(asked, language);
  const parts = questionParts(asked);
  const candidates = [asked, ...parts, ...(worthAsking(asked, keywords) ? [keywords] : [])];
  const queries = candidates.map((query) => cut(query, MAX_QUERY)).filter((query) => query !== '');
  return unique(queries.length > 0 ? queries : [cut(plain, MAX_QUERY)]).slice(0, MAX_QUERIES);
}

/** A long text ends in what it asks: its last sentence with a question mark, or its significant words. */
function askedSentence(text: string): string {
  if (text.split(' ').length <= LONG_QUESTION) return text;
  const sentences = text.match(/[^.!?。！？]+[.!?。！？]*/gu) ?? [text];
  const asked = sentences.filter((sentence) => /[?？]\s*$/u.test(sentence)).at(-1);
  return (asked ?? text).trim();
}

function keywordsOf(text: string, language: string): string {
  const words = significantTokens(text, language)
    .filter((token, index, all) => index === 0 || token.start >= all[index - 1]!.end)
    .map(({ start, end }) => text.slice(start, end));
  return unique(words).slice(0, MAX_KEYWORDS).join(' ');
}

/** Keywords of a question as long as themselves, or a single word, find nothing that the question does not. */
const worthAsking = (asked: string, keywords: string): boolean => {
  const count = keywords.split(' ').length;
  return count >= 2 && asked.split(' ').length - count >= 2;
};

/** "Who built it, and when was it finished?" asks twice; each part needs a subject of its own to be searched alone. */
function questionParts(text: string): string[] {
  const parts = text.split(/[?？]\s+(?=\p{L})/u).map((part) => part.trim());
  return parts.length > 1 ? parts.filter((part) => part.split(' ').length >= 4).slice(0, 2) : [];
}

function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = text.slice(0, limit);
  const space = head.lastIndexOf(' ');
  return (space > limit / 2 ? head.slice(0, space) : head.replace(/[\ud800-\udbff]$/u, '')).trim();
}

function unique(texts: readonly string[]): string[] {
  const seen = new Set<string>();
  return texts.filter((text) => {
    const key = text.toLowerCase().replace(/[?？.!\s]+$/u, '');
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
