import { describe, expect, it } from '@jest/globals';
import { evidenceOf, type KnownEvidence } from './evidence.js';
import { readOnlyRefusal } from './read-only.js';
import { effectInWords, effectOf, riskInLabel, riskOf, sameEffect } from './risk.js';

const CONTACT: KnownEvidence = {
  element: { tag: 'button', role: 'button', label: 'Send message', submits: true },
  form: {
    method: 'post',
    action: 'https://a.example/contact',
    fields: [{ type: 'textarea', name: 'text', autocomplete: '', label: 'Your message' }],
  },
  page: { url: 'https://a.example/contact#form' },
};

describe('acts that a person approves', () => {
  it.each([
    ['Delete account', 'delete'],
    ['Konto löschen', 'delete'],
    ['Supprimer', 'delete'],
    ['削除する', 'delete'],
    ['𝐃𝐞𝐥𝐞𝐭𝐞', 'delete'],
    ['Cancel subscription', 'cancel'],
    ['Verträge hier kündigen', 'cancel'],
    ['Отменить заказ', 'cancel'],
    ['Publish', 'publish'],
    ['Kommentar abschicken', 'publish'],
    ['投稿する', 'publish'],
    ['Send message', 'send'],
    ['Apply now', 'send'],
    ['Wyślij wiadomość', 'send'],
    ['I accept the terms', 'terms'],
    ['약관에 동의', 'terms'],
    ['Authorize app', 'access'],
  ])('are told by their label: %s is %s', (label, risk) => {
    expect(riskInLabel(label)).toBe(risk);
  });

  it.each([
    'Sign up',
    'Search',
    'Continue reading',
    'Cancel',
    'Clear filters',
    'Remove from cart',
    'Accept cookies',
    'Allow all cookies',
    'Delete from basket',
    'Send code',
    'Read all posts',
    'Log in',
    'Subscribe',
    'Anmelden',
    'Weiterlesen',
    'Next',
    'Post office',
    'Share',
    'Can Huel aid post-workout recovery?',
    'Can I use regular dry erase markers?',
  ])('are not: %s', (label) => {
    expect(riskInLabel(label)).toBeNull();
  });

  it('include a box that agrees to terms, and sending what somebody wrote, whatever the button is called', () => {
    const box = { tag: 'input', type: 'checkbox', role: 'checkbox', label: 'I have read the Terms of Service' };
    expect(riskOf(evidenceOf({ act: { kind: 'check' }, element: box }))).toMatchObject({ risk: 'terms' });
    expect(riskOf(evidenceOf({ element: box }))).toMatchObject({ risk: 'terms' });
    const button = { tag: 'button', role: 'button', label: 'Go', submits: true };
    expect(riskOf(evidenceOf({ ...CONTACT, element: button }))).toEqual({ risk: 'send', label: 'Go' });
    expect(
      riskOf(
        evidenceOf({ act: { kind: 'press', key: 'Enter' }, element: { tag: 'input' }, form: { buttons: ['Delete'] } }),
      ),
    ).toMatchObject({ risk: 'delete' });
    expect(riskOf(evidenceOf({ act: { kind: 'dialog' }, nearby: ['Delete 3 messages?'] }))).toMatchObject({
      risk: 'delete',
    });
    expect(riskOf(evidenceOf({ act: { kind: 'type' }, element: { tag: 'input', label: 'Delete' } }))).toBeNull();
  });

  it('are approved for one effect: any change of page, element, label, values or amounts voids it', () => {
    const values = { text: 'Hello', email: 'ada@example.com' };
    const effect = (known: KnownEvidence, filled = values) => {
      const evidence = evidenceOf({ ...CONTACT, ...known });
      return effectOf(evidence, riskOf(evidence) ?? { risk: 'send', label: '' }, filled);
    };
    const approved = effect({});
    expect(sameEffect(approved, effect({}, { email: values.email, text: values.text }))).toBe(true);
    expect(sameEffect(approved, JSON.parse(JSON.stringify(approved)) as typeof approved)).toBe(true);
    const changed = [
      effect({}, { ...values, text: 'Hello!' }),
      effect({ page: { url: 'https://a.example/other' } }),
      effect({ element: { ...CONTACT.element, label: 'Send message now' } }),
      effect({ element: { ...CONTACT.element, name: 'other' } }),
      effect({ form: { ...CONTACT.form, action: 'https://b.example/' } }),
      effect({ amounts: ['$5'] }),
      effect({ act: { kind: 'press', key: 'Enter' } }),
    ];
    expect(changed.filter((now) => sameEffect(approved, now))).toEqual([]);
    expect(effectInWords(approved)).toBe(
      'Send something by pressing "Send message" on https://a.example/contact with email: ada@example.com, text: Hello',
    );
  });
});

describe('a run that may only read', () => {
  const get = { method: 'get', fields: [] };
  it.each<[string, KnownEvidence]>([
    ['scrolls', { act: { kind: 'scroll' } }],
    ['follows a link', { element: { tag: 'a', role: 'link', href: 'https://a.example/' } }],
    ['opens a tab', { element: { tag: 'button', role: 'tab' } }],
    ['types into a search', { act: { kind: 'type' }, element: { tag: 'input', type: 'search' }, form: get }],
    ['searches', { act: { kind: 'press', key: 'Enter' }, element: { tag: 'input', type: 'search' }, form: get }],
  ])('%s', (_, known) => {
    expect(readOnlyRefusal(evidenceOf(known))).toBeNull();
  });
  it.each<[string, KnownEvidence]>([
    ['fill in a form', { ...CONTACT, act: { kind: 'type' }, element: { tag: 'input', type: 'text' } }],
    ['send one', CONTACT],
    ['press a button of a script', { element: { tag: 'button', role: 'button', label: 'Vote' } }],
    ['answer a dialog', { act: { kind: 'dialog' } }],
  ])('does not %s', (_, known) => {
    expect(readOnlyRefusal(evidenceOf(known))).toContain('may only read');
  });
});
