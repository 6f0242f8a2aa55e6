import type { Secret } from '../../../contracts/gates.js';

/** Shorter ones would take ordinary words out of a page. */
const LEAST_CHARACTERS = 4;

/** A page may show again what was typed into it: it is taken out before anything is kept. The email may stay: it is no secret. */
export function withoutSecrets(text: string, { password, code }: Secret): string {
  const secrets = [password, code].filter((value): value is string => (value?.length ?? 0) >= LEAST_CHARACTERS);
  const forms = secrets.flatMap((secret) => [
    secret,
    inText(secret),
    inAttribute(secret),
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
  ]);
  return [...new Set(forms)]
    .sort((a, b) => b.length - a.length)
    .reduce((clean, form) => clean.replaceAll(form, '[REDACTED]'), text);
}

/** How a browser writes it into markup: https://html.spec.whatwg.org/multipage/parsing.html#escapingString */
const inText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('\u00a0', '&nbsp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const inAttribute = (text: string): string => inText(text).replaceAll('"', '&quot;');
