import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** This limit ends a test that hangs: none waits for the machine. */
const HANGS_MS = 900_000;

/** Tests of pages in a real browser, which the full run adds. */
export default defineConfig({
  test: {
    name: 'browser',
    include: ['test/browser/**/*.browser.ts'],
    globalSetup: 'scripts/pages.mjs',
    maxWorkers: availableParallelism(),
    testTimeout: HANGS_MS,
    hookTimeout: HANGS_MS,
  },
});
