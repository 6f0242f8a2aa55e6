import { describe, expect, it } from '@jest/globals';
import type { RememberedStep } from '../../contracts/memory.js';
import {
  canonicalIntent,
  fill,
  isTrusted,
  keptStep,
  lift,
  mayFallBack,
  MissingParameter,
  parametersIn,
  postConditionHolds,
  postConditionOf,
  sameBySubstance,
  provesSomething,
  shutGate,
  trustOf,
} from './memory.js';

const EMAIL = { email: 'ada@example.com' };
const step = (changed: Partial<RememberedStep> = {}): RememberedStep => ({
  act: 'click',
  locators: [{ by: 'role', role: 'button', name: 'Sign up' }],
  frames: [],
  value: null,
  key: null,
  label: 'Sign up',
  writes: true,
  post: { path: null, appears: [], gone: [] },
  ...changed,
});

describe('the canonical intent', () => {
  it('is the same for the same task, however politely and wherever it is asked', () => {
    const same = [
      canonicalIntent('Sign me up for the newsletter at http://127.0.0.1:4200/', {}),
      canonicalIntent('Please sign me up for the newsletter on www.northwind.example!', {}),
      canonicalIntent('Could you sign up for the Newsletter?', {}),
    ];
    expect(new Set(same)).toEqual(new Set(['sign up newsletter']));
  });

  it('names values instead of holding them', () => {
    const intent = canonicalIntent('Sign up Ada with ada@example.com', { name: 'Ada', email: 'ada@example.com' });
    expect(intent).toBe('sign up {name} {email}');
    expect(canonicalIntent('Sign up Bob with bob@example.org', { name: 'Bob', email: 'bob@example.org' })).toBe(intent);
    expect(canonicalIntent('Sign up eve@example.net', {})).toBe('sign up {email}');
  });

  it('keeps what makes it another task', () => {
    expect(canonicalIntent('Do not subscribe', {})).not.toBe(canonicalIntent('Subscribe', {}));
    expect(canonicalIntent('Add 2 loaves', {})).not.toBe(canonicalIntent('Add 3 loaves', {}));
    expect(canonicalIntent('the', {})).toBe('the');
  });

  it('is not taken for its opposite, or for one with other inputs or numbers, however near the words are', () => {
    expect(sameBySubstance('join newsletter {email}', 'subscribe newsletter {email}')).toBe(true);
    expect(sameBySubstance('subscribe newsletter', 'unsubscribe newsletter')).toBe(false);
    expect(sameBySubstance('sign in', 'sign out')).toBe(false);
    expect(sameBySubstance('add 2 loaves', 'add 3 loaves')).toBe(false);
    expect(sameBySubstance('subscribe {email}', 'subscribe {name}')).toBe(false);
  });
});

describe('parameters', () => {
  it('are lifted from whole words, the longest value first, and filled in again', () => {
    const inputs = { name: 'Ann', full: 'Ann Lee', initial: 'A' };
    expect(lift('Annual report of Ann Lee, A. for ann', inputs)).toBe('Annual report of {{full}}, A. for {{name}}');
    expect(fill('{{full}} and {{name}}', inputs)).toBe('Ann Lee and Ann');
  });

  it('are missed by name', () => {
    expect(() => fill('{{email}}', {})).toThrow(MissingParameter);
    expect(() => fill('{{toString}}', {})).toThrow('need the input "toString"');
  });

  it('are found in steps', () => {
    expect(parametersIn([step({ value: '{{email}}' }), step({ label: 'Hello {{name}}' })])).toEqual(['email', 'name']);
  });
});

describe('a step that is kept', () => {
  it('holds parameters in place of values', () => {
    const typed = step({ act: 'type', value: 'ada@example.com', label: 'Email' });
    expect(keptStep(typed, EMAIL)).toMatchObject({ value: '{{email}}' });
  });

  it('is none when it types what did not come from the inputs', () => {
    expect(keptStep(step({ act: 'type', value: 'hunter2' }), EMAIL)).toBe('secret');
  });

  it('leaves out locators that hold what differs from run to run', () => {
    const counted = { by: 'role', role: 'button', name: '3 new messages' } as const;
    const lasting = { by: 'label', text: 'Email of ada@example.com' } as const;
    expect(keptStep(step({ locators: [counted, lasting] }), EMAIL)).toMatchObject({
      locators: [{ by: 'label', text: 'Email of {{email}}' }],
    });
    expect(keptStep(step({ locators: [counted] }), EMAIL)).toBe('no_locator');
    expect(keptStep(step({ act: 'wait', locators: [] }), EMAIL)).toMatchObject({ locators: [] });
  });
});

describe('a post-condition', () => {
  const form = { url: 'http://a.example/', lines: ['The Friday letter', 'Sign up', 'Visitor 1042'] };
  const done = {
    url: 'http://a.example/newsletter',
    lines: ['Thank you, ada@example.com', 'It is 12:04', 'Visitor 1043'],
  };

  it('holds what changed, without dates, counts and values', () => {
    expect(postConditionOf(form, done, EMAIL)).toEqual({
      path: '/newsletter',
      appears: ['Thank you, {{email}}'],
      gone: [],
    });
    expect(postConditionOf(form, { ...form, lines: ['Thanks'] }, EMAIL)).toEqual({
      path: null,
      appears: ['Thanks'],
      gone: ['The Friday letter', 'Sign up'],
    });
  });

  it('holds for another value, and not where something is missing or still there', () => {
    const post = postConditionOf(form, done, EMAIL);
    const bob = { email: 'bob@example.org' };
    expect(postConditionHolds(post, { ...done, lines: ['Thank you, bob@example.org'] }, bob)).toBe(true);
    expect(postConditionHolds(post, { ...done, lines: ['Something went wrong'] }, bob)).toBe(false);
    expect(postConditionHolds(post, { url: form.url, lines: ['Thank you, bob@example.org'] }, bob)).toBe(false);
    expect(postConditionHolds({ path: null, appears: [], gone: ['Sign up'] }, form, bob)).toBe(false);
  });

  it('of nothing proves nothing', () => {
    expect(provesSomething(postConditionOf(form, form, EMAIL))).toBe(false);
    expect(provesSomething(postConditionOf(form, done, EMAIL))).toBe(true);
  });
});

describe('the three gates of a replay', () => {
  const rules = { minScore: 0.85, minSuccesses: 2, minTrust: 0.6 };
  it.each([
    [0.84, 5, 0, 'similarity'],
    [0.85, 1, 0, 'successes'],
    [1, 2, 2, 'trust'],
    [1, 3, 2, null],
    [1, 0, 0, 'successes'],
  ] as const)('likeness %d, %d good, %d bad: %s', (similarity, successes, failures, gate) => {
    expect(shutGate(similarity, { successes, failures }, rules)).toBe(gate);
  });

  it('count trust as the share of what went well', () => {
    expect(trustOf({ successes: 3, failures: 1 })).toBe(0.75);
    expect(trustOf({ successes: 0, failures: 0 })).toBe(0);
    expect(isTrusted({ successes: 2, failures: 0 }, rules)).toBe(true);
  });

  it('let a failed replay go on live only while nothing may have changed', () => {
    expect(mayFallBack([{ writes: false }])).toBe(true);
    expect(mayFallBack([{ writes: false }, { writes: true }])).toBe(false);
  });
});
