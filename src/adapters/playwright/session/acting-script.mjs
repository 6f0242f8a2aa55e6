/* global document, window, location, getComputedStyle, HTMLInputElement */
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

const fieldOf = (field) => ({
  type: field.tagName === 'INPUT' ? field.type : field.tagName.toLowerCase(),
  name: cut(field.name),
  autocomplete: cut(field.autocomplete),
  label: labelOf(field),
});

const pseudo = (element, which) => {
  const { content } = getComputedStyle(element, which);
  return content && content !== 'none' && content !== 'normal' ? content.replace(/^["']|["']$/g, '') : '';
};

const iconOf = (element) =>
  [...element.querySelectorAll('svg title,svg use,i,svg,img')]
    .map(
      (icon) =>
        `${icon.textContent} ${icon.getAttribute('href') ?? ''} ${icon.getAttribute('class') ?? ''} ${icon.alt ?? ''}`,
    )
    .join(' ');

const isButton = (element) =>
  element.matches('button,input[type=submit],input[type=image],input[type=button],input[type=reset],[role=button]');
const isSubmit = (element) =>
  element.matches('button:not([type=button]):not([type=reset]),input[type=submit],input[type=image]');

/** What receives a click in the end: the control within a label, the button around an icon. */
function receiverOf(element) {
  const label = element.closest('label');
  if (label && label.control) return label.control;
  return element.closest('button,a[href],input,select,textarea,[role=button],summary') ?? element;
}

const AMOUNT =
  /(?:[$€£¥₹₽₩₺]|\b(?:usd|eur|gbp|chf|sek|nok|dkk|pln|kr|zł|kč)\b)\s?\d|\d[\d.,\s]*\s?(?:[$€£¥₹₽₩₺]|\b(?:usd|eur|gbp|chf|sek|nok|dkk|pln|kr|zł|kč)\b)/i;

function surroundings(element) {
  let area = element.closest('form,dialog,[role=dialog],section,article,main,fieldset') ?? element.parentElement;
  while (area && area.parentElement && textOf(area).length < 80 && area.parentElement !== document.body)
    area = area.parentElement;
  return area ?? document.body;
}

/** What the guards judge by: the element as it is now, its form, its page. Never the value of a secret field. */
export function actEvidence(element) {
  const receiver = element ? receiverOf(element) : null;
  const form = receiver?.form ?? receiver?.closest('form') ?? null;
  const area = receiver ? surroundings(receiver) : document.body;
  const lines = (area.innerText ?? '')
    .split('\n')
    .map((line) => cut(line))
    .filter((line) => line !== '');
  const controls = form ? [...form.elements] : [];
  const loose = [...document.querySelectorAll('input,select,textarea')].filter((field) => !field.form);
  const submitter = receiver && isSubmit(receiver) ? receiver : null;
  return {
    element: receiver && {
      tag: receiver.tagName.toLowerCase(),
      role: receiver.getAttribute('role') ?? '',
      type: (receiver.getAttribute('type') ?? '').toLowerCase(),
      name: cut(receiver.getAttribute('name')),
      label: labelOf(receiver),
      text: cut(`${pseudo(receiver, '::before')} ${textOf(receiver)} ${pseudo(receiver, '::after')}`),
      title: cut(receiver.title),
      alt: cut(receiver.alt ?? receiver.querySelector('img')?.alt),
      aria: cut(`${receiver.getAttribute('aria-label') ?? ''} ${receiver.getAttribute('aria-description') ?? ''}`),
      value: isButton(receiver) ? cut(receiver.value) : '',
      icon: cut(iconOf(receiver)),
      autocomplete: cut(receiver.getAttribute('autocomplete')),
      href: receiver.tagName === 'A' ? receiver.href : '',
      submits: form !== null && isSubmit(receiver),
      passesTo: element !== receiver ? labelOf(receiver) : '',
    },
    form: form && {
      texts: [...form.querySelectorAll('h1,h2,h3,h4,legend,label,p,small,strong,span')]
        .slice(0, 60)
        .map((part) => cut(textOf(part))),
      buttons: controls.filter(isButton).map((button) => cut(`${labelOf(button)} ${button.value ?? ''}`)),
      fields: controls.filter((field) => field.matches('input,select,textarea')).map(fieldOf),
      action: submitter?.getAttribute('formaction')
        ? submitter.formAction
        : form.action && typeof form.action === 'string'
          ? form.action
          : '',
      method: form.method,
    },
    page: {
      url: location.href,
      title: cut(document.title),
      language: cut(document.documentElement.lang, 20),
      looseFields: loose.slice(0, 60).map(fieldOf),
      paymentApi: window.__paymentAsked === true,
    },
    frames: [...document.querySelectorAll('iframe')].slice(0, 30).flatMap((frame) => {
      let host;
      try {
        host = new URL(frame.src, location.href).host;
      } catch {
        return [];
      }
      const { width, height } = frame.getBoundingClientRect();
      return [{ host, visible: width > 20 && height > 10, near: area.contains(frame) }];
    }),
    amounts: lines.filter((line) => AMOUNT.test(line)).slice(0, 20),
    nearby: lines.slice(0, 40),
  };
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
