/** Addresses of the page: `/`, `/runs`, `/runs/<id>`. Reload, back and share work because the address is the state. */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

export type Route =
  | { readonly screen: 'ask'; readonly question: string }
  | { readonly screen: 'runs'; readonly search: URLSearchParams }
  | { readonly screen: 'run'; readonly runId: string }
  | { readonly screen: 'unknown' };

export function routeOf(location: { pathname: string; search: string }): Route {
  const search = new URLSearchParams(location.search);
  const path = location.pathname.replace(/(.)\/+$/, '$1');
  if (path === '/') return { screen: 'ask', question: search.get('question') ?? '' };
  if (path === '/runs') return { screen: 'runs', search };
  const runId = /^\/runs\/([^/]+)$/.exec(path)?.[1];
  return runId === undefined ? { screen: 'unknown' } : { screen: 'run', runId: decoded(runId) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const MOVED = 'synthetic:moved';

/** Goes to another address without loading the page again. */
export function navigate(to: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  window.dispatchEvent(new Event(MOVED));
  if (!replace) window.scrollTo(0, 0);
}

export function useRoute(): Route {
  const [route, setRoute] = useState(() => routeOf(location));
  useEffect(() => {
    const update = (): void => setRoute(routeOf(location));
    window.addEventListener('popstate', update);
    window.addEventListener(MOVED, update);
    return () => {
      window.removeEventListener('popstate', update);
      window.removeEventListener(MOVED, update);
    };
  }, []);
  return route;
}

interface LinkProps {
  readonly to: string;
  readonly class?: string;
  readonly 'aria-current'?: 'page' | undefined;
  readonly children: ComponentChildren;
}

/** A real link: a modified click still opens a new tab. */
export function Link({ to, children, ...rest }: LinkProps): JSX.Element {
  const go = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(to);
  };
  return (
    <a {...rest} href={to} onClick={go}>
      {children}
    </a>
  );
}
