import type { JSX } from 'preact';
import { useCallback, useMemo, useState } from 'preact/hooks';
import { signOut } from './client.js';
import { FrameContext } from './hooks.js';
import { Header } from './parts/header.js';
import { useRoute, type Route } from './router.js';
import { AskScreen } from './screens/ask-screen.js';
import { RunScreen } from './screens/run-screen.js';
import { RunsScreen } from './screens/runs-screen.js';
import { SignInScreen } from './screens/sign-in-screen.js';
import { UnknownScreen } from './screens/unknown-screen.js';
import { rememberSignedIn, wasSignedIn } from './signed-in.js';

/** The frame around every screen: header, sign-in when the API asks for it, the one live region. */
export function App(): JSX.Element {
  const route = useRoute();
  const [spoken, setSpoken] = useState('');
  const [locked, setLocked] = useState(false);
  const [signedIn, setSignedIn] = useState(wasSignedIn);
  const enter = (isIn: boolean) => {
    rememberSignedIn(isIn);
    setSignedIn(isIn);
    setLocked(!isIn);
  };
  const leave = (): void => {
    signOut().then(
      () => enter(false),
      () => setSpoken('Signing out did not succeed: the API could not be reached.'),
    );
  };
  const askToSignIn = useCallback(() => setLocked(true), []);
  const frame = useMemo(() => ({ announce: setSpoken, askToSignIn }), [askToSignIn]);
  return (
    <FrameContext.Provider value={frame}>
      <a class="skip-link" href="#content">
        Skip to content
      </a>
      <Header screen={route.screen} {...(signedIn && !locked ? { onSignOut: leave } : {})} />
      <main id="content" tabIndex={-1}>
        {locked ? <SignInScreen onSignedIn={() => enter(true)} /> : <Screen route={route} />}
      </main>
      <div class="visually-hidden" role="status" aria-live="polite">
        {spoken}
      </div>
    </FrameContext.Provider>
  );
}

function Screen({ route }: { route: Route }): JSX.Element {
  switch (route.screen) {
    case 'ask':
      return <AskScreen question={route.question} />;
    case 'runs':
      return <RunsScreen search={route.search} />;
    case 'run':
      return <RunScreen key={route.runId} runId={route.runId} />;
    case 'unknown':
      return <UnknownScreen />;
  }
}
