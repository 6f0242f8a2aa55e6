import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright';
import type { ActEvidence, KnownEvidence } from '../../../domain/acting/evidence.js';
import { checkPayment } from '../../../domain/acting/payment-guard.js';
import { riskOf } from '../../../domain/acting/risk.js';
import { sends, serve, type LocalWeb } from '../../http/testing/local-web.js';
import { findChromium } from '../find-chromium.js';
import {
  evidenceAt,
  evidenceAtPoint,
  evidenceOfDialog,
  evidenceOfFocus,
  focusedElement,
  refusePaymentSheet,
} from './collect-evidence.js';

const executablePath = findChromium(undefined);
const describeIf = executablePath === null ? describe.skip : describe;

const html = (body: string, language = 'en') =>
  sends(
    `<!doctype html><html lang="${language}"><title>Shop</title><style>.pay::before{content:"Pay now"}</style>${body}</html>`,
  );
const CARD = '<label>Card number <input autocomplete="cc-number" name="n"></label>';
const EMAIL = '<label>Email <input type="email" name="email" autocomplete="email"></label>';

/** Ways to pay without a button that says so: the element that is pressed has the id `go`, unless `press` says otherwise. */
const PAGES: Readonly<Record<string, { body: string; language?: string; layer: string; press?: string }>> = {
  icon: {
    body: `<form>${EMAIL}<button id="go"><svg class="icon-buy-now" width="20" height="20"><title>Buy now</title></svg></button></form>`,
    layer: 'label',
  },
  'icon in a button that is hit': {
    body: '<button aria-label="Complete purchase"><span id="go">→</span></button>',
    layer: 'label',
  },
  'words by style alone': { body: '<button id="go" class="pay"></button>', layer: 'label' },
  'words in pieces': { body: '<button id="go"><b>Pa</b><i>y</i> <u>n</u>ow</button>', layer: 'label' },
  'card form, "Continue"': {
    body: `<form method="post">${CARD}<button id="go">Continue</button></form>`,
    layer: 'form',
  },
  'card field in no form': {
    body: `<div>${CARD}<div id="go" role="button" tabindex="0">Continue</div></div>`,
    layer: 'form',
  },
  'card field in a shadow root': {
    body: `<form method="post"><x-card></x-card><button id="go">OK</button></form><script>document.querySelector('x-card').attachShadow({mode:'open'}).innerHTML='${CARD}'</script>`,
    layer: 'form',
  },
  'field outside of its form': {
    body: `<form id="f" method="post"><button id="go">Next</button></form><input form="f" name="cardnumber">`,
    layer: 'form',
  },
  'fields named like properties': {
    body: `<form method="post" action="/pay"><input name="action"><input name="method"><input name="getAttribute"><button id="go">Next</button></form>`,
    layer: 'verb',
  },
  'Enter in the last field': {
    body: `<form method="post">${EMAIL}<input id="go"><button>Pay now</button></form>`,
    layer: 'label',
    press: 'Enter',
  },
  'Enter in a card form': {
    body: `<form method="post">${CARD}<input id="go"><button>Continue</button></form>`,
    layer: 'form',
    press: 'Enter',
  },
  'Space on a button': { body: '<button id="go">Place order</button>', layer: 'label', press: ' ' },
  'label that passes its click on': {
    body: '<form method="post"><label id="go" for="b">Continue</label><button id="b">Place order</button></form>',
    layer: 'label',
  },
  'requestSubmit behind a label': {
    body: `<form method="post">${CARD}<label id="go" onclick="this.closest('form').requestSubmit()">Next</label></form>`,
    layer: 'form',
  },
  link: { body: '<a id="go" href="/checkout/confirm?cart=1">Next</a>', layer: 'verb' },
  'link to a provider': { body: '<a id="go" href="https://buy.stripe.com/x">Next</a>', layer: 'frame' },
  'first of two steps': {
    body: '<form action="/checkout/pay" method="post"><p>Order total: $49.00</p><button id="go">Continue</button></form>',
    layer: 'form',
  },
  'second of two steps': {
    body: '<section><h2>Almost done</h2><p>Order total: $49.00</p><button id="go">Confirm</button></section>',
    layer: 'form',
  },
  'small print': {
    body: '<form method="post"><p>Charged to the card on file, Visa ending in 4242.</p><button id="go">Go</button></form>',
    layer: 'form',
  },
  'frame of a provider': {
    body: `<form method="post">${EMAIL}<iframe src="https://js.stripe.com/v3/elements" width="300" height="60"></iframe><button id="go">Continue</button></form>`,
    layer: 'frame',
  },
  'image input': {
    body: '<form method="post"><input id="go" type="image" alt="Buy now" src="data:,"></form>',
    layer: 'label',
  },
  German: { body: '<button id="go">Zahlungspflichtig bestellen</button>', language: 'de', layer: 'label' },
  Japanese: { body: '<button id="go">注文を確定する</button>', language: 'ja', layer: 'label' },
  Arabic: { body: '<button id="go">تأكيد الدفع</button>', language: 'ar', layer: 'label' },
};

let web: LocalWeb;
let browser: Browser;
let context: BrowserContext;

const pathOf = (name: string): string => `/${encodeURIComponent(name)}`;

beforeAll(async () => {
  if (executablePath === null) return;
  web = await serve({
    ...Object.fromEntries(
      Object.entries(PAGES).map(([name, { body, language }]) => [pathOf(name), html(body, language)]),
    ),
    '/demo':
      html(`<div><section><h2>The Friday letter</h2><p>Free.</p><form method="post" action="/newsletter">${EMAIL}<button id="go">Sign up</button></form></section>
      <section><h2>Pro</h2><p>$49 a month</p><form method="post" action="/pro/purchase"><button id="pro">Complete Purchase — $49/mo</button></form></section></div>`),
    '/frames': html('<h1>Outer</h1><iframe src="/inner" width="400" height="200" style="border:0"></iframe>'),
    '/inner': html('<button id="inner" style="position:absolute;left:40px;top:60px">Place order</button>'),
    '/secret': html(
      '<form method="post"><input id="go" type="password" value="canary-1"><input name="note" value="canary-2"><textarea>canary-3</textarea><button>Send</button></form>',
    ),
    '/strict': sends('<button id="go">Buy now</button>', 'text/html', 200, {
      'content-security-policy': "default-src 'none'; script-src 'self'; require-trusted-types-for 'script'",
    }),
    '/sheet': html(
      `<button id="go" onclick="try { new PaymentRequest([{supportedMethods:'https://pay.example'}], {total:{label:'x',amount:{currency:'USD',value:'1'}}}).show().catch((e) => { document.title = e.message }) } catch (e) { document.title = String(e) }">Continue</button>`,
    ),
  });
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await web?.close();
});
afterEach(() => context?.close());

async function open(path: string): Promise<Page> {
  context = await browser.newContext();
  await refusePaymentSheet(context);
  await context.route(/stripe/u, (route) => route.fulfill({ body: '' }));
  const page = await context.newPage();
  await page.goto(`${web.origin}${path}`);
  return page;
}

async function seen(page: Page, selector = '#go', planned: KnownEvidence = {}): Promise<ActEvidence> {
  const element = await page.waitForSelector(selector, { state: 'attached' });
  return evidenceAt(element, planned);
}

describeIf('evidence from a live page', () => {
  it.each(Object.entries(PAGES))('stops a payment: %s', async (name, { layer, press }) => {
    const page = await open(pathOf(name));
    if (press !== undefined) await page.focus('#go');
    const planned = { act: press === undefined ? { kind: 'click' as const } : { kind: 'press' as const, key: press } };
    const evidence = press === undefined ? await seen(page, '#go', planned) : await evidenceOfFocus(page, planned);
    expect(checkPayment(evidence)).toMatchObject({ allowed: false });
    expect(checkPayment(evidence, [layer as 'label'])).toMatchObject({ allowed: false, layer });
  });

  it('lets the sign-up beside a purchase pass, and stops the purchase', async () => {
    const page = await open('/demo');
    const evidence = await seen(page);
    expect(evidence.form).toMatchObject({ action: `${web.origin}/newsletter`, method: 'post', buttons: ['Sign up'] });
    expect(checkPayment(evidence)).toMatchObject({ allowed: true });
    expect(riskOf(evidence)).toBeNull();
    await page.focus('[type=email]');
    expect(checkPayment(await evidenceOfFocus(page, { act: { kind: 'press', key: 'Enter' } }))).toMatchObject({
      allowed: true,
    });
    expect(checkPayment(await seen(page, '#pro'))).toMatchObject({ allowed: false, layer: 'label' });
  });

  it('finds what a point hits, and what has the focus, through frames', async () => {
    const page = await open('/frames');
    const box = await page.frameLocator('iframe').locator('#inner').boundingBox();
    const point = { x: (box?.x ?? 0) + 5, y: (box?.y ?? 0) + 5 };
    const evidence = await evidenceAtPoint(page, point, {});
    expect(evidence).toMatchObject({ element: { label: 'Place order' }, page: { url: `${web.origin}/inner` } });
    expect(checkPayment(evidence)).toMatchObject({ allowed: false });
    await page.frameLocator('iframe').locator('#inner').focus();
    expect(await (await focusedElement(page))?.getAttribute('id')).toBe('inner');
    expect(checkPayment(await evidenceOfFocus(page, { act: { kind: 'press', key: 'Enter' } }))).toMatchObject({
      allowed: false,
    });
  });

  it('holds nothing that was typed', async () => {
    const page = await open('/secret');
    await page.fill('#go', 'canary-4');
    expect(JSON.stringify(await seen(page))).not.toContain('canary');
  });

  it('is gathered under a strict policy of the page, too', async () => {
    const page = await open('/strict');
    expect(checkPayment(await seen(page))).toMatchObject({ allowed: false, layer: 'label' });
  });

  it('refuses the payment sheet, and remembers that it was asked for', async () => {
    const page = await open('/sheet');
    await page.click('#go');
    await page.waitForFunction(() => document.title !== 'Shop');
    if ((await page.title()).includes('not defined')) return console.warn('this Chromium has no PaymentRequest');
    expect(await page.title()).toBe('payments are refused here');
    expect(checkPayment(await seen(page), ['api'])).toMatchObject({ allowed: false, layer: 'api' });
  });

  it('of a dialog is its message', async () => {
    const page = await open('/demo');
    expect(checkPayment(evidenceOfDialog(page, 'Place order for $49?', undefined))).toMatchObject({ allowed: false });
    expect(checkPayment(evidenceOfDialog(page, 'Leave this page?', undefined))).toMatchObject({ allowed: true });
  });
});
