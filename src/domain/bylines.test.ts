import { describe, expect, it } from '@jest/globals';
import { asksForByline, isByline } from './bylines.js';

describe('isByline', () => {
  it.each([
    'By Ada Moss',
    'By Ada Moss and Jon van der Berg',
    'Written by Ada Moss | March 2, 2026',
    'By Ada Moss, Updated: 2 March 2026 at 10:15 AM',
    'Published March 2, 2026 10:15 AM EST',
    'Last updated on 2026-03-02',
    'Veröffentlicht am 2. März 2026',
    'Publié le 2 mars 2026',
    'Von Ada Moos · 02.03.2026',
  ])('knows %s', (line) => {
    expect(isByline(line, 1)).toBe(true);
  });

  it.each([
    'By Monday, the river had risen by four metres.',
    'By 1931 the weir was built.',
    'Published in 1931 by Smith and Sons',
    'Published: 1931',
    'Updated rules for 2026 apply from 1 May',
    'By Ada Moss, who has sailed round the world in 1999',
    'March 2, 2026',
    'By car',
  ])('leaves %s to the text', (line) => {
    expect(isByline(line, 1)).toBe(false);
  });

  it('takes names without a date for a byline only under the title', () => {
    expect([isByline('By Public Transport', 4), isByline('By Public Transport', 5)]).toEqual([true, false]);
  });
});

describe('asksForByline', () => {
  it('tells questions about the writing from others', () => {
    expect(asksForByline('Who wrote the article on weirs?')).toBe(true);
    expect(asksForByline('Wann wurde der Bericht veröffentlicht?')).toBe(true);
    expect(asksForByline('When was the weir built?')).toBe(false);
  });
});
