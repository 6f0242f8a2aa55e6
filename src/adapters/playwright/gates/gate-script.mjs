/* global document, getComputedStyle, location, NodeFilter */
// Runs inside pages, as text: nothing of this file may need anything but the page. Looks for the fields of a wall and for
// what sends them, by the meaning of the markup first and by its words second. Never reads what stands in a field.

function visible(element) {
  const box = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  return box.width > 0 && box.height > 0 && style.visibility !== 'hidden' && style.display !== 'none';
}

function elementsOf(root, most = 20000) {
  const found = [];
  const roots = [root];
  while (roots.length > 0 && found.length < most) {
    const walker = document.createTreeWalker(roots.pop(), NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node !== null && found.length < most; node = walker.nextNode()) {
      found.push(node);
      if (node.shadowRoot) roots.push(node.shadowRoot);
    }
  }
  return found;
}

const attribute = (element, name) => element.getAttribute(name) ?? '';
const textOf = (element) => (element?.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 300);

function labelOf(element) {
  const named = attribute(element, 'aria-labelledby')
    .split(/\s+/)
    .map((id) => textOf(id && element.getRootNode().getElementById?.(id)));
  const labels = [...(element.labels ?? [])].map(textOf);
  const said = [...labels, ...named, ...['aria-label', 'placeholder', 'title'].map((name) => attribute(element, name))];
  return said.find((text) => text !== '') ?? '';
}

const EMAIL =
  /e-?mail|correo|courriel|почт|邮箱|邮件|電子郵件|メール|이메일|user-?name|user-?id|login|anmeldename|benutzer|usuario|utilisateur|identifiant|utente|gebruiker|użytkownik|användar|bruker|käyttäjä/i;
const CODE =
  /one-?time|\botp\b|\b2fa\b|\bmfa\b|\btotp\b|verification|security code|authenticat|\bcode\b|\bcodes?\b|\bpin\b|código|codice|kod\b|koodi|код|验证码|驗證碼|認証|인증/i;
const NEW = /new-password/;

const isTextual = (element) =>
  element.tagName === 'INPUT' &&
  /^(?:text|email|tel|number|search|password|)$/.test(attribute(element, 'type').toLowerCase());
const isUsable = (element) => isTextual(element) && !element.disabled && !element.readOnly && visible(element);
const wordsOf = (element) =>
  [...['name', 'id', 'autocomplete', 'placeholder'].map((name) => attribute(element, name)), labelOf(element)].join(
    ' ',
  );
const typeOf = (element) => attribute(element, 'type').toLowerCase();
/** What stands around a page's matter: search boxes, newsletters. */
const isAside = (element) => element.closest('header,footer,nav,aside,[role=search],[role=contentinfo]') !== null;

const isPassword = (element) => typeOf(element) === 'password' && !NEW.test(attribute(element, 'autocomplete'));
const isCode = (element) =>
  attribute(element, 'autocomplete') === 'one-time-code' ||
  (!isPassword(element) && !isEmail(element) && CODE.test(wordsOf(element)));
const isEmail = (element) =>
  typeOf(element) === 'email' ||
  /^(?:email|username)$/.test(attribute(element, 'autocomplete')) ||
  (/^(?:text|tel|)$/.test(typeOf(element)) && EMAIL.test(wordsOf(element)));

/** Those in dialogs first, those beside the page's matter last. */
function inOrder(elements) {
  const rank = (element) => (element.closest('dialog,[role=dialog],[aria-modal=true]') ? 0 : isAside(element) ? 2 : 1);
  return [...elements].sort((a, b) => rank(a) - rank(b));
}

const SUBMITS = 'button,input[type=submit],input[type=image],[role=button]';
const submits = (element) =>
  element.tagName === 'INPUT' || (element.tagName === 'BUTTON' && !/^(?:button|reset)$/.test(typeOf(element)));

/** What sends the field: its form's own button, else the nearest one after it. */
function submitOf(field) {
  const form = field.form ?? field.closest('form');
  if (form) {
    const own = elementsOf(form).filter((element) => element.matches(SUBMITS) && visible(element) && !element.disabled);
    return own.find(submits) ?? own.find((button) => typeOf(button) !== 'reset') ?? null;
  }
  for (let around = field.parentElement, depth = 0; around && depth < 6; around = around.parentElement, depth += 1) {
    const near = elementsOf(around).filter((element) => element.matches(SUBMITS) && visible(element));
    const after = near.filter((element) => field.compareDocumentPosition(element) & 4);
    if (after.length > 0) return after[0];
  }
  return null;
}

/** The fields of the wall, and what sends them. Elements, or null where there is none. */
export function findGate() {
  const usable = inOrder(elementsOf(document).filter(isUsable));
  const password = usable.find(isPassword) ?? null;
  const beside = password ? usable.filter((element) => element.form === password.form && element !== password) : usable;
  const plain = (element) => !isPassword(element) && /^(?:text|email|tel|)$/.test(typeOf(element));
  const email = beside.find(isEmail) ?? (password ? beside.find(plain) : undefined) ?? null;
  const code = password ? null : (usable.find(isCode) ?? null);
  const last = password ?? code ?? email;
  return { email, password, code, submit: last && submitOf(last) };
}

/** Every field that could take an answer, with what it says of itself; for whoever has to choose. */
export function candidates() {
  const fields = elementsOf(document)
    .filter((element) => isUsable(element) && element.value === '')
    .slice(0, 30);
  const words = fields.map((field) =>
    ['type', 'name', 'id', 'autocomplete', 'placeholder', 'aria-label']
      .map((name) => [name, attribute(field, name)])
      .concat([['label', labelOf(field)]])
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `${name}=${value.slice(0, 80)}`)
      .join(', '),
  );
  return { fields, words };
}

/** What sends this field. */
export const submitFor = (field) => submitOf(field);

/** What a guard has to know of the element that sends the form; plain data, no values. */
export function describeSubmit(element) {
  const form = element.form ?? element.closest('form');
  const fields = form ? [...form.elements].filter((field) => field.matches('input,select,textarea')) : [];
  return {
    element: {
      tag: element.tagName.toLowerCase(),
      role: attribute(element, 'role'),
      type: typeOf(element),
      name: attribute(element, 'name'),
      label: labelOf(element) || textOf(element) || (element.tagName === 'INPUT' ? attribute(element, 'value') : ''),
      text: textOf(element),
      title: attribute(element, 'title'),
      aria: attribute(element, 'aria-label'),
      submits: true,
    },
    form: form && {
      texts: [...form.querySelectorAll('h1,h2,h3,h4,legend,label,small,p')].slice(0, 40).map(textOf),
      buttons: [...form.querySelectorAll(SUBMITS)].slice(0, 20).map((button) => textOf(button) || labelOf(button)),
      fields: fields.slice(0, 40).map((field) => ({
        type: typeOf(field) || field.tagName.toLowerCase(),
        name: attribute(field, 'name'),
        autocomplete: attribute(field, 'autocomplete'),
        label: labelOf(field),
      })),
      action: form.action && typeof form.action === 'string' ? form.action : '',
      method: attribute(form, 'method').toLowerCase() || 'get',
    },
    page: { url: location.href, title: document.title, language: document.documentElement.lang },
  };
}

/** May this be typed into: still there, empty, and not covered by something else? */
export function isReady(element) {
  element.scrollIntoView({ block: 'center' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const at = element.getRootNode().elementFromPoint?.(left + width / 2, top + height / 2);
  const hit = at === element || element.contains(at) || [...(element.labels ?? [])].some((label) => label.contains(at));
  return hit && !element.disabled && !element.readOnly && (element.value === '' || element.type !== 'password');
}

/** Where the form would send what is typed; empty when to the page itself. */
export const targetOf = (element) => {
  const form = element.form ?? element.closest('form');
  return form && attribute(form, 'action') !== '' && typeof form.action === 'string' ? form.action : '';
};

export const nameOf = (element) => labelOf(element) || attribute(element, 'name') || typeOf(element);

/** The words of the page that speak to the person in front of it. */
export const pageWords = () => (document.body?.innerText ?? '').slice(0, 20000);
