/** The body of `POST /trigger`, parsed once, where it enters. */
import { z } from 'zod';
import { RUN_KINDS } from '../run.js';

/** Characters (code points) of a question. */
export const MAX_QUESTION_LENGTH = 4_000;
/** Fields whose meaning later versions will give: refused by name until then. */
export const RESERVED_FIELDS = ['schema', 'follows', 'since'] as const;

const MAX_INPUTS = 50;
const MAX_INPUT_LENGTH = 2_000;
const MAX_URL_LENGTH = 2_048;
const MAX_DOMAINS = 20;

/** Half a surrogate pair cannot be stored as UTF-8. */
const toWellFormed = (text: string) => text.replace(/[\ud800-\udfff]/gu, '\ufffd');

const QuestionText = z
  .string()
  .transform((text) => toWellFormed(text).trim())
  .pipe(
    z
      .string()
      .min(1, 'must not be empty')
      .refine((text) => text === '' || /[\p{L}\p{N}]/u.test(text), { message: 'must hold words' })
      .refine((text) => Array.from(text).length <= MAX_QUESTION_LENGTH, {
        message: `must have at most ${MAX_QUESTION_LENGTH} characters`,
      })
      .meta({ maxLength: MAX_QUESTION_LENGTH }),
  );

/** An address of the open web: http or https, without user and password. */
const WebAddress = z
  .string()
  .trim()
  .max(MAX_URL_LENGTH, `must have at most ${MAX_URL_LENGTH} characters`)
  .refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text), {
    message: 'must be an http or https address',
    abort: true,
  })
  .refine((text) => new URL(text).username === '' && new URL(text).password === '', {
    message: 'must not hold a user name or a password',
  })
  .transform((text) => new URL(toWellFormed(text)).href);

/** `example.org`, `docs.example.org`; international names become their ASCII form. */
const DomainName = z
  .string()
  .trim()
  .min(1)
  .max(253)
  .refine((text) => /^[^\s/:@?#\\%]+$/.test(text) && URL.canParse(`http://${text}`), {
    message: 'must be a host name such as example.org, without scheme, port or path',
    abort: true,
  })
  .transform((text) => new URL(`http://${text}`).hostname);
const DomainList = z.array(DomainName).max(MAX_DOMAINS).default([]);

const InputValue = z.union([z.string(), z.number(), z.boolean()]).transform((value) => toWellFormed(String(value)));

const Inputs = z.record(z.string().min(1).max(100), InputValue).superRefine((inputs, context) => {
  if (Object.keys(inputs).length > MAX_INPUTS)
    context.addIssue({ code: 'custom', message: `must have at most ${MAX_INPUTS} entries` });
  for (const [name, value] of Object.entries(inputs)) {
    if (value.length > MAX_INPUT_LENGTH)
      context.addIssue({ code: 'custom', path: [name], message: `must have at most ${MAX_INPUT_LENGTH} characters` });
  }
});

export const TriggerSchema = z
  .strictObject({
    question: QuestionText.optional().meta({
      description: 'What to find out or to do.',
      maxLength: MAX_QUESTION_LENGTH,
    }),
    transcript: QuestionText.optional().meta({
      description: 'The same, as transcribed speech. Give either this or `question`.',
      maxLength: MAX_QUESTION_LENGTH,
    }),
    kind: z
      .enum(['auto', ...RUN_KINDS])
      .default('auto')
      .meta({ description: '`auto`: told from the question.' }),
    url: WebAddress.optional().meta({
      description: 'Answer from this page (or act on it); the web is searched only if it does not hold the answer.',
      format: 'uri',
    }),
    inputs: Inputs.default({}).meta({
      description:
        'Values that an action may type, by name. Secrets (password, passcode, otp, pin, card, cvc, iban, card numbers) are refused: a gate asks for them.',
    }),
    max_pages: z
      .int()
      .min(1)
      .max(20)
      .optional()
      .meta({ description: 'Pages to read. Default: the setting MAX_PAGES.' }),
    language: z
      .string()
      .trim()
      .regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$/, 'must be a language tag such as en or pt-BR')
      .transform((tag) => (tag.split('-')[0] ?? tag).toLowerCase())
      .optional()
      .meta({ description: 'BCP 47; only its first part counts. Default: told from the question.' }),
    domains: z
      .strictObject({ include: DomainList, exclude: DomainList })
      .optional()
      .meta({ description: 'Sites to search in, or to leave out.' }),
  })
  .refine((body) => (body.question === undefined) !== (body.transcript === undefined), {
    message: 'exactly one of question and transcript must be given',
    path: ['question'],
  })
  .meta({ id: 'Trigger', examples: [{ question: 'When was the Eiffel Tower completed?', max_pages: 3 }] });

export type Trigger = z.output<typeof TriggerSchema>;

export const StartedSchema = z
  .object({
    run_id: z.string(),
    status: z.string(),
    links: z.object({
      self: z.string(),
      events: z.string(),
      resume: z.string(),
      pause: z.string(),
      continue: z.string(),
      cancel: z.string(),
    }),
  })
  .meta({ id: 'Started' });
export type Started = z.output<typeof StartedSchema>;
