import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PendingInput } from '../../contracts/gates.js';
import { answerGate, answerSealed, newIdempotencyKey, type ApiError, type GateAnswer } from '../client.js';
import { formatDateTime, hostOf } from '../format.js';
import { toApiError, useFrame } from '../hooks.js';
import { Icon } from '../icons.js';
import { errorSentence } from '../words.js';
import { Notice } from './notice.js';

/** What the run waits for, answered where it is shown. A password box is there only for a password. */
export function GateForm({ runId, gate }: { runId: string; gate: PendingInput }): JSX.Element {
  const { busy, error, send } = useAnswering(runId, gate);
  const heading = useCardFocus(gate.gate_id);
  return (
    <section class="gate" aria-labelledby="gate-heading">
      <h3 id="gate-heading" ref={heading} tabIndex={-1}>
        Waiting for you
      </h3>
      <p>{gate.prompt}</p>
      <GateFacts gate={gate} />
      <fieldset class="gate-fields" disabled={busy}>
        <legend class="visually-hidden">Your answer</legend>
        <GateFields gate={gate} busy={busy} send={send} />
      </fieldset>
      {error !== null && <Notice urgent>{errorSentence(error)}</Notice>}
    </section>
  );
}

/** Brings the keyboard to the card that needs the person, never away from what they type. */
function useCardFocus(gateId: string): { current: HTMLHeadingElement | null } {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    const typing = activeElement?.matches('input, textarea, select, [contenteditable]') === true;
    if (!typing) heading.current?.focus();
  }, [gateId]);
  return heading;
}

/** Where it is asked, until when, and what exactly would be done. */
function GateFacts({ gate: { url, expires_at, effect } }: { gate: PendingInput }): JSX.Element {
  return (
    <dl class="gate-facts">
      {Object.entries({ page: url, ...effect }).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div>
        <dt>until</dt>
        <dd>
          <time dateTime={expires_at}>{formatDateTime(expires_at)}</time>
        </dd>
      </div>
    </dl>
  );
}

interface FieldsProps {
  readonly gate: PendingInput;
  readonly busy: boolean;
  readonly send: (answer: GateAnswer) => void;
}

function GateFields({ gate, busy, send }: FieldsProps): JSX.Element {
  switch (gate.kind) {
    case 'email':
      return <EmailFields busy={busy} send={send} />;
    case 'login':
      return <LoginFields gate={gate} busy={busy} send={send} />;
    case 'code':
      return <CodeFields gate={gate} busy={busy} send={send} />;
    case 'values':
      return <ValueFields gate={gate} busy={busy} send={send} />;
    case 'approval':
      return (
        <Choices
          options={[
            { label: 'Approve', answer: { approve: true } },
            { label: 'Refuse', answer: { approve: false } },
          ]}
          send={send}
        />
      );
    case 'choice':
      return <Choices options={gate.options.map((choice) => ({ label: choice, answer: { choice } }))} send={send} />;
  }
}

interface Option {
  readonly label: string;
  readonly answer: GateAnswer;
}

const Choices = ({ options, send }: { options: readonly Option[]; send: FieldsProps['send'] }): JSX.Element => (
  <div class="gate-choices">
    {options.map(({ label, answer }) => (
      <button key={label} type="button" class="button" onClick={() => send(answer)}>
        {label}
      </button>
    ))}
  </div>
);

function EmailFields({ busy, send }: Omit<FieldsProps, 'gate'>): JSX.Element {
  const [email, setEmail] = useState('');
  const [hidden, setHidden] = useState(false);
  return (
    <Sending busy={busy} onSend={() => send(hidden ? { secret: { email }, private: true } : { email })}>
      <TextField label="Email address" type="email" autoComplete="email" value={email} onInput={setEmail} />
      <label class="gate-check">
        <input type="checkbox" checked={hidden} onChange={(event) => setHidden(event.currentTarget.checked)} />
        <span>Seal it, so that the history of this run does not hold it</span>
      </label>
    </Sending>
  );
}

function LoginFields({ gate, busy, send }: FieldsProps): JSX.Element {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  return (
    <Sending busy={busy} onSend={() => send({ secret: { email, password } })}>
      <TextField label="Email or user name" type="text" autoComplete="username" value={email} onInput={setEmail} />
      <TextField
        label={`Password at ${hostOf(gate.url)}`}
        type="password"
        autoComplete="off"
        value={password}
        onInput={setPassword}
      />
      <Sealed gate={gate} />
    </Sending>
  );
}

function CodeFields({ gate, busy, send }: FieldsProps): JSX.Element {
  const [code, setCode] = useState('');
  return (
    <Sending busy={busy} onSend={() => send({ secret: { code } })}>
      <TextField label="Code" type="text" autoComplete="one-time-code" value={code} onInput={setCode} />
      <Sealed gate={gate} />
    </Sending>
  );
}

const Sealed = ({ gate }: { gate: PendingInput }): JSX.Element => (
  <p class="gate-note">
    Sealed in this page for one browser, which types it at {hostOf(gate.url)} and nowhere else. It is not stored.
  </p>
);

function ValueFields({ gate, busy, send }: FieldsProps): JSX.Element {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const all = Object.fromEntries(gate.fields.map((name) => [name, values[name] ?? '']));
  return (
    <Sending busy={busy} onSend={() => send({ values: all })}>
      {gate.fields.map((name) => (
        <TextField
          key={name}
          label={name}
          type="text"
          autoComplete="off"
          value={all[name] ?? ''}
          onInput={(value) => setValues((old) => ({ ...old, [name]: value }))}
        />
      ))}
    </Sending>
  );
}

interface SendingProps {
  readonly busy: boolean;
  readonly onSend: () => void;
  readonly children: JSX.Element | JSX.Element[] | (JSX.Element | JSX.Element[])[];
}

const Sending = ({ busy, onSend, children }: SendingProps): JSX.Element => (
  <form
    class="gate-sending"
    onSubmit={(event) => {
      event.preventDefault();
      if (!busy) onSend();
    }}
  >
    {children}
    <button type="submit" class="button">
      <Icon name={busy ? 'working' : 'send'} spin={busy} />
      Send
    </button>
  </form>
);

interface TextFieldProps {
  readonly label: string;
  readonly type: 'text' | 'email' | 'password';
  readonly autoComplete: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
}

function TextField({ label, type, autoComplete, value, onInput }: TextFieldProps): JSX.Element {
  const common = {
    autoComplete,
    required: true,
    value,
    onInput: (event: { readonly currentTarget: HTMLInputElement }) => onInput(event.currentTarget.value),
  };
  const inputs = {
    text: <input type="text" {...common} />,
    email: <input type="email" {...common} />,
    password: <input type="password" {...common} />,
  };
  return (
    <label class="field">
      <span>{label}</span>
      {inputs[type]}
    </label>
  );
}

/** Sends an answer; the same one carries the same id, so that a lost reply never answers twice. */
function useAnswering(
  runId: string,
  { gate_id: gateId }: PendingInput,
): { busy: boolean; error: ApiError | null; send: (answer: GateAnswer) => void } {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const id = useRef(newIdempotencyKey());
  const { askToSignIn } = useFrame();
  // Another gate is another question.
  useEffect(() => {
    id.current = newIdempotencyKey();
    setBusy(false);
    setError(null);
  }, [gateId]);

  const send = async (answer: GateAnswer): Promise<void> => {
    setBusy(true);
    setError(null);
    const named = { gate_id: gateId, answer_id: id.current };
    try {
      if ('secret' in answer) await answerSealed(runId, named, answer);
      else await answerGate(runId, { ...named, ...answer });
    } catch (thrown) {
      const failure = toApiError(thrown);
      if (failure.status === 401) askToSignIn();
      setError(failure);
      setBusy(false);
    }
  };
  return { busy, error, send: (answer) => void send(answer) };
}
