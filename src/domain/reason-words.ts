/** Why a page was not read, in words that follow its name: "example.org answered 503". One table for API, page and CLI. */
import type { PageAttempt, PageOutcome } from '../contracts/run.js';

const REASONS: Readonly<Record<string, string>> = {
  robots_disallowed: 'its robots.txt asks us not to read this',
  robots_unreachable: 'its robots.txt could not be read, and ROBOTS_UNREACHABLE says to stay away then',
  robots_crawl_delay: 'its robots.txt asks for a longer wait between pages than a run has',
  egress_refused: 'the address is not one of the public web',
  host_backoff: 'it asked us to wait longer than a run can',
  circuit_open: 'it failed several times in a row and is left alone for a moment',
  timeout: 'did not answer in time',
  connection_reset: 'broke the connection off',
  connection_refused: 'refused the connection',
  unreachable: 'cannot be reached',
  network_error: 'could not be read',
  dns_not_found: 'is not a name that exists',
  dns_failed: 'could not be looked up',
  proxy_refused: 'could not be reached through OUTBOUND_PROXY',
  tls_failed: 'could not agree on an encrypted connection',
  certificate: 'has a certificate that cannot be trusted',
  bad_http: 'broke the rules of HTTP',
  bad_redirect: 'redirects to nowhere',
  too_many_redirects: 'redirects in circles',
  content_encoding: 'sent a body whose compression is broken or not supported',
  body_too_large: 'is larger than what is read of one page',
  html_too_complex: 'is nested too deeply to be read',
  html_broken: 'sent a page that cannot be parsed',
  parse_failed: 'sent a page that cannot be parsed',
  parse_timeout: 'takes too long to take apart',
  parse_memory: 'takes too much memory to take apart',
  xml_too_complex: 'is nested too deeply to be read',
  pdf_encrypted: 'is a PDF that asks for a password',
  pdf_scanned: 'is a scanned PDF without text',
  pdf_broken: 'is a PDF that cannot be opened',
  pdf_too_large: 'is a larger PDF than what is read',
  type_image: 'is an image, not a text',
  type_audio: 'is a sound recording, not a text',
  type_video: 'is a video, not a text',
  type_archive: 'is an archive, not a text',
  type_binary: 'is a file, not a text',
  no_main_text: 'holds no text of its own',
  no_text: 'holds no text',
  no_such_article: 'has no such article',
  bad_api_answer: 'answered in a way that its interface does not allow for',
  not_an_article: 'is not an article of this encyclopedia',
  script_shell: 'shows its text only in a browser',
  enable_javascript: 'shows its text only in a browser',
  empty_body_large_scripts: 'shows its text only in a browser',
  browser_lost: 'could not be read: the browser ended',
  too_little_text: 'shows too little text to be read',
  no_browser:
    'shows its text only in a browser, and there is none: run "npx playwright install chromium" or set CHROMIUM_PATH',
  soft_404: 'says that there is no such page',
  challenge: 'asks for proof that a person is reading',
  gate_email: 'asks for an email address first',
  gate_login: 'needs a sign-in',
  gate_paywall: 'asks for money first',
  reader_failed: 'could not be read',
  store_unavailable: 'could not be kept: the store on this machine is locked, full or broken',
  not_available: 'cannot be read yet',
  cancelled: 'stopped with the run',
};

const STATUSES: Readonly<Record<number, string>> = {
  401: 'answered 401: it needs a sign-in',
  402: 'answered 402: it asks for money first',
  403: 'answered 403: it does not let us read this',
  404: 'answered 404: there is no such page',
  407: 'answered 407: a proxy asks for a sign-in',
  410: 'answered 410: the page is gone',
  429: 'answered 429: it was asked too often',
  451: 'answered 451: it may not show this for legal reasons',
};

const OUTCOMES: Readonly<Record<PageOutcome, string>> = {
  read: 'was read',
  gated: 'needs a person first',
  needs_browser: 'shows its text only in a browser',
  not_readable_yet: 'cannot be read yet',
  refused: 'does not let us read this',
  not_found: 'has no such page',
  unsupported: 'is not a text',
  too_large: 'is larger than what is read of one page',
  empty: 'holds no text of its own',
  broken: 'cannot be parsed',
  failed: 'could not be read',
};

/** The words of a reason code; a code without words is spelled out. */
export function reasonInWords(code: string): string {
  if (Object.hasOwn(REASONS, code)) return REASONS[code]!;
  const status = /^http_(\d{3})$/.exec(code)?.[1];
  if (status !== undefined) return STATUSES[Number(status)] ?? `answered ${status}`;
  return code.startsWith('type_') ? 'is not a text' : `could not be read (${code.replaceAll('_', ' ')})`;
}

/** What came of an attempt that did not end in a stored page. */
export const attemptInWords = ({ outcome, reason }: Pick<PageAttempt, 'outcome' | 'reason'>): string =>
  reason === null ? OUTCOMES[outcome] : reasonInWords(reason);
