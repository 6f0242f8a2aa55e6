import { createHmac } from 'node:crypto';
import { InvalidCursorError } from '../contracts/errors.js';
import { equalSecrets } from './access/sessions.js';

// 96 bits: nobody guesses one within the life of a list.
const SIGNATURE_HEX = 24;

/**
 * Signs what Temporal gives as the place in a list. Its server does not refuse a token that it never made but answers
 * late and as if it were away (measured with 1.32: 6 s, then a deadline), so foreign ones must not reach it.
 */
export interface Cursors {
  seal(token: string): string;
  /** @throws InvalidCursorError the cursor was not made here */
  open(cursor: string): string;
}

export function createCursors(installationSecret: string): Cursors {
  const sign = (token: string) =>
    createHmac('sha256', installationSecret).update(`cursor\0${token}`).digest('hex').slice(0, SIGNATURE_HEX);
  return {
    seal: (token) => `${sign(token)}.${token}`,
    open(cursor) {
      const token = cursor.slice(SIGNATURE_HEX + 1);
      if (!equalSecrets(cursor, `${sign(token)}.${token}`)) throw new InvalidCursorError();
      return token;
    },
  };
}
