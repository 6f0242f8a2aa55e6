/**
 * Keeps what is secret from leaving the page. The driver's snapshot reads the values of password fields in clear; it does so
 * in a world of its own inside the page, and there the fields are given another `value` for as long as it looks. The page's
 * own scripts see nothing of that.
 */
import type { Frame, Locator, Page } from 'playwright';

const ENGINE = 'synthetic-mask';
const SOURCE = `({
  query() { return null; },
  queryAll(root, order) {
    const secret = (globalThis.__syntheticSecret ??= new WeakSet());
    if (order === 'mark') { secret.add(root); return []; }
    const named = 'input[type=password],[autocomplete*="password"],[autocomplete*="one-time-code"],[autocomplete^="cc-"],[autocomplete*=" cc-"]';
    const fields = [];
    const roots = [root];
    while (roots.length > 0)
      for (const element of roots.pop().querySelectorAll('*')) {
        if (element.shadowRoot) roots.push(element.shadowRoot);
        if (!('value' in element) || !('form' in element)) continue;
        // A field that was a password once stays one, also when the page shows what stands in it.
        if (element.matches(named)) secret.add(element);
        if (secret.has(element)) fields.push(element);
      }
    if (order === 'fields') return fields;
    for (const field of fields) {
      if (order === 'off') { delete field.value; continue; }
      const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value');
      Object.defineProperty(field, 'value', {
        configurable: true,
        get() { return own.get.call(this) === '' ? '' : '[masked]'; },
        set(value) { own.set.call(this, value); },
      });
    }
    return [];
  },
})`;

let registered: Promise<void> | null = null;

/** Has to be done before a context is opened; once for the process. */
export function prepareMasking(): Promise<void> {
  registered ??= import('playwright').then(({ selectors }) =>
    selectors.register(ENGINE, SOURCE, { contentScript: true }),
  );
  return registered;
}

/** Fields whose values are secret, for a screenshot to cover. */
export const secretFields = (frame: Frame): Locator => frame.locator(`${ENGINE}=fields`);

/** From now on what stands in this field is secret, whatever the page calls it. */
export async function markSecret(field: Locator): Promise<void> {
  await field.locator(`${ENGINE}=mark`).count();
}

/** Runs `look` while every secret field of the page reads `[masked]`. */
export async function masked<T>(page: Page, look: () => Promise<T>): Promise<T> {
  const order = (what: 'on' | 'off') =>
    Promise.all(
      page.frames().map((frame) =>
        frame
          .locator(`${ENGINE}=${what}`)
          .count()
          .catch(() => 0),
      ),
    );
  await order('on');
  try {
    return await look();
  } finally {
    await order('off');
  }
}
