import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { askQuestion, newIdempotencyKey, type ApiError, type AskRequest } from '../client.js';
import { toApiError, useFrame } from '../hooks.js';
import { Icon } from '../icons.js';
import { navigate } from '../router.js';
import { errorSentence } from '../words.js';
import { Notice } from './notice.js';

/** The API's own limit. */
const MAX_QUESTION_LENGTH = 4000;

/** Each is answered from Wikipedia, which needs no key. */
const EXAMPLES = [
  'Who designed the Sydney Opera House?',
  'How tall is Mount Kilimanjaro?',
  'When was penicillin discovered?',
];

const KINDS = [
  { value: 'auto', label: 'Auto', hint: 'told from what you write' },
  { value: 'question', label: 'Ask', hint: 'an answer with its sources' },
  { value: 'action', label: 'Act', hint: 'something done on a site' },
] as const;

type Kind = (typeof KINDS)[number]['value'];

/** One field. Enter sends, Shift+Enter breaks the line. */
export function AskForm({ question }: { question: string }): JSX.Element {
  const [text, setText] = useState(question);
  const [kind, setKind] = useState<Kind>('auto');
  const [options, setOptions] = useState<Options>(NO_OPTIONS);
  const { error, busy, send } = useAsking();
  const field = useRef<HTMLTextAreaElement>(null);
  // With the first paint, not after it: whoever types at once loses no letter.
  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), []);
  useGrowing(field, text);

  const submit = (asked: string): void => {
    if (asked.trim() === '' || busy) return;
    setText(asked);
    send(requestOf(asked, kind, options));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    submit(text);
  };

  return (
    <form
      class="ask"
      onSubmit={(event) => {
        event.preventDefault();
        submit(text);
      }}
    >
      <div class="ask-box">
        <textarea
          ref={field}
          aria-label="Your question"
          aria-describedby="ask-keys"
          placeholder="Ask the open web"
          rows={1}
          maxLength={MAX_QUESTION_LENGTH}
          enterkeyhint="send"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <div class="ask-bar">
          <KindSwitch kind={kind} onChange={setKind} />
          <span id="ask-keys" class="ask-keys">
            Enter sends, Shift+Enter breaks the line
          </span>
          <button type="submit" class="button" disabled={busy || text.trim() === ''}>
            <Icon name={busy ? 'working' : 'send'} spin={busy} />
            {kind === 'action' ? 'Act' : 'Ask'}
          </button>
        </div>
      </div>
      {error !== null && <Notice urgent>{errorSentence(error)}</Notice>}
      <NarrowDown options={options} onChange={setOptions} />
      <div class="examples">
        <span id="examples-label">For example</span>
        <ul aria-labelledby="examples-label">
          {EXAMPLES.map((example) => (
            <li key={example}>
              <button type="button" class="link-button" disabled={busy} onClick={() => submit(example)}>
                {example}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </form>
  );
}

function KindSwitch({ kind, onChange }: { kind: Kind; onChange: (kind: Kind) => void }): JSX.Element {
  return (
    <fieldset class="switch">
      <legend class="visually-hidden">What should be done</legend>
      {KINDS.map(({ value, label, hint }) => (
        <label key={value} title={hint}>
          <input type="radio" name="kind" value={value} checked={kind === value} onChange={() => onChange(value)} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface Options {
  readonly url: string;
  readonly maxPages: string;
  readonly language: string;
}

const NO_OPTIONS: Options = { url: '', maxPages: '', language: '' };

const LANGUAGES = ['de', 'en', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt', 'ru', 'zh'];

function NarrowDown({ options, onChange }: { options: Options; onChange: (options: Options) => void }): JSX.Element {
  const names = new Intl.DisplayNames('en', { type: 'language' });
  return (
    <details class="narrow-down">
      <summary>Narrow it down</summary>
      <div class="fields">
        <label class="field field-wide">
          <span>Answer from this page first</span>
          <input
            type="url"
            placeholder="https://"
            value={options.url}
            onInput={(event) => onChange({ ...options, url: event.currentTarget.value })}
          />
        </label>
        <label class="field">
          <span>Pages to read, at most</span>
          <input
            type="number"
            min={1}
            max={20}
            placeholder="5"
            value={options.maxPages}
            onInput={(event) => onChange({ ...options, maxPages: event.currentTarget.value })}
          />
        </label>
        <label class="field">
          <span>Language</span>
          <select
            value={options.language}
            onChange={(event) => onChange({ ...options, language: event.currentTarget.value })}
          >
            <option value="">As asked</option>
            {LANGUAGES.map((code) => (
              <option key={code} value={code}>
                {names.of(code)}
              </option>
            ))}
          </select>
        </label>
      </div>
    </details>
  );
}

function requestOf(question: string, kind: Kind, { url, maxPages, language }: Options): AskRequest {
  return {
    question: question.trim(),
    kind,
    ...(url.trim() === '' ? {} : { url: url.trim() }),
    ...(maxPages === '' ? {} : { max_pages: Number(maxPages) }),
    ...(language === '' ? {} : { language }),
  };
}

/** Sends a question; a second try at the same one carries the same key, so a lost reply never asks twice. */
function useAsking(): { error: ApiError | null; busy: boolean; send: (request: AskRequest) => void } {
  const [error, setError] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  const last = useRef({ body: '', key: '' });
  const { askToSignIn } = useFrame();

  const send = async (request: AskRequest): Promise<void> => {
    const body = JSON.stringify(request);
    if (last.current.body !== body) last.current = { body, key: newIdempotencyKey() };
    setBusy(true);
    setError(null);
    try {
      const { run_id: runId } = await askQuestion(request, last.current.key);
      navigate(`/runs/${encodeURIComponent(runId)}`);
    } catch (thrown) {
      const failure = toApiError(thrown);
      if (failure.status === 401) {
        // The form goes away for the sign-in: the question waits in the address.
        navigate(`/?${new URLSearchParams({ question: request.question }).toString()}`, { replace: true });
        askToSignIn();
      }
      setError(failure);
      setBusy(false);
    }
  };
  return { error, busy, send: (request) => void send(request) };
}

/** Lets the field grow with its text where the style sheet's `field-sizing` is not understood. */
function useGrowing(field: { current: HTMLTextAreaElement | null }, text: string): void {
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null || CSS.supports('field-sizing', 'content')) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [field, text]);
}
