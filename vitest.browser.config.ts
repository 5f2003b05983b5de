import { defineConfig } from 'vitest/config';

/** What is looked at in a real browser. It stands apart from `npm test`, which must run where there is none. */
export default defineConfig({
  test: {
    name: 'browser',
    include: ['test/browser/**/*.browser.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
