/** What a task says outright: an address, an email. Nothing is guessed. */

const ADDRESS = /(?<![\w@])https?:\/\/[^\s<>"'“”]+/iu;
const HOST =
  /(?<![\w@./-])(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,18}(?::\d{2,5})?(?:\/[^\s<>"'“”]*)?(?![\w@])/iu;
const EMAIL = /[^\s@<>"',;:()]+@[^\s@<>"',;:()]+\.[a-z]{2,18}/giu;
const TRAILING = /[.,;:!?)\]]+$/u;

/** The first address that stands in the text; a bare host name counts, the domain of an email does not. */
export function addressIn(task: string): string | null {
  const full = ADDRESS.exec(task)?.[0].replace(TRAILING, '');
  if (full !== undefined && URL.canParse(full)) return full;
  const bare = HOST.exec(task.replaceAll(EMAIL, ' '))?.[0].replace(TRAILING, '');
  return bare !== undefined && URL.canParse(`https://${bare}`) ? `https://${bare}` : null;
}

/** Values that the text holds, by name: its email address, where there is only one. */
export function valuesIn(task: string): Record<string, string> {
  const emails = [...new Set((task.match(EMAIL) ?? []).map((email) => email.replace(TRAILING, '')))];
  const [email] = emails;
  return emails.length === 1 && email !== undefined ? { email } : {};
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();

/** Are these words of the task itself? Nothing else may be typed that is no input. */
export const isOfTask = (text: string, task: string): boolean =>
  folded(text) !== '' && folded(task).includes(folded(text));

const plainName = (name: string): string => folded(name).replace(/[^\p{L}\p{N}]/gu, '');

/** The value of that name, whatever its spelling; null when there is none. */
export function valueNamed(name: string, values: Readonly<Record<string, string>>): string | null {
  const found = Object.keys(values).find((key) => plainName(key) === plainName(name));
  return found === undefined ? null : (values[found] ?? null);
}

/** Shorter values stand in ordinary words. */
const SHORTEST_HIDDEN = 4;

const longestFirst = (values: Readonly<Record<string, string>>): [string, string][] =>
  Object.entries(values)
    .filter(([, value]) => value.length >= SHORTEST_HIDDEN)
    .sort(([, a], [, b]) => b.length - a.length);

/** The text with the names of values in place of the values: `[email]`. */
export const withNames = (text: string, values: Readonly<Record<string, string>>): string =>
  longestFirst(values).reduce((told, [name, value]) => told.replaceAll(value, `[${name}]`), text);

/** The way back. */
export const withValues = (text: string, values: Readonly<Record<string, string>>): string =>
  longestFirst(values).reduce((told, [name, value]) => told.replaceAll(`[${name}]`, value), text);
