import { defineConfig } from 'vitest/config';

/** Tests in a real browser. They are separate from `npm test`, which must run on machines without one. */
export default defineConfig({
  test: {
    name: 'browser',
    include: ['test/browser/**/*.browser.ts'],
    globalSetup: 'scripts/pages.mjs',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
