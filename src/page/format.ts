/** How the page writes hosts, times, amounts. */

export const hostOf = (url: string): string => {
  try {
    return new URL(url).host.replace(/^www\./, '');
  } catch {
    return url;
  }
};

/** Only addresses a browser may open from here: a `javascript:` address never becomes a link. */
export const safeHref = (url: string): string | undefined => (/^https?:\/\//i.test(url) ? url : undefined);

/** `under 0.1 s`, `0.4 s`, `12 s`, `2 min 5 s`. */
export function formatDuration(ms: number): string {
  if (ms > 0 && ms < 50) return 'under 0.1 s';
  if (ms < 9_950) return `${(Math.max(0, ms) / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

// Day, month by name, year, and 24 hours: read alike everywhere.
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const dayAndTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** `just now`, `5 minutes ago`, `yesterday`, then the date. */
export function formatAge(iso: string, now: number = Date.now()): string {
  const minutes = Math.round((now - Date.parse(iso)) / 60_000);
  if (Number.isNaN(minutes)) return '';
  if (minutes < 1) return 'just now';
  if (minutes < 60) return relative.format(-minutes, 'minute');
  const hours = Math.round(minutes / 60);
  if (hours < 24) return relative.format(-hours, 'hour');
  const days = Math.round(hours / 24);
  return days < 7 ? relative.format(-days, 'day') : day.format(new Date(iso));
}

/** A date alone is shown as that date wherever the reader is. */
export function formatDate(iso: string): string {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(iso) ? new Date(`${iso}T12:00:00`) : new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : day.format(date);
}

export function formatDateTime(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : dayAndTime.format(date);
}

export const formatUsd = (usd: number): string => {
  if (usd === 0) return '$0';
  return usd < 0.01 ? `$${usd.toFixed(4)}` : `$${usd.toFixed(usd < 1 ? 3 : 2)}`;
};

const numbers = new Intl.NumberFormat('en');

/** `1 page`, `9,042 words`. */
export const countOf = (n: number, one: string): string => `${numbers.format(n)} ${n === 1 ? one : `${one}s`}`;
