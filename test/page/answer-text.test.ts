import { describe, expect, it } from '@jest/globals';
import type { AnswerSentence } from '../../src/contracts/run.js';
import { framingOf, paragraphsOf } from '../../src/page/answer-text.js';
import { extractiveRun } from './support/runs.js';

const sentence = (text: string): AnswerSentence => ({ text, verdict: 'supported', citations: [] });
const shape = (texts: string[], mode: 'model' | 'extractive' = 'model'): [string, string[]][] =>
  paragraphsOf({ sentences: texts.map(sentence), answered_by: { mode, model: null } }).map(({ kind, sentences }) => [
    kind,
    sentences.map(({ text }) => text),
  ]);

describe('paragraphsOf', () => {
  it('lets a model’s sentences run on until one opens a paragraph', () => {
    expect(shape(['One.', 'Two.', '\n\nThree.'])).toEqual([
      ['prose', ['One.', 'Two.']],
      ['prose', ['Three.']],
    ]);
  });

  it('makes list items of marked sentences, and takes the marks off', () => {
    expect(shape(['These:', '- one', '2. two', 'of two'])).toEqual([
      ['prose', ['These:']],
      ['item', ['one']],
      ['item', ['two', 'of two']],
    ]);
  });

  it('takes a year at the start of a sentence for a year', () => {
    expect(shape(['1973. That is when it opened.'])).toEqual([['prose', ['1973. That is when it opened.']]]);
  });

  it('leaves every passage alone and as it is', () => {
    expect(shape(['- first', 'second'], 'extractive')).toEqual([
      ['passage', ['- first']],
      ['passage', ['second']],
    ]);
  });
});

describe('framingOf', () => {
  it('gives what stands around the passages, without the footers', () => {
    expect(framingOf(extractiveRun())).toEqual({
      before: ['The closest passages in the pages read:'],
      after: ['None of the pages mentions “opening hours”.'],
    });
  });

  it('gives nothing where there are no passages', () => {
    expect(framingOf({ answer: null })).toEqual({ before: [], after: [] });
    expect(framingOf({ answer: 'Nothing.\n\n**Search**\n\n- wikipedia: found nothing' })).toEqual({
      before: [],
      after: [],
    });
  });
});
