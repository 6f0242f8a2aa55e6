/** One more try for a test that failed, with the error of the first printed: docs/decisions/103-one-retry.md. */
import { jest } from '@jest/globals';

jest.retryTimes(1, { logErrorsBeforeRetry: true });
