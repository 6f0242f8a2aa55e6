import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EMPTY_TRANSCRIPT, type SpeechSegment, type TranscriptState } from '../../contracts/omi.js';
import { consume, hear, pendingText } from './transcript.js';

const segment = (id: string, text: string, start = 0, end = start + 2): SpeechSegment => ({ id, text, start, end });
const told = (...segments: SpeechSegment[]): TranscriptState => hear(EMPTY_TRANSCRIPT, segments);
const considerAll = (state: TranscriptState): TranscriptState => consume(state, state, pendingText(state).length);

describe('a transcript that grows in place', () => {
  it('holds what was said once, however often it is told', () => {
    let state = told(segment('a', 'how high'));
    for (const text of ['how high is', 'how high is', 'how high is the light', 'how high is'])
      state = hear(state, [segment('a', text, 0, 2)]);
    expect(pendingText(state)).toBe('how high is the light');
  });

  it('gives only the new end of what was considered before', () => {
    const state = considerAll(told(segment('a', 'How high is it?')));
    expect(pendingText(state)).toBe('');
    expect(pendingText(hear(state, [segment('a', 'How high is it? And how old?', 0, 5)]))).toBe('And how old?');
  });

  it('gives the new end also where the recogniser wrote the beginning anew', () => {
    const state = considerAll(told(segment('a', 'how hi is it')));
    expect(pendingText(hear(state, [segment('a', 'How high is it? Tell me', 0, 5)]))).toBe('Tell me');
  });

  it('can be considered in part', () => {
    const state = told(segment('a', 'One. Two'), segment('b', 'three. Four', 3));
    expect(pendingText(consume(state, state, 'One.'.length))).toBe('Two three. Four');
    expect(pendingText(consume(state, state, 'One. Two three.'.length))).toBe('Four');
  });

  it('is considered as it was when somebody looked, not as it grew meanwhile', () => {
    const seen = told(segment('a', 'Who built it?', 5));
    const grown = hear(seen, [segment('z', 'Well.', 1), segment('a', 'Who built it? And when?', 5, 9)]);
    expect(pendingText(consume(grown, seen, pendingText(seen).length))).toBe('Well. And when?');
  });

  it('joins segments in the order of their clock, whichever came first', () => {
    expect(pendingText(told(segment('b', 'of Peru', 4), segment('a', 'the capital', 1)))).toBe('the capital of Peru');
  });

  it('puts a recording that started again after the one before', () => {
    const before = told(segment('a', 'First.', 300));
    expect(pendingText(hear(before, [segment('b', 'Second.', 0)]))).toBe('First.\nSecond.');
  });

  it('leaves blank text out', () => {
    expect(pendingText(told(segment('a', '  '), segment('b', 'Yes')))).toBe('Yes');
  });
});

describe('a segment that another absorbs', () => {
  const one = told(segment('a', 'what is the', 0, 2), segment('b', 'capital of Peru', 2, 4));
  const grown = segment('a', 'what is the capital of Peru', 0, 4);

  it('is not said twice', () => {
    expect(pendingText(hear(one, [grown]))).toBe('what is the capital of Peru');
  });

  it('is not considered twice', () => {
    expect(pendingText(hear(considerAll(one), [grown]))).toBe('');
    const longer = { ...grown, text: `${grown.text} and of Chile`, end: 6 };
    expect(pendingText(hear(considerAll(one), [longer]))).toBe('and of Chile');
  });

  it('may be told late, when it stands in the other already', () => {
    expect(pendingText(hear(told(grown), [segment('b', 'capital of Peru', 2, 4)]))).toBe('what is the capital of Peru');
  });

  it('is another when the same words were said again later', () => {
    const again = hear(one, [segment('c', 'capital of Peru', 20, 22)]);
    expect(pendingText(again)).toBe('what is the capital of Peru\ncapital of Peru');
  });
});

it('keeps a bounded number of segments that were considered', () => {
  let state = EMPTY_TRANSCRIPT;
  for (let n = 0; n < 500; n++) state = considerAll(hear(state, [segment(`s${n}`, 'Well.', n)]));
  expect(state.segments.length).toBeLessThanOrEqual(100);
});

it('loses no word and says none twice, in whatever pieces, order and repetition a growing text is told', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(words, fc.infiniteStream(fc.nat()), (spoken, random) => {
      const states = spoken.map((_, n) => segment('a', spoken.slice(0, n + 1).join(' '), 0, n + 1));
      let state = EMPTY_TRANSCRIPT;
      const considered: string[] = [];
      for (const [n, now] of states.entries()) {
        const old = states[(random.next().value ?? 0) % (n + 1)];
        state = hear(state, old === undefined ? [now] : [now, old, now]);
        if ((random.next().value ?? 0) % 3 === 0) {
          considered.push(pendingText(state));
          state = considerAll(state);
        }
      }
      considered.push(pendingText(state));
      expect(considered.filter((part) => part !== '').join(' ')).toBe(spoken.join(' '));
    }),
  );
});
