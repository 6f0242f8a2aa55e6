/** Retry-After in both of its forms: https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3 */

/**
 * @param nowMs the clock, milliseconds since the epoch
 * @returns milliseconds from now, never negative; null when the header is missing or says nothing
 */
export function parseRetryAfter(value: string | null | undefined, nowMs: number): number | null {
  const text = value?.trim() ?? '';
  if (/^\d+(\.\d+)?$/u.test(text)) return Math.round(Number(text) * 1000);
  // A bare number that is no whole count of seconds would be read as a year.
  const at = /[a-z]/iu.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}
