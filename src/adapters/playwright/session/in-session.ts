import { readFileSync } from 'node:fs';
import type { Frame, Locator } from 'playwright';

/** The functions of `acting-script.mjs`, which run in the page as text. */
interface OfPage {
  pageState(): string;
  wantsSignIn(): boolean;
}
interface OfElement {
  isNativeSelect(): boolean;
  fieldValue(): string;
  /** pairs of label and value of the fields in the element's form */
  formValues(): readonly (readonly [string, string])[];
}

const SOURCE = readFileSync(new URL('./acting-script.mjs', import.meta.url), 'utf8').replaceAll(/^export /gm, '');

export const askPage = <Name extends keyof OfPage>(frame: Frame, name: Name): Promise<ReturnType<OfPage[Name]>> =>
  frame.evaluate(`(() => { ${SOURCE}\nreturn ${name}(null); })()`);

/** Runs text as a function of an element: the page's scripts know nothing of what a compiler would add to a function of ours. */
export async function onElement<Result>(locator: Locator, body: string, timeoutMs = 3_000): Promise<Result> {
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- never called here: its text is what the driver sends
  const sent = new Function('element', body) as (element: Element) => Result;
  return await locator.evaluate(sent, undefined, { timeout: timeoutMs });
}

export const askElement = <Name extends keyof OfElement>(
  locator: Locator,
  name: Name,
): Promise<ReturnType<OfElement[Name]>> => onElement(locator, `${SOURCE}\nreturn ${name}(element);`);
