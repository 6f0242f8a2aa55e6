import { describe, expect, it } from '@jest/globals';
import { evidenceOf, type KnownEvidence } from './evidence.js';
import { judgeAct } from './judge-act.js';

const button = (label: string): KnownEvidence => ({
  element: { tag: 'button', role: 'button', label, text: label, submits: true },
  page: { url: 'https://a.example/' },
});
const judge = (label: string, approved: Parameters<typeof judgeAct>[2] = null, values = {}) =>
  judgeAct(evidenceOf(button(label)), values, approved);

describe('the word on an act', () => {
  it('refuses what pays, also when a person approved something', () => {
    const { effect } = judge('Delete account') as { effect: NonNullable<Parameters<typeof judgeAct>[2]> };
    expect(judge('Pay now')).toMatchObject({ verdict: 'refused', layer: 'label' });
    expect(judge('Pay now', effect)).toMatchObject({ verdict: 'refused' });
  });

  it.each(['Proceed to checkout', 'Start free trial', 'Reserve'])('asks before what only leads there: %s', (label) => {
    const asked = judge(label);
    expect(asked).toMatchObject({ verdict: 'needs_approval', asks: expect.stringContaining(`"${label}"`) });
    if (asked.verdict === 'needs_approval') expect(judge(label, asked.effect)).toEqual({ verdict: 'allowed' });
  });

  it('asks before what cannot be taken back, and heeds the approval of exactly that', () => {
    const asked = judge('Send message', null, { text: 'Hello' });
    if (asked.verdict !== 'needs_approval') throw new Error('it was not asked for');
    expect(judge('Send message', asked.effect, { text: 'Hello' })).toEqual({ verdict: 'allowed' });
    expect(judge('Send message', asked.effect, { text: 'Bye' })).toMatchObject({ verdict: 'needs_approval' });
  });

  it('says nothing to the rest', () => {
    expect(judge('Sign up')).toEqual({ verdict: 'allowed' });
  });
});
