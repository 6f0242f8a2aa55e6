/** What came of an answer to a gate, and what is asked, in words: one table for prompts, steps and reasons. */

const OUTCOMES: Readonly<Record<string, string>> = {
  wrong_answer: 'the site says that this is wrong',
  wrong_password: 'the site says that email or password is wrong',
  wrong_code: 'the site says that the code is wrong',
  email_refused: 'the site did not take the email address',
  code_needed: 'the site asks for a second factor',
  key_gone: 'the key to the sealed answer was gone',
  session_lost: 'the browser session was gone',
  worker_lost: 'the browser worker went away, or the site did not answer in time',
  other_origin: 'the page led to another site, where nothing is typed',
  no_field: 'the page shows no field for it',
  no_button: 'the page shows nothing to send it with',
  field_unusable: 'the field could not be filled in',
  payment: 'what would send it looks like a payment',
  still_closed: 'the page stayed closed, and does not say why',
  no_browser: 'there is no browser on the machine of the worker',
  origin_not_allowed: 'GATE_ORIGINS does not name its origin',
  page_failed: 'the page could not be opened',
};

/** Follows "the gate of example.org did not open:". */
export const gateOutcomeInWords = (code: string): string => OUTCOMES[code] ?? code.replaceAll('_', ' ');
