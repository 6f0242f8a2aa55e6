import type { JSX } from 'preact';
import { useTitle } from '../hooks.js';
import { AskForm } from '../parts/ask-form.js';
import { Notice } from '../parts/notice.js';
import { RunList } from '../parts/run-list.js';
import { Link } from '../router.js';
import { useRuns } from '../use-runs.js';
import { errorSentence } from '../words.js';

const RECENT = 6;

/** Where one asks, with the latest runs beneath. */
export function AskScreen({ question }: { question: string }): JSX.Element {
  useTitle('synthetic');
  const { runs, error } = useRuns({ limit: RECENT });
  return (
    <div class="ask-screen">
      <h1 class="ask-title">What do you want to know?</h1>
      <AskForm key={question} question={question} />
      <section class="earlier" aria-labelledby="earlier-heading">
        <div class="section-head">
          <h2 id="earlier-heading">Earlier runs</h2>
          {runs !== null && runs.length > 0 && <Link to="/runs">All runs</Link>}
        </div>
        {error !== null && <Notice>{errorSentence(error)}</Notice>}
        {runs?.length === 0 ? (
          <p class="empty">None yet. Every question you ask stays here under its own address until it is a day old.</p>
        ) : (
          <RunList runs={runs ?? []} />
        )}
      </section>
    </div>
  );
}
