/** Gathers from a live page what the guards judge by: in the element's own frame, by one function that runs in the page. */
import { readFileSync } from 'node:fs';
import type { BrowserContext, ElementHandle, Frame, JSHandle, Page } from 'playwright';
import { evidenceOf, type ActEvidence, type KnownEvidence } from '../../../domain/acting/evidence.js';
import type { Point } from '../../../domain/acting/match-target.js';
import { namesAmount } from '../../../domain/acting/written-label.js';

const SOURCE = readFileSync(new URL('./evidence-script.mjs', import.meta.url), 'utf8').replaceAll(/^export /gm, '');
/** One of the functions, made inside a frame: by the debugger, so that no policy of the page forbids it. */
const made = <Argument, Result>(frame: Frame, name: string): Promise<JSHandle<(argument: Argument) => Result>> =>
  frame.evaluateHandle(`(() => { ${SOURCE}\nreturn ${name}; })()`);

async function found(frame: Frame, name: string, point: Point | null): Promise<ElementHandle | null> {
  const search = await made<Point | null, Element | null>(frame, name);
  return (await search.evaluateHandle((run, argument) => run(argument), point)).asElement();
}

/** The act, and what the decision said about it. */
export type PlannedAct = Pick<KnownEvidence, 'act' | 'decision'>;

/**
 * Evidence of an act on this element.
 * @throws when the element is gone
 */
export async function evidenceAt(element: ElementHandle, planned: PlannedAct): Promise<ActEvidence> {
  const frame = await element.ownerFrame();
  if (frame === null) throw new Error('the element is no longer on the page');
  const gather = await made<Node, KnownEvidence>(frame, 'evidenceIn');
  const seen = await gather.evaluate((run, target) => run(target), element);
  const amounts = (seen.nearby ?? []).filter(namesAmount);
  return evidenceOf({ ...seen, amounts, ...planned });
}

/**
 * The element that a click at a point of the viewport would reach, through frames of any origin; null outside of the page.
 * @param point CSS pixels of the page's viewport
 */
export async function elementAtPoint(page: Page, point: Point): Promise<ElementHandle | null> {
  let frame: Frame = page.mainFrame();
  let inFrame = point;
  for (;;) {
    const element = await found(frame, 'elementAt', inFrame);
    const inner = await element?.contentFrame();
    const box = inner ? await element?.boundingBox() : null;
    if (!inner || !box) return element;
    frame = inner;
    inFrame = { x: point.x - box.x, y: point.y - box.y };
  }
}

/** Evidence of a click at a point; empty where there is no element. */
export async function evidenceAtPoint(page: Page, point: Point, planned: PlannedAct): Promise<ActEvidence> {
  const element = await elementAtPoint(page, point);
  return element ? evidenceAt(element, planned) : evidenceOf({ ...planned, page: { url: page.url() } });
}

/** The element that the next key would go to, through frames; null where nothing has the focus. */
export async function focusedElement(page: Page): Promise<ElementHandle | null> {
  let frame: Frame = page.mainFrame();
  for (;;) {
    const element = await found(frame, 'focusedElement', null);
    const inner = await element?.contentFrame();
    if (!inner) return element;
    frame = inner;
  }
}

/** Evidence of pressing a key where the focus is. */
export async function evidenceOfFocus(page: Page, planned: PlannedAct): Promise<ActEvidence> {
  const element = await focusedElement(page);
  return element ? evidenceAt(element, planned) : evidenceOf({ ...planned, page: { url: page.url() } });
}

/** Evidence of the answer to a dialog: its message is all there is. */
export const evidenceOfDialog = (page: Page, message: string, decision: KnownEvidence['decision']): ActEvidence =>
  evidenceOf({
    act: { kind: 'dialog' },
    ...(decision ? { decision } : {}),
    nearby: [message],
    amounts: [message].filter(namesAmount),
    page: { url: page.url() },
  });

/**
 * Layer 5 of the payment guard: in pages of this context the browser's payment sheet refuses to show, and that it was asked
 * for is remembered. To be called before the first page is opened.
 */
export async function refusePaymentSheet(context: BrowserContext): Promise<void> {
  await context.addInitScript({ content: PAYMENT_SHEET });
}
const PAYMENT_SHEET = `(() => {
  const refused = () => {
    Object.defineProperty(window, Symbol.for('paymentSheetAsked'), { value: true });
    return Promise.reject(new DOMException('payments are refused here', 'NotAllowedError'));
  };
  if (window.PaymentRequest) Object.defineProperty(PaymentRequest.prototype, 'show', { value: refused });
  const credentials = window.navigator.credentials;
  if (!credentials) return;
  for (const name of ['get', 'create']) {
    const ask = credentials[name].bind(credentials);
    const isPayment = (options) => Boolean(options?.payment ?? options?.publicKey?.extensions?.payment);
    Object.defineProperty(Object.getPrototypeOf(credentials), name, {
      value: (options) => (isPayment(options) ? refused() : ask(options)),
    });
  }
})();`;
