/**
 * Cucumber's profiles. Run it through tsx (`npm run test:features`), which loads the TypeScript of the steps.
 * The default sends every request over REST, `--profile ws` the same scenarios over the streams (features/README.md).
 * Messages of the last runs stay in reports/latest, where `scripts/test.ts` and `scripts/coverage.ts` read them.
 */
const profile = (transport, tags, messages) => ({
  import: ['features/support/**/*.ts', 'features/steps/**/*.ts'],
  format: ['progress', `message:reports/latest/${messages}`],
  formatOptions: { colorsEnabled: process.stdout.isTTY === true },
  strict: true,
  tags,
  worldParameters: { transport },
});

export default profile('rest', 'not @ws-only', 'features.ndjson');
export const ws = profile('ws', 'not @rest-only', 'features-ws.ndjson');
