/* global document, window, getComputedStyle, NodeFilter */
// Runs inside pages, as text: nothing of this file may need anything but the page.

function visible(element) {
  const box = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  return box.width > 0 && box.height > 0 && style.visibility !== 'hidden' && style.display !== 'none';
}

/** Elements below a root, those in open shadow roots too, as many as a page of good faith has. */
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

/** How much the page holds now: a page is settled when this stays the same. */
export function measurePage() {
  const { body, documentElement } = document;
  if (!body) return { text: 0, height: 0 };
  const hosts = [...document.querySelectorAll('*')].filter((element) => element.shadowRoot).slice(0, 500);
  const shadowed = hosts.reduce((sum, { shadowRoot }) => sum + shadowRoot.textContent.length, 0);
  return { text: body.textContent.length + shadowed, height: documentElement.scrollHeight };
}

export function scrollToEnd() {
  window.scrollTo(0, document.documentElement.scrollHeight);
}

const CONSENT =
  /cookie|consent|gdpr|rgpd|dsgvo|cmp\b|onetrust|didomi|usercentrics|sourcepoint|sp_message|truste|cybot|qc-cmp|datenschutz|privacy-?(?:banner|notice|manager)/i;
const REFUSE =
  /^(?:reject|decline|refuse|deny|only (?:necessary|essential)|necessary only|continue without|nur (?:notwendige|erforderliche|essenzielle)|alle? ablehnen|ablehnen|tout refuser|refuser|continuer sans|rechazar|rifiuta|solo necessari|recusar|rejeitar|alles? weigeren|weigeren|afwijzen|odrzu|avvisa|afvis|avsla|bare nødvendige|endast nödvändiga|odmítnout|reject all|disagree|отклон|拒否|拒绝)/i;
const ACCEPT =
  /^(?:accept|agree|allow all|i (?:accept|agree)|got it|ok\b|okay|yes,? i|alle? akzeptieren|akzeptieren|zustimmen|einverstanden|annehmen|tout accepter|accepter|j'accepte|d'accord|aceptar|acepto|accetta|aceitar|concordo|accepteren|akkoord|akceptuj|zgadzam|godkänn|acceptera|accepter alle|godta|hyväksy|přijmout|souhlasím|elfogad|принять|согласен|прийняти|kabul et|同意|接受|동의)/i;

function isConsent(element) {
  const names = `${element.id} ${typeof element.className === 'string' ? element.className : ''}`;
  if (CONSENT.test(names) || CONSENT.test(element.getAttribute('aria-label') ?? '')) return true;
  const dialog = /^(?:alert)?dialog$/.test(element.getAttribute('role') ?? '') || element.tagName === 'DIALOG';
  return dialog && CONSENT.test(element.textContent.slice(0, 2000));
}

const labelOf = (element) => (element.value || element.textContent || element.getAttribute('aria-label') || '').trim();

/** Closes a consent banner where that is one click, rather by refusing than by agreeing. Says whether it clicked. */
export function closeConsent() {
  const banners = elementsOf(document).filter((element) => isConsent(element) && visible(element));
  const buttons = banners
    .slice(0, 20)
    .flatMap((banner) => [banner, ...elementsOf(banner.shadowRoot ?? banner, 500)])
    .filter((element) => element.matches('button,[role=button],a,input[type=button],input[type=submit]'))
    .filter((element) => labelOf(element).length <= 60 && visible(element));
  const wanted =
    buttons.find((button) => REFUSE.test(labelOf(button))) ?? buttons.find((button) => ACCEPT.test(labelOf(button)));
  wanted?.click();
  return wanted !== undefined;
}

/** The page as it stands, with what open shadow roots and frames of its own origin hold put where they are shown. */
export function flattenPage(limit) {
  const inline = (element, markup) => {
    const box = document.createElement('div');
    box.innerHTML = markup;
    element.append(box);
  };
  for (const element of elementsOf(document).filter(({ shadowRoot }) => shadowRoot))
    inline(element, element.shadowRoot.innerHTML);
  for (const frame of [...document.querySelectorAll('iframe')].slice(0, 20)) {
    const markup = visible(frame) ? frame.contentDocument?.body?.innerHTML : undefined;
    if (markup) {
      const box = document.createElement('div');
      box.innerHTML = markup;
      frame.replaceWith(box);
    }
  }
  const html = document.documentElement.outerHTML;
  return html.length > limit ? null : `<!doctype html>${html}`;
}
