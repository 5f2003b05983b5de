/**
 * Cucumber's profiles. Run it through tsx (`npm run test:features`), which loads the TypeScript of the steps.
 * Messages of the last run stay in reports/latest, where `scripts/test.ts` counts them.
 */
export default {
  paths: ['features/**/*.feature'],
  import: ['features/support/**/*.ts', 'features/steps/**/*.ts'],
  format: ['progress', 'message:reports/latest/features.ndjson'],
  formatOptions: { colorsEnabled: process.stdout.isTTY === true },
  strict: true,
};
