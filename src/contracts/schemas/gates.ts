/** A gate, and the answers to it, where they enter. */
import { z } from 'zod';
import { ANSWER_ID_PATTERN, ANSWER_LIMITS, EMAIL_PATTERN, GATE_KINDS, SEALED_PATTERN } from '../gates.js';

const id = z
  .string()
  .min(1)
  .max(ANSWER_LIMITS.idCharacters)
  .regex(ANSWER_ID_PATTERN, 'must have visible ASCII characters only');

export const EmailSchema = z
  .string()
  .min(1)
  .max(ANSWER_LIMITS.emailCharacters)
  .regex(EMAIL_PATTERN, 'must be an email address');

export const ValuesSchema = z
  .record(
    z.string().min(1).max(ANSWER_LIMITS.nameCharacters),
    z.string().max(ANSWER_LIMITS.valueCharacters, `must have at most ${ANSWER_LIMITS.valueCharacters} characters`),
  )
  .refine((values) => Object.keys(values).length <= ANSWER_LIMITS.values, {
    message: `must have at most ${ANSWER_LIMITS.values} entries`,
  });

/** The payload of the signal `supplyInput`. */
export const SupplyInputSchema = z
  .strictObject({
    gate_id: id.optional(),
    answer_id: id.optional(),
    email: EmailSchema.optional(),
    values: ValuesSchema.optional(),
    sealed: z
      .string()
      .min(1)
      .max(ANSWER_LIMITS.sealedCharacters)
      .regex(SEALED_PATTERN, 'must be what sealing to the key of this gate made')
      .optional(),
    approve: z.boolean().optional(),
    choice: z.string().min(1).max(ANSWER_LIMITS.choiceCharacters).optional(),
    private: z.boolean().optional(),
  })
  .meta({ id: 'SupplyInput' });

/** Longer than any password that a site takes, characters. */
const secret = z.string().min(1).max(1_000);

/** The body of `POST /runs/{id}/resume`. A password or code is sealed on arrival, unless its sender did so. */
export const ResumeSchema = SupplyInputSchema.extend({
  gate_id: id.optional().meta({ description: 'from pending_input; may be left out for the first email gate of a run' }),
  answer_id: id.optional().meta({ description: 'your own, so that a repeat counts once; default: a random one' }),
  email: EmailSchema.optional().meta({ description: 'for an email gate, and with `password` for a login gate' }),
  password: secret.optional().meta({ description: 'of a login gate: taken over loopback or TLS only, sealed at once' }),
  code: secret.optional().meta({ description: 'of a code gate; as a password' }),
  approve: z.boolean().optional().meta({ description: 'of an approval gate' }),
  choice: z.string().min(1).max(ANSWER_LIMITS.choiceCharacters).optional().meta({ description: 'of a choice gate' }),
  values: ValuesSchema.optional().meta({ description: 'of a values gate: every field that it names' }),
  private: z.boolean().optional().meta({ description: 'seal the email too, so that no history holds it' }),
}).meta({ id: 'Resume', examples: [{ gate_id: 'gate_0f4c', email: 'you@example.com' }] });
export type Resume = z.output<typeof ResumeSchema>;

export const AnsweredSchema = z
  .object({
    run_id: z.string(),
    accepted: z.literal('resume'),
    answer_id: z.string(),
    outcome: z.enum(['accepted', 'repeated', 'unconfirmed']).meta({
      description:
        'repeated: this very answer was taken before. unconfirmed: it is kept, and read as soon as a worker is there; repeat it with the same answer_id to be sure',
    }),
    links: z.object({ self: z.string(), events: z.string() }),
  })
  .meta({ id: 'Answered' });

/** The body of `POST /runs/{id}/key`. */
export const KeyRequestSchema = z.strictObject({ gate_id: id }).meta({ id: 'KeyRequest' });

export const OfferedKeySchema = z
  .object({
    key_id: z.string(),
    run_id: z.string(),
    gate_id: z.string(),
    public_key: z.string().meta({ description: 'X25519, 32 bytes, base64url' }),
    origin: z.string().meta({ description: 'the only origin on which what is sealed will be typed' }),
    expires_at: z.string().meta({ description: 'ISO 8601; good for one answer until then' }),
  })
  .meta({ id: 'OfferedKey' });

const text = z.string();

export const PendingInputSchema = z
  .object({
    gate_id: text.meta({ description: 'unique over all runs; an answer names it' }),
    kind: z.enum(GATE_KINDS),
    fields: z.array(text).meta({ description: 'what to give' }),
    prompt: text,
    url: text.meta({ description: 'the page that it is about' }),
    expires_at: text.meta({ description: 'ISO 8601' }),
    options: z.array(text).meta({ description: 'of a choice' }),
    effect: z
      .union([z.record(text, text), z.null()])
      .meta({ description: 'of an approval: what exactly would be done' }),
  })
  .meta({ id: 'PendingInput', description: 'What the run waits for.' });
