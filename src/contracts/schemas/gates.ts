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
