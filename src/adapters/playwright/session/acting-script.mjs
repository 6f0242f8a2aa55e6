/* global document, window, location, HTMLInputElement */
// Runs inside pages, as text: nothing of this file may need anything but the page.

const SENSITIVE =
  'input[type=password],[autocomplete*="password"],[autocomplete*="one-time-code"],[autocomplete^="cc-"],[autocomplete*=" cc-"]';

function everyElement(most = 30000) {
  const found = [];
  const roots = [document];
  while (roots.length > 0 && found.length < most)
    for (const element of roots.pop().querySelectorAll('*')) {
      found.push(element);
      if (element.shadowRoot) roots.push(element.shadowRoot);
      if (found.length >= most) break;
    }
  return found;
}

/** All that tells one state of the page from another. What is secret counts only as filled or empty. */
export function pageState() {
  const elements = everyElement();
  const secret = elements.filter((element) => element.matches(SENSITIVE));
  const shadows = elements.filter(({ shadowRoot }) => shadowRoot).map(({ shadowRoot }) => shadowRoot.innerHTML);
  let html = [document.documentElement.outerHTML, ...shadows].join('\n').slice(0, 5000000);
  for (const value of secret.map((element) => element.getAttribute('value')).filter((value) => value))
    html = html.split(value).join('');
  const fields = elements
    .filter((element) => element.matches('input,textarea,select'))
    .map((field) => {
      const value = field.matches(SENSITIVE) ? (field.value ? 'filled' : '') : field.value;
      return `${value}|${field.checked ? 1 : 0}|${field.files ? field.files.length : ''}`;
    });
  return `${location.href}\n${html}\n${fields.join('\n')}\n${Math.round(window.scrollY)}`;
}

export function wantsSignIn() {
  return [...document.querySelectorAll('input[type=password]')].some((field) => field.getClientRects().length > 0);
}

const textOf = (element) =>
  (element ? (element.innerText ?? element.textContent ?? '') : '').replace(/\s+/g, ' ').trim();
const cut = (text, most = 200) => (text ?? '').replace(/\s+/g, ' ').trim().slice(0, most);

function labelOf(element) {
  const by = (element.getAttribute('aria-labelledby') ?? '')
    .split(/\s+/)
    .map((id) => textOf(element.getRootNode().getElementById?.(id)))
    .join(' ')
    .trim();
  const own = element.labels ? [...element.labels].map(textOf).join(' ') : '';
  return cut(element.getAttribute('aria-label') || by || own || element.getAttribute('placeholder') || textOf(element));
}

/** What receives a click in the end: the control within a label, the button around an icon. */
function receiverOf(element) {
  const label = element.closest('label');
  if (label && label.control) return label.control;
  return element.closest('button,a[href],input,select,textarea,[role=button],summary') ?? element;
}

export function isNativeSelect(element) {
  return element.tagName === 'SELECT';
}

/** What a field holds; of a secret one only whether it is filled. */
export function fieldValue(element) {
  if (element.matches(SENSITIVE)) return element.value ? 'filled' : '';
  return element instanceof HTMLInputElement || 'value' in element ? element.value : textOf(element);
}

/** What the fields of the element's form hold, by label. */
export function formValues(element) {
  const receiver = receiverOf(element);
  const form = receiver.form ?? receiver.closest('form');
  const fields = form
    ? [...form.elements].filter((field) => field.matches('input:not([type=hidden]),textarea,select'))
    : [];
  return fields.slice(0, 40).map((field) => {
    const value = field.matches('[type=checkbox],[type=radio]') ? String(field.checked) : fieldValue(field);
    return [cut(labelOf(field) || field.name || field.type, 80), cut(value)];
  });
}
