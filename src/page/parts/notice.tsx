import type { ComponentChildren, JSX } from 'preact';
import { Icon } from '../icons.js';

/** A sentence the reader should not miss. `urgent` is read out at once: for errors that answer what they just did. */
export function Notice({ urgent = false, children }: { urgent?: boolean; children: ComponentChildren }): JSX.Element {
  return (
    <div class="notice" role={urgent ? 'alert' : undefined}>
      <Icon name="warning" />
      <div>{children}</div>
    </div>
  );
}

/** Grey lines in place of what is on its way; the style sheet shows them after 300 ms only. */
export function Skeleton({ lines, label }: { lines: number; label: string }): JSX.Element {
  return (
    <div class="skeleton">
      <span class="visually-hidden">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span class="skeleton-line" key={line} />
      ))}
    </div>
  );
}
