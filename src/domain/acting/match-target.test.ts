import { describe, expect, it } from '@jest/globals';
import {
  chooseAtPoint,
  chooseOnPage,
  distanceTo,
  namingWords,
  rankTargets,
  type Candidate,
  type TargetWords,
} from './match-target.js';
import { helpAfter, hintText, isStalled, type ActOutcome } from './progress.js';

const at = (x: number, y: number, width = 120, height = 40) => ({ x, y, width, height });
const element = (id: string, label: string, box = at(0, 0), more: Partial<Candidate> = {}): Candidate => ({
  id,
  label,
  box,
  clickable: true,
  enabled: true,
  tag: 'button',
  role: 'button',
  type: '',
  name: '',
  autocomplete: '',
  placeholder: '',
  ...more,
});
const field = (id: string, label: string, box = at(0, 0), more: Partial<Candidate> = {}): Candidate =>
  element(id, label, box, { tag: 'input', role: 'textbox', type: 'text', ...more });
const click = (target: string, reason = ''): TargetWords => ({ act: 'click', target, reason });
const type = (target: string, reason = ''): TargetWords => ({ act: 'type', target, reason });

/** The page of the demo: an article behind an email box, a menu, and a purchase. */
const ARTICLE: readonly Candidate[] = [
  element('home', 'Northwind Weekly', at(20, 10), { tag: 'a', role: 'link' }),
  element('tides', 'Tides', at(400, 10), { tag: 'a', role: 'link' }),
  element('members', "Members' area", at(520, 10), { tag: 'a', role: 'link' }),
  field('email', 'Your email', at(300, 600, 300), { type: 'email', name: 'email', autocomplete: 'email' }),
  element('read', 'Continue reading', at(300, 660)),
];
const FORM: readonly Candidate[] = [
  field('email', 'Email address', at(300, 500, 300), { type: 'email', name: 'email' }),
  field('first', 'First name (optional)', at(300, 550, 300), { name: 'name', autocomplete: 'given-name' }),
  element('subscribe', 'Subscribe', at(300, 600)),
  element('buy', 'Complete Purchase — $49/mo', at(700, 600)),
];

describe('the words of a decision', () => {
  it.each([
    [click('the blue "Sign up" button below'), ['sign', 'up']],
    [click('email entered, now click subscribe'), ['subscribe']],
    [click('click on the Continue reading button'), ['continue', 'reading']],
    [type('enter the address into the email field'), ['email']],
    [click('button'), ['button']],
  ])('name the target: %j', (said, naming) => {
    expect(namingWords(said)).toEqual(naming);
  });
});

describe('ranking by words', () => {
  const best = (said: TargetWords, elements: readonly Candidate[]) => rankTargets(null, said, elements)[0];

  it('puts a whole label before words in common, and those before the purpose of a field', () => {
    const elements = [
      field('purpose', 'Where shall we write to?', at(0, 0), { type: 'email' }),
      field('words', 'Your private email address', at(0, 0), { name: 'x' }),
      field('label', 'Email', at(0, 0), { name: 'y' }),
    ];
    expect(rankTargets(null, type('the email field'), elements).map(({ id }) => id)).toEqual([
      'label',
      'words',
      'purpose',
    ]);
  });

  it('knows a label that is only paraphrased', () => {
    expect(
      best(click('the button to join the mailing list'), [...ARTICLE, element('news', 'Subscribe to our newsletter')])
        ?.id,
    ).toBe('news');
    expect(best(click('go on with the article'), ARTICLE)?.id).toBe('read');
    expect(best(click('log in'), [element('a', 'Sign in'), element('b', 'Sign up')])?.id).toBe('a');
    expect(best(click('the magnifying glass'), [element('a', 'Menu'), element('b', 'Search')])?.id).toBe('b');
  });

  it('does not take the email field for "email entered, now click subscribe"', () => {
    expect(best(click('email entered, now click subscribe'), FORM)?.id).toBe('subscribe');
    expect(best(click('The email has been filled in; subscribe'), FORM)?.id).toBe('subscribe');
    expect(best(click('Subscribe', 'The email field is filled in with the email'), FORM)?.id).toBe('subscribe');
  });

  it('takes a field for a click only where a field is asked for', () => {
    expect(best(click('the email field'), FORM)?.id).toBe('email');
  });

  it('types only where one can type, by the purpose of the field if need be', () => {
    expect(best(type('email'), [element('button', 'Email'), field('a', '', at(0, 0), { type: 'email' })])?.id).toBe(
      'a',
    );
    expect(best(type('the given name'), FORM)?.id).toBe('first');
  });

  it('leaves out what is disabled, and takes the nearer of equals', () => {
    const rows = [
      element('first', 'Add to cart', at(0, 100)),
      element('second', 'Add to cart', at(0, 400)),
      element('off', 'Add to cart', at(0, 390), { enabled: false }),
    ];
    expect(rankTargets({ x: 10, y: 380 }, click('Add to cart'), rows).map(({ id }) => id)).toEqual(['second', 'first']);
  });
});

describe('an estimated point', () => {
  it('measures to the nearest edge', () => {
    expect(distanceTo({ x: 5, y: 5 }, at(0, 0, 10, 10))).toBe(0);
    expect(distanceTo({ x: 13, y: 14 }, at(0, 0, 10, 10))).toBe(5);
  });

  it('means the element under it when the words agree, or say nothing', () => {
    expect(chooseAtPoint({ x: 310, y: 670 }, click('Continue reading'), ARTICLE)).toMatchObject({
      chosen: 'read',
      how: 'point',
      under: 'read',
    });
    expect(chooseAtPoint({ x: 410, y: 20 }, click('that thing'), ARTICLE)).toMatchObject({
      chosen: 'tides',
      how: 'point',
    });
  });

  it('means the neighbour that the words name, within 60 pixels', () => {
    expect(chooseAtPoint({ x: 310, y: 610 }, click('unlock the rest'), ARTICLE)).toMatchObject({
      chosen: 'read',
      how: 'near',
      under: 'email',
    });
    expect(chooseAtPoint({ x: 310, y: 750 }, click('button'), ARTICLE)).toMatchObject({
      chosen: 'read',
      how: 'near',
      under: null,
      nearest: { id: 'read', distance: 50 },
    });
  });

  it('hundreds of pixels off is set right by a whole label, and otherwise hits nothing', () => {
    expect(chooseAtPoint({ x: 900, y: 200 }, click('"Continue reading"'), ARTICLE)).toMatchObject({
      chosen: 'read',
      how: 'page',
    });
    expect(chooseAtPoint({ x: 420, y: 20 }, click('the Continue reading button'), ARTICLE)).toMatchObject({
      chosen: 'read',
      how: 'page',
      under: 'tides',
    });
    const missed = chooseAtPoint({ x: 900, y: 200 }, click('the way on'), ARTICLE);
    expect(missed).toMatchObject({ chosen: null, how: null, under: null, nearest: { distance: expect.any(Number) } });
  });

  it('is believed where the same label stands several times', () => {
    const rows = [element('one', 'Details', at(0, 100)), element('two', 'Details', at(0, 400))];
    expect(chooseAtPoint({ x: 20, y: 430 }, click('Details'), rows)).toMatchObject({ chosen: 'two', how: 'point' });
  });

  it('records what it saw: under the point, nearest, and the likeliest with their scores', () => {
    const { candidates, nearest } = chooseAtPoint({ x: 310, y: 610 }, click('Continue reading'), ARTICLE);
    expect(candidates[0]).toMatchObject({ id: 'read', byLabel: 1, score: expect.any(Number), distance: 50 });
    expect(candidates.length).toBeLessThanOrEqual(5);
    expect(nearest).toEqual({ id: 'email', distance: 0 });
  });
});

describe('the whole page, after a stall', () => {
  it('is searched with the same scoring, without what had no effect', () => {
    expect(chooseOnPage(null, click('go on with the article'), ARTICLE)).toMatchObject({ chosen: 'read', how: 'page' });
    expect(chooseOnPage(null, click('Continue reading'), ARTICLE, new Set(['read']))).toMatchObject({ chosen: null });
    expect(chooseOnPage(null, click('the rocket'), ARTICLE)).toMatchObject({ chosen: null, how: null });
  });

  it('finds the field that a stalled text was meant for', () => {
    expect(chooseOnPage({ x: 10, y: 10 }, type('email'), FORM)).toMatchObject({ chosen: 'email' });
    expect(chooseOnPage(null, type('the thing at the top'), ARTICLE)).toMatchObject({ chosen: 'email' });
    expect(chooseOnPage(null, type('the thing at the top'), FORM)).toMatchObject({ chosen: null });
  });
});

describe('progress', () => {
  const act = (kind: string, changed: boolean, more: Partial<ActOutcome> = {}): ActOutcome => ({
    kind,
    before: 'a',
    after: changed ? 'b' : 'a',
    ...more,
  });

  it('stalls after two acts in a row without a change', () => {
    expect(isStalled([act('click', false)])).toBe(false);
    expect(isStalled([act('click', false), act('type', false)])).toBe(true);
    expect(isStalled([act('click', false), act('type', true), act('click', false)])).toBe(false);
  });

  it('does not count waiting, scrolling and hovering', () => {
    expect(isStalled([act('wait', false), act('scroll', false), act('hover', false)])).toBe(false);
    expect(isStalled([act('click', false), act('wait', false), act('click', false)])).toBe(true);
  });

  it('searches the page, then hints, and gives up only after two hinted decisions', () => {
    const stalled = [act('click', false), act('click', false)];
    expect(helpAfter(stalled.slice(1))).toBe('none');
    expect(helpAfter(stalled)).toBe('search_page');
    const searched = [...stalled, act('click', false, { searched: true })];
    expect(helpAfter(searched)).toBe('hint');
    const once = [...stalled, act('click', false, { hinted: true })];
    expect(helpAfter(once)).toBe('hint');
    expect(helpAfter([...once, act('scroll', false, { hinted: true })])).toBe('hint');
    expect(helpAfter([...once, act('click', false, { hinted: true })])).toBe('no_progress');
    expect(helpAfter([...once, act('click', true, { hinted: true })])).toBe('none');
  });

  it('tells the next decision what came of the last', () => {
    const text = hintText({
      kind: 'click',
      target: 'the rocket',
      point: { x: 10.4, y: 20 },
      candidates: ['Continue reading', ''],
    });
    expect(text).toContain('had no effect: click at (10, 20) for "the rocket"');
    expect(text).toContain('"Continue reading"');
  });
});
