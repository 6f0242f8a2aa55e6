import { readFileSync } from 'node:fs';
import type { ElementHandle, JSHandle, Page } from 'playwright';
import type { ElementEvidence, FormEvidence } from '../../../domain/acting/evidence.js';

export type Field = ElementHandle<HTMLElement>;

export interface GateElements {
  readonly email: Field | null;
  readonly password: Field | null;
  readonly code: Field | null;
  readonly submit: Field | null;
}

export interface SubmitEvidence {
  readonly element: Partial<ElementEvidence>;
  readonly form: FormEvidence | null;
  readonly page: { readonly url: string; readonly title: string; readonly language: string };
}

/** The functions of `gate-script.mjs`. */
interface InPage {
  findGate(): Readonly<Record<keyof GateElements, HTMLElement | null>>;
  candidates(): { readonly fields: HTMLElement[]; readonly words: string[] };
  submitFor(element: HTMLElement): HTMLElement | null;
  describeSubmit(element: HTMLElement): SubmitEvidence;
  isReady(element: HTMLElement): boolean;
  targetOf(element: HTMLElement): string;
  nameOf(element: HTMLElement): string;
  pageWords(): string;
}

/** They run in the page as text: compilers add helpers that no page knows. */
const SOURCE = readFileSync(new URL('./gate-script.mjs', import.meta.url), 'utf8').replaceAll(/^export /gm, '');
const NAMES = 'findGate, candidates, submitFor, describeSubmit, isReady, targetOf, nameOf, pageWords';

/** A page's wall, read with functions that are put there anew: no other page's are trusted. */
export class GatePage {
  private constructor(private readonly tools: JSHandle<InPage>) {}

  static async of(page: Page): Promise<GatePage> {
    const tools = await page.mainFrame().evaluateHandle(`(() => { ${SOURCE}\nreturn { ${NAMES} }; })()`);
    return new GatePage(tools as JSHandle<InPage>);
  }

  async find(): Promise<GateElements> {
    const found = await this.tools.evaluateHandle((tools) => tools.findGate());
    const part = async (name: keyof GateElements): Promise<Field | null> => (await found.getProperty(name)).asElement();
    return {
      email: await part('email'),
      password: await part('password'),
      code: await part('code'),
      submit: await part('submit'),
    };
  }

  /** What the fields of the page say of themselves, and a way to one of them. */
  async candidates(): Promise<{ readonly words: readonly string[]; at(place: number): Promise<Field | null> }> {
    const found = await this.tools.evaluateHandle((tools) => tools.candidates());
    return {
      words: await found.evaluate(({ words }) => words),
      at: async (place) => (await found.evaluateHandle(({ fields }, n) => fields[n] ?? null, place)).asElement(),
    };
  }

  async submitFor(element: Field): Promise<Field | null> {
    const found = await this.tools.evaluateHandle((tools, node) => tools.submitFor(node), element);
    return found.asElement();
  }

  describeSubmit(element: Field): Promise<SubmitEvidence> {
    return this.tools.evaluate((tools, node) => tools.describeSubmit(node), element);
  }
  isReady(element: Field): Promise<boolean> {
    return this.tools.evaluate((tools, node) => tools.isReady(node), element);
  }
  targetOf(element: Field): Promise<string> {
    return this.tools.evaluate((tools, node) => tools.targetOf(node), element);
  }
  nameOf(element: Field): Promise<string> {
    return this.tools.evaluate((tools, node) => tools.nameOf(node), element);
  }
  words(): Promise<string> {
    return this.tools.evaluate((tools) => tools.pageWords());
  }
}
