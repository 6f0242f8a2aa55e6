/** Whether this browser traded the key for a cookie: the cookie itself is out of every script's sight. */
const KEY = 'signed-in';

export function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

export function rememberSignedIn(signedIn: boolean): void {
  try {
    if (signedIn) localStorage.setItem(KEY, 'yes');
    else localStorage.removeItem(KEY);
  } catch {
    // Storage may be closed to us: the page then offers no way to sign out; the cookie ends by itself.
  }
}
