/** Stands in for Node's module `crypto` in the page. */
export const webcrypto = globalThis.crypto;
