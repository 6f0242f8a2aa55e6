/** Hand-written guards for what reaches a workflow from outside; held equal to the zod schemas by a property test. */
import { ANSWER_ID_PATTERN, ANSWER_LIMITS, EMAIL_PATTERN, SEALED_PATTERN, type SupplyInput } from './gates.js';

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `pauseRun` and `resumeRun` take nothing; an empty object and null are what user interfaces send for nothing. */
export const isPauseRequest = (value: unknown): boolean =>
  value === undefined || value === null || (isPlainObject(value) && Object.keys(value).length === 0);

type Check = (value: unknown) => boolean;

const text =
  (most: number, pattern?: RegExp): Check =>
  (value) =>
    typeof value === 'string' && value.length >= 1 && value.length <= most && (pattern?.test(value) ?? true);

const isBoolean: Check = (value) => typeof value === 'boolean';

const isValues: Check = (value) =>
  isPlainObject(value) &&
  Object.keys(value).length <= ANSWER_LIMITS.values &&
  Object.entries(value).every(
    ([name, entry]) =>
      text(ANSWER_LIMITS.nameCharacters)(name) &&
      typeof entry === 'string' &&
      entry.length <= ANSWER_LIMITS.valueCharacters,
  );

const SUPPLY_INPUT: Readonly<Record<keyof SupplyInput, Check>> = {
  gate_id: text(ANSWER_LIMITS.idCharacters, ANSWER_ID_PATTERN),
  answer_id: text(ANSWER_LIMITS.idCharacters, ANSWER_ID_PATTERN),
  email: text(ANSWER_LIMITS.emailCharacters, EMAIL_PATTERN),
  values: isValues,
  sealed: text(ANSWER_LIMITS.sealedCharacters, SEALED_PATTERN),
  approve: isBoolean,
  choice: text(ANSWER_LIMITS.choiceCharacters),
  private: isBoolean,
};

/** The payload of `supplyInput` and `submitInput`. Unknown fields are refused. */
export const isSupplyInput = (value: unknown): value is SupplyInput =>
  isPlainObject(value) &&
  Object.entries(value).every(
    ([name, field]) =>
      Object.hasOwn(SUPPLY_INPUT, name) && (field === undefined || SUPPLY_INPUT[name as keyof SupplyInput](field)),
  );
