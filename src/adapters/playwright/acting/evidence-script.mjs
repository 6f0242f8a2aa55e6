/* global document, location, window, getComputedStyle, HTMLFormElement, HTMLElement, Element */
// Runs inside pages, as text: nothing of this file may need anything but the page. Form fields may be called "action",
// "elements" or "getAttribute": what is asked of elements is asked through the prototypes.

const attribute = (element, name) => Element.prototype.getAttribute.call(element, name) ?? '';
const all = (root, selector) => [...root.querySelectorAll.call(root, selector)];
const within = (element, selector) => [...Element.prototype.querySelectorAll.call(element, selector)];
const tagOf = (element) => element.localName.toLowerCase();
const squeeze = (text, most = 300) => (text ?? '').replace(/\s+/g, ' ').trim().slice(0, most);

function parentOf(element) {
  return (
    element.parentElement ?? (element.getRootNode() instanceof window.ShadowRoot ? element.getRootNode().host : null)
  );
}

function closest(element, selector) {
  for (let at = element; at !== null; at = parentOf(at)) if (Element.prototype.matches.call(at, selector)) return at;
  return null;
}

/** What CSS writes before or after an element. */
function writtenByStyle(element, place) {
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(getComputedStyle(element, place).content ?? '');
  return quoted ? quoted[1].replace(/\\(.)/g, '$1') : '';
}

/** What one sees of an element: its text with what CSS puts around it and around what is in it. */
function seenText(element) {
  const text = element instanceof HTMLElement ? element.innerText : element.textContent;
  const parts = [element, ...within(element, '*')].slice(0, 40);
  const written = ['::before', '::after'].map((place) =>
    parts.map((part) => writtenByStyle(part, place)).filter((part) => part),
  );
  return squeeze([...written[0], text, ...written[1]].join(' '));
}

const PRESSABLE =
  'button,a[href],area[href],input,select,textarea,label,summary,option,[role=button],[role=link],[role=menuitem],[role=tab],[role=checkbox],[role=radio],[role=switch],[role=option],[contenteditable=""],[contenteditable=true],[onclick]';

/** What a click on the element presses: a picture in a button is the button. */
function pressedBy(element) {
  const found = closest(element, PRESSABLE);
  if (found !== null) return found;
  let at = element;
  while (parentOf(at) !== null && getComputedStyle(parentOf(at)).cursor === 'pointer') at = parentOf(at);
  return at;
}

const IMPLIED = {
  a: 'link',
  area: 'link',
  button: 'button',
  select: 'combobox',
  textarea: 'textbox',
  summary: 'button',
  option: 'option',
};
const INPUT_ROLES = {
  button: 'button',
  submit: 'button',
  reset: 'button',
  image: 'button',
  checkbox: 'checkbox',
  radio: 'radio',
  range: 'slider',
  number: 'spinbutton',
  search: 'searchbox',
};
function roleOf(element) {
  const given = attribute(element, 'role').trim().split(/\s+/)[0];
  if (given) return given;
  const tag = tagOf(element);
  if (tag === 'input') return INPUT_ROLES[attribute(element, 'type').toLowerCase()] ?? 'textbox';
  return IMPLIED[tag] ?? (attribute(element, 'onclick') ? 'button' : '');
}

const byIds = (element, ids) =>
  ids
    .split(/\s+/)
    .map((id) => (id ? element.getRootNode().getElementById?.(id)?.textContent : ''))
    .join(' ');
const labelsFor = (element) =>
  ('labels' in element && element.labels
    ? [...element.labels].map((label) => label.innerText ?? label.textContent)
    : []
  ).join(' ');

/** The accessible name, near enough: https://www.w3.org/TR/accname-1.2/ */
function nameOf(element) {
  const type = attribute(element, 'type').toLowerCase();
  const isButton = ['submit', 'button', 'reset', 'image'].includes(type);
  const candidates = [
    byIds(element, attribute(element, 'aria-labelledby')),
    attribute(element, 'aria-label'),
    labelsFor(element),
    tagOf(element) === 'input' && isButton ? attribute(element, 'value') : '',
    attribute(element, 'alt'),
    ['input', 'select', 'textarea'].includes(tagOf(element)) ? '' : seenText(element),
    within(element, 'img[alt]')
      .map((image) => attribute(image, 'alt'))
      .join(' '),
    within(element, 'svg title')
      .map((title) => title.textContent)
      .join(' '),
    attribute(element, 'title'),
    attribute(element, 'placeholder'),
  ];
  return squeeze(candidates.find((name) => squeeze(name) !== '') ?? '');
}

/** Names of what is drawn: they tell what a button without words is for. */
function iconOf(element) {
  const drawn = within(element, 'i,svg,use,img,[class*=icon]').slice(0, 8);
  const names = drawn.flatMap((part) => [
    attribute(part, 'class'),
    attribute(part, 'href') || attribute(part, 'xlink:href'),
    attribute(part, 'data-icon'),
  ]);
  const file = drawn.map((part) =>
    attribute(part, 'src')
      .split(/[?#]/)[0]
      .split('/')
      .pop()
      .replace(/\.\w+$/, ''),
  );
  return squeeze(
    [...within(element, 'svg title').map((title) => title.textContent), ...names, ...file]
      .filter((name) => name)
      .join(' '),
    120,
  );
}

const absolute = (address) => {
  try {
    return address ? new URL(address, document.baseURI).href : '';
  } catch {
    return '';
  }
};

const SUBMITTERS = 'button:not([type]),button[type=""],button[type=submit i],input[type=submit i],input[type=image i]';
const SCRIPTED_SUBMIT = /submit\s*\(|requestSubmit/i;
/** Would a click here send a form? By being its button, or by what is written on it as a script. */
function isSubmitter(element, form) {
  if (Element.prototype.matches.call(element, SUBMITTERS))
    return form !== null || tagOf(element) === 'input' || attribute(element, 'form') !== '';
  return (
    SCRIPTED_SUBMIT.test(attribute(element, 'onclick')) || /^javascript:.*submit/i.test(attribute(element, 'href'))
  );
}

const FIELDS =
  'input:not([type=hidden i]):not([type=submit i]):not([type=button i]):not([type=reset i]):not([type=image i]),select,textarea,[contenteditable=""],[contenteditable=true]';
const BUTTONS = 'button,input[type=submit i],input[type=button i],input[type=image i],[role=button]';

/** The form by its own property where it has one, else the part of the page that its fields share with it. */
function formOf(element) {
  const own = element.form instanceof HTMLFormElement ? element.form : closest(element, 'form');
  if (own !== null) return own;
  const control = tagOf(element) === 'label' ? element.control : null;
  if (control && control.form instanceof HTMLFormElement) return control.form;
  let at = element;
  for (let up = 0; up < 6 && at !== null && at !== document.body; up += 1, at = parentOf(at))
    if (within(at, FIELDS).length > 0 && at !== element) return at;
  return null;
}

/** Elements of a form wherever they stand: by the attribute `form`, and in open shadow roots. */
function partsOf(form, selector) {
  const id = attribute(form, 'id');
  const outside =
    id === ''
      ? []
      : all(document, '[form]').filter(
          (part) => attribute(part, 'form') === id && Element.prototype.matches.call(part, selector),
        );
  const roots = within(form, '*')
    .filter((part) => part.shadowRoot)
    .slice(0, 50)
    .map((part) => part.shadowRoot);
  return [...new Set([...within(form, selector), ...outside, ...roots.flatMap((root) => all(root, selector))])].slice(
    0,
    80,
  );
}

const fieldOf = (field) => ({
  type: tagOf(field) === 'input' ? attribute(field, 'type').toLowerCase() || 'text' : tagOf(field),
  name: attribute(field, 'name') || attribute(field, 'id'),
  autocomplete: attribute(field, 'autocomplete').toLowerCase(),
  label: nameOf(field),
});

const linesOf = (element, most) =>
  (element instanceof HTMLElement ? element.innerText : element.textContent)
    .split('\n')
    .map((line) => squeeze(line))
    .filter((line) => line !== '')
    .slice(0, most);

function formEvidence(form, submitter) {
  const isForm = form instanceof HTMLFormElement;
  const action = attribute(submitter, 'formaction') || (isForm ? attribute(form, 'action') : '');
  const method = attribute(submitter, 'formmethod') || (isForm ? attribute(form, 'method') : '');
  return {
    texts: linesOf(form, 80),
    buttons: partsOf(form, BUTTONS)
      .flatMap((button) => [nameOf(button), seenText(button)])
      .filter((name, at, names) => name !== '' && names.indexOf(name) === at),
    fields: partsOf(form, FIELDS).map(fieldOf),
    action: isForm ? absolute(action) || location.href : '',
    method: (isForm ? method || 'get' : 'post').toLowerCase(),
  };
}

const PART = 'form,section,article,aside,li,dialog,fieldset,tr,[role=dialog],[role=group],[role=region],[role=form]';
const PART_CHARACTERS = 800;
/** The part of the page that an element is read together with. */
function partOf(element) {
  let part = element;
  for (let at = parentOf(element); at !== null && at !== document.body; at = parentOf(at)) {
    if ((at.innerText ?? at.textContent ?? '').length > PART_CHARACTERS) break;
    part = at;
    if (Element.prototype.matches.call(at, PART) && at !== element) break;
  }
  return part;
}

function frameEvidence(near) {
  return all(document, 'iframe')
    .slice(0, 40)
    .map((frame) => {
      const { width, height } = frame.getBoundingClientRect();
      const { visibility, display } = getComputedStyle(frame);
      const source = absolute(attribute(frame, 'src'));
      return {
        host: source === '' ? '' : new URL(source).hostname,
        visible: width >= 20 && height >= 12 && visibility !== 'hidden' && display !== 'none',
        near: near.some((part) => part !== null && part.contains(frame)),
      };
    });
}

/** What is known of pressing or filling in this element. */
export function evidenceIn(target) {
  const pressed = pressedBy(target);
  const control = tagOf(pressed) === 'label' && pressed.control ? pressed.control : null;
  const element = pressed;
  const form = formOf(element);
  const submitter = control ?? element;
  const part = partOf(element);
  const lines = linesOf(part, 40);
  const isField = Element.prototype.matches.call(element, FIELDS);
  const inForms = (field) => closest(field, 'form') !== null || field.form instanceof HTMLFormElement;
  return {
    element: {
      tag: tagOf(element),
      role: roleOf(element),
      type: attribute(element, 'type').toLowerCase(),
      name: attribute(element, 'name') || attribute(element, 'id'),
      label: nameOf(element),
      text: isField ? '' : seenText(element),
      title: attribute(element, 'title'),
      alt: attribute(element, 'alt'),
      aria: squeeze(
        [
          attribute(element, 'aria-label'),
          byIds(element, attribute(element, 'aria-labelledby')),
          byIds(element, attribute(element, 'aria-describedby')),
        ].join(' '),
      ),
      // Never what is typed: the value of a button is its label.
      value: isField ? '' : squeeze(attribute(element, 'value')),
      icon: iconOf(element),
      autocomplete: attribute(element, 'autocomplete').toLowerCase(),
      href: absolute(attribute(element, 'href')),
      submits: isSubmitter(submitter, form),
      // Its own words, not those of this label.
      passesTo:
        control && Element.prototype.matches.call(control, BUTTONS)
          ? seenText(control) || attribute(control, 'value') || attribute(control, 'alt')
          : '',
    },
    form: form === null ? null : formEvidence(form, submitter),
    page: {
      url: location.href,
      title: squeeze(document.title),
      language: document.documentElement.lang,
      looseFields: all(document, FIELDS)
        .filter((field) => !inForms(field))
        .slice(0, 40)
        .map(fieldOf),
      paymentApi: window[Symbol.for('paymentSheetAsked')] === true,
    },
    frames: frameEvidence([form, part]),
    amounts: [],
    nearby: lines,
  };
}

/** The innermost element under a point, open shadow roots included; null where there is none. */
export function elementAt({ x, y }) {
  let found = document.elementFromPoint(x, y);
  while (found?.shadowRoot) {
    const inner = found.shadowRoot.elementFromPoint(x, y);
    if (inner === null || inner === found) break;
    found = inner;
  }
  return found;
}

/** Where the next key goes. */
export function focusedElement() {
  let found = document.activeElement;
  while (found?.shadowRoot?.activeElement) found = found.shadowRoot.activeElement;
  return found;
}
