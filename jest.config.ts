/** @jest-config-loader esbuild-register */
import type { Config } from 'jest';

const config: Config = {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/src/**/*.test.ts', '<rootDir>/test/**/*.test.ts', '<rootDir>/fixtures/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'es6' }, sourceMaps: true },
    ],
  },
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/.data'],
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  setupFilesAfterEnv: ['<rootDir>/test/support/retry-once.ts'],
  testTimeout: 60_000,
  maxWorkers: 2,
  coverageProvider: 'v8',
  coverageDirectory: '.data/coverage',
  coverageReporters: ['text-summary', 'lcov'],
  collectCoverageFrom: [
    'src/**/*.ts',
    '!src/**/*.test.ts',
    '!src/**/testing/**',
    // Seen by tools of their own: the page by Playwright and axe, workflows by whole-system tests and replay.
    '!src/page/**',
    '!src/workflows/**',
    // Types alone.
    '!src/ports/**',
    '!src/contracts/{activities,run}.ts',
    // Run in processes and threads of their own, which V8 does not see from here; tests start them as such.
    '!src/{start,demo}.ts',
    '!src/cli/main.ts',
    '!src/supervisor/{supervise,temporal-part,print-chromium}.ts',
    '!src/adapters/http/*-worker.ts',
  ],
  coverageThreshold: { global: { lines: 80, branches: 80 } },
};
export default config;
