import { readFileSync } from 'node:fs';
import type { Frame } from 'playwright';

/** The functions of `page-script.mjs`, which run in the page as text: compilers add helpers that no page knows. */
interface InPage {
  measurePage(): { readonly text: number; readonly height: number };
  scrollToEnd(): void;
  closeConsent(): boolean;
  /** @returns null when the markup has more than `limit` characters */
  flattenPage(limit: number): string | null;
}

const SOURCE = readFileSync(new URL('./page-script.mjs', import.meta.url), 'utf8').replaceAll(/^export /gm, '');

/** Calls one of the functions inside a frame. */
export const inPage = <Name extends keyof InPage>(
  frame: Frame,
  name: Name,
  ...args: Parameters<InPage[Name]>
): Promise<ReturnType<InPage[Name]>> =>
  frame.evaluate(`(() => { ${SOURCE}\nreturn ${name}(...${JSON.stringify(args)}); })()`);
