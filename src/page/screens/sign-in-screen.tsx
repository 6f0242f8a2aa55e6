import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { signIn, type ApiError } from '../client.js';
import { toApiError, useTitle } from '../hooks.js';
import { Notice } from '../parts/notice.js';
import { errorSentence } from '../words.js';

const KEY_WRONG = 'That key is not right. It is the value of API_KEY where the API runs.';

/** Shown when the API answers 401: the key is traded once for a cookie that scripts cannot read. */
export function SignInScreen({ onSignedIn }: { onSignedIn: () => void }): JSX.Element {
  useTitle('Sign in · synthetic');
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const [key, setKey] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);

  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await signIn(key);
      onSignedIn();
    } catch (thrown) {
      setError(toApiError(thrown));
      setBusy(false);
    }
  };

  return (
    <form class="narrow sign-in" onSubmit={(event) => void submit(event)}>
      <h1>Sign in</h1>
      <p>This API wants its key. It is sent once and kept as a cookie that no script can read.</p>
      <label class="field">
        <span>API key</span>
        <input
          ref={field}
          type="password"
          autoComplete="current-password"
          required
          value={key}
          onInput={(event) => setKey(event.currentTarget.value)}
        />
      </label>
      {error !== null && <Notice urgent>{error.status === 401 ? KEY_WRONG : errorSentence(error)}</Notice>}
      <button type="submit" class="button" disabled={busy || key === ''}>
        Sign in
      </button>
    </form>
  );
}
