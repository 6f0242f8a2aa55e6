/** Ways to find an element again on another day: by what people know it by, each on its own, and each finding it alone. */
import type { ElementHandle, Frame, FrameLocator, Locator, Page } from 'playwright';
import type { DurableLocator, RememberedStep } from '../../../contracts/memory.js';
import { fill } from '../../../domain/acting/memory.js';
import type { SnapshotLine } from '../../../ports/page-snapshot.js';
import { onElement } from './in-session.js';

const MOST_LOCATORS = 3;
const MOST_FRAMES = 4;

type Root = Page | FrameLocator;
type Role = Parameters<Page['getByRole']>[0];

function locate(root: Root, locator: DurableLocator): Locator {
  switch (locator.by) {
    case 'role':
      return root.getByRole(locator.role as Role, { name: locator.name, exact: true });
    case 'label':
      return root.getByLabel(locator.text, { exact: true });
    case 'placeholder':
      return root.getByPlaceholder(locator.text, { exact: true });
    case 'testid':
      return root.getByTestId(locator.text);
    case 'css':
      return root.locator(locator.text);
  }
}

const within = (page: Page, frames: readonly string[]): Root =>
  frames.reduce<Root>((root, selector) => root.frameLocator(selector), page);

interface Marks {
  readonly label: string;
  readonly placeholder: string;
  readonly testId: string;
  readonly css: readonly string[];
}

const READ_MARKS = `
  const text = (value) => (value ?? '').replace(/\\s+/g, ' ').trim();
  const quote = (value) => JSON.stringify(value);
  const tag = element.tagName.toLowerCase();
  const name = element.getAttribute('name');
  const type = element.getAttribute('type');
  const label = text(element.getAttribute('aria-label')) || (element.labels ? [...element.labels].map((one) => text(one.innerText)).join(' ') : '');
  return {
    label,
    placeholder: text(element.getAttribute('placeholder')),
    testId: text(element.getAttribute('data-testid')),
    css: [element.id ? '#' + CSS.escape(element.id) : '', name ? tag + '[name=' + quote(name) + ']' : '',
      type && element.form && element.form.getAttribute('action') ? 'form[action=' + quote(element.form.getAttribute('action')) + '] ' + tag + '[type=' + quote(type) + ']' : ''].filter((one) => one !== ''),
  };`;

export interface Durable {
  readonly locators: readonly DurableLocator[];
  readonly frames: readonly string[];
}

/** Two or three that each find this element and no other; empty when there are none. */
export async function durableOf(page: Page, locator: Locator, line: SnapshotLine | undefined): Promise<Durable> {
  const handle = await locator.elementHandle({ timeout: 2_000 }).catch(() => null);
  const frames = handle === null ? null : await framesOf(page, handle);
  if (handle === null || frames === null) return { locators: [], frames: [] };
  const marks = await onElement<Marks>(locator, READ_MARKS);
  const root = within(page, frames);
  const found: DurableLocator[] = [];
  for (const candidate of candidatesFor(marks, line))
    if (found.length < MOST_LOCATORS && (await findsAlone(locate(root, candidate), handle))) found.push(candidate);
  await handle.dispose();
  return { locators: found, frames };
}

function candidatesFor({ label, placeholder, testId, css }: Marks, line: SnapshotLine | undefined): DurableLocator[] {
  const named =
    line !== undefined && line.name !== '' ? [{ by: 'role', role: line.role, name: line.name } as const] : [];
  const texts = [
    { by: 'testid', text: testId },
    { by: 'label', text: label },
    { by: 'placeholder', text: placeholder },
    ...css.map((text) => ({ by: 'css', text }) as const),
  ] as const;
  return [...named, ...texts.filter(({ text }) => text !== '')];
}

async function findsAlone(locator: Locator, handle: ElementHandle): Promise<boolean> {
  if ((await locator.count().catch(() => 0)) !== 1) return false;
  return locator.evaluate((found, wanted) => found === wanted, handle, { timeout: 1_000 }).catch(() => false);
}

/** Selectors of the frames around an element, from the outside in; null when one of them cannot be told from others. */
async function framesOf(page: Page, handle: ElementHandle): Promise<string[] | null> {
  const chain: string[] = [];
  let frame: Frame | null = await handle.ownerFrame();
  while (frame !== null && frame !== page.mainFrame()) {
    const selector = await frameSelector(frame);
    if (selector === null || chain.length >= MOST_FRAMES) return null;
    chain.unshift(selector);
    frame = frame.parentFrame();
  }
  return chain;
}

async function frameSelector(frame: Frame): Promise<string | null> {
  const element = await frame.frameElement();
  for (const name of ['id', 'name', 'title']) {
    const value = await element.getAttribute(name);
    const selector = `iframe[${name}=${JSON.stringify(value ?? '')}]`;
    if (value && (await frame.parentFrame()?.locator(selector).count()) === 1) return selector;
  }
  return null;
}

/** The remembered step's element: none of its locators finds two, and all that find one agree. Null when that is not so. */
export async function findRemembered(
  page: Page,
  { locators, frames }: RememberedStep,
  values: Readonly<Record<string, string>>,
): Promise<Locator | null> {
  const root = within(page, frames);
  const filled = locators.map((locator) => locate(root, withParameters(locator, values)));
  const first = filled[0];
  if (first === undefined) return null;
  // The page may still be putting itself together.
  await first
    .first()
    .waitFor({ state: 'attached', timeout: APPEAR_MS })
    .catch(() => undefined);
  const counted = await Promise.all(filled.map(async (locator) => ({ locator, count: await locator.count() })));
  if (counted.some(({ count }) => count > 1)) return null;
  const alone = counted.filter(({ count }) => count === 1).map(({ locator }) => locator);
  const [chosen, ...others] = alone;
  if (chosen === undefined) return null;
  const handle = await chosen.elementHandle();
  if (handle === null) return null;
  const agree = await Promise.all(others.map((other) => findsAlone(other, handle)));
  return agree.every((same) => same) ? chosen : null;
}
const APPEAR_MS = 2_000;

const withParameters = (locator: DurableLocator, values: Readonly<Record<string, string>>): DurableLocator =>
  locator.by === 'role'
    ? { ...locator, name: fill(locator.name, values) }
    : { ...locator, text: fill(locator.text, values) };
