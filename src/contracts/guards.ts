/** Hand-written guards for what reaches a workflow from outside; held equal to the zod schemas by a property test. */

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `pauseRun` and `resumeRun` take nothing; an empty object and null are what user interfaces send for nothing. */
export const isPauseRequest = (value: unknown): boolean =>
  value === undefined || value === null || (isPlainObject(value) && Object.keys(value).length === 0);
