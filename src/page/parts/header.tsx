import type { JSX } from 'preact';
import { Icon, type IconName } from '../icons.js';
import { Link, type Route } from '../router.js';
import { useTheme, type Theme } from '../theme.js';
import { useWaitingCount } from '../use-waiting-count.js';

const THEME_ICONS: Record<Theme, IconName> = { system: 'half', light: 'sun', dark: 'moon' };

interface HeaderProps {
  readonly screen: Route['screen'];
  /** offered when this browser signed in */
  readonly onSignOut?: () => void;
}

export function Header({ screen, onSignOut }: HeaderProps): JSX.Element {
  const [theme, nextTheme] = useTheme();
  const waiting = useWaitingCount();
  return (
    <header class="site-header">
      <Link to="/" class="wordmark">
        synthetic
      </Link>
      <nav aria-label="Main">
        <Link to="/" aria-current={screen === 'ask' ? 'page' : undefined}>
          Ask
        </Link>
        <Link to="/runs" aria-current={screen === 'runs' ? 'page' : undefined}>
          Runs
        </Link>
        {waiting > 0 && (
          <Link to="/runs?status=awaiting_human_input" class="waiting-link">
            Waiting for you ({waiting})
          </Link>
        )}
      </nav>
      <button type="button" class="quiet-button" onClick={nextTheme} aria-label={`Theme: ${theme}. Change`}>
        <Icon name={THEME_ICONS[theme]} />
        <span class="wide-only">{theme === 'system' ? 'System' : theme === 'light' ? 'Light' : 'Dark'}</span>
      </button>
      {onSignOut !== undefined && (
        <button type="button" class="quiet-button" onClick={onSignOut}>
          Sign out
        </button>
      )}
    </header>
  );
}
