import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { commandRun, type ApiError, type RunCommand, type ShownRun } from '../client.js';
import { toApiError, useFrame } from '../hooks.js';
import { Icon, type IconName } from '../icons.js';
import { Link } from '../router.js';
import { errorSentence } from '../words.js';

const COMMANDS: Record<RunCommand, { word: string; sent: string; icon: IconName }> = {
  pause: { word: 'Pause', sent: 'Pausing', icon: 'pause' },
  continue: { word: 'Continue', sent: 'Continuing', icon: 'play' },
  cancel: { word: 'Cancel', sent: 'Cancelling', icon: 'cross' },
};

/** Pause, continue, cancel while the run is open; ask again once it has ended. */
export function RunControls({ view }: { view: ShownRun }): JSX.Element {
  const { sent, error, send } = useCommand(view);
  if (view.finished_at !== null) {
    return (
      <span class="run-controls">
        <Link to={`/?${new URLSearchParams({ question: view.question }).toString()}`}>Ask again</Link>
      </span>
    );
  }
  const offered: RunCommand[] = [view.overall_status === 'paused' ? 'continue' : 'pause', 'cancel'];
  return (
    <span class="run-controls">
      {offered.map((command) => (
        <button
          key={command}
          type="button"
          class="quiet-button"
          aria-disabled={sent !== null}
          onClick={() => send(command)}
        >
          <Icon name={COMMANDS[command].icon} />
          {sent === command ? COMMANDS[command].sent : COMMANDS[command].word}
        </button>
      ))}
      {error !== null && (
        <span class="control-error" role="alert">
          {errorSentence(error)}
        </span>
      )}
    </span>
  );
}

/** A command is obeyed between activities: it counts as sent until the run's status says so. */
function useCommand(view: ShownRun): {
  sent: RunCommand | null;
  error: ApiError | null;
  send: (command: RunCommand) => void;
} {
  const [sent, setSent] = useState<RunCommand | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const { askToSignIn } = useFrame();
  useEffect(() => setSent(null), [view.overall_status]);

  const send = async (command: RunCommand): Promise<void> => {
    setSent(command);
    setError(null);
    try {
      await commandRun(view.run_id, command);
    } catch (thrown) {
      const failure = toApiError(thrown);
      if (failure.status === 401) askToSignIn();
      setError(failure);
      setSent(null);
    }
  };
  return { sent, error, send: (command) => void (sent === null && send(command)) };
}
