/**
 * The code of an error or of what caused it (`ECONNRESET`, `UND_ERR_SOCKET`); empty when there is none. By shape, not by class:
 * errors also come from worker threads and other realms.
 */
export function errorCode(error: unknown): string {
  let at = error;
  for (let depth = 0; depth < 5 && typeof at === 'object' && at !== null; depth += 1) {
    if ('code' in at && typeof at.code === 'string') return at.code;
    at = firstCause(at);
  }
  return '';
}

function firstCause(error: object): unknown {
  if ('errors' in error && Array.isArray(error.errors)) return error.errors[0];
  return 'cause' in error ? error.cause : undefined;
}
