import type { JSX } from 'preact';
import { useHeadingFocus, useTitle } from '../hooks.js';
import { Link } from '../router.js';

export function UnknownScreen(): JSX.Element {
  useTitle('Nothing here · synthetic');
  const heading = useHeadingFocus();
  return (
    <div class="narrow">
      <h1 ref={heading} tabIndex={-1}>
        Nothing here
      </h1>
      <p>
        This address belongs to no screen. <Link to="/">Ask a question</Link> or look at the{' '}
        <Link to="/runs">runs</Link>.
      </p>
    </div>
  );
}
