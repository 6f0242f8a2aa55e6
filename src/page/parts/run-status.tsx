import type { JSX } from 'preact';
import type { RunStatus } from '../../contracts/run.js';
import { Icon, type IconName } from '../icons.js';
import { STATUS_WORDS } from '../words.js';

const STATUS_ICONS: Record<RunStatus, IconName> = {
  running: 'working',
  paused: 'pause',
  awaiting_human_input: 'person',
  succeeded: 'check',
  partial: 'warning',
  blocked: 'shield',
  failed: 'cross',
  cancelled: 'dash',
};

/** A state, by icon and word. */
export function StatusMark({ status }: { status: RunStatus }): JSX.Element {
  return (
    <span class={`status status-${status}`}>
      <Icon name={STATUS_ICONS[status]} spin={status === 'running'} />
      {STATUS_WORDS[status]}
    </span>
  );
}
