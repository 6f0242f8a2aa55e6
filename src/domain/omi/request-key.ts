/** What two requests that ask the same have in common: their words, without case, marks and spaces. */
export const requestKey = (text: string): string =>
  (text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? []).join(' ');
