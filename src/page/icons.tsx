/** One family: 16 px, one stroke, round ends. Words stand beside them, so they are hidden from screen readers. */
import type { JSX } from 'preact';

const PATHS = {
  send: 'M8 13V3M3.5 7.5 8 3l4.5 4.5',
  check: 'm3 8.5 3.2 3.2L13 5',
  cross: 'm4 4 8 8M12 4l-8 8',
  dash: 'M4 8h8',
  dot: 'M8 7.2a.8.8 0 1 0 0 1.6.8.8 0 0 0 0-1.6Z',
  working: 'M8 2.5a5.5 5.5 0 1 1-5.5 5.5',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  play: 'M5 3.5v9l7.5-4.5Z',
  stop: 'M4.5 4.5h7v7h-7Z',
  speak: 'M3 6.2v3.6h2.2L8.5 12.5v-9L5.2 6.2ZM11 5.8a3 3 0 0 1 0 4.4M12.7 4a5.6 5.6 0 0 1 0 8',
  copy: 'M6 5.5h6.5v7.5H6ZM10 5.5V3H3.5v7.5H6',
  away: 'M6.5 4H4v8h8V9.5M9 3.5h3.5V7M12 4 7.5 8.5',
  person: 'M8 8a2.6 2.6 0 1 0 0-5.2A2.6 2.6 0 0 0 8 8ZM3 13.4c.6-2.2 2.6-3.4 5-3.4s4.4 1.2 5 3.4',
  warning: 'M8 2.8 14 13H2ZM8 6.7v2.8M8 11.3v.1',
  shield: 'M8 2.5 13 4.3v3.5c0 2.9-2 4.9-5 5.9-3-1-5-3-5-5.9V4.3Z',
  sun: 'M8 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM8 1.8v1.4M8 12.8v1.4M1.8 8h1.4M12.8 8h1.4M3.6 3.6l1 1M11.4 11.4l1 1M12.4 3.6l-1 1M4.6 11.4l-1 1',
  moon: 'M13 9.6A5.5 5.5 0 0 1 6.4 3a5.5 5.5 0 1 0 6.6 6.6Z',
  half: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM8 2.5v11M10 3v10M12 4.5v7',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, spin = false }: { name: IconName; spin?: boolean }): JSX.Element {
  return (
    <svg class={spin ? 'icon icon-spin' : 'icon'} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
