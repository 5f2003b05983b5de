/**
 * Cucumber's profiles, for whoever writes a feature. Run it through tsx (`npm run test:features`), which loads the TypeScript of
 * the steps. The default sends every request over REST, `--profile ws` the same scenarios over the streams
 * (features/README.md). `npm test` runs them through `perpsim conform`, which leaves reports as well.
 */
const profile = (transport, tags) => ({
  import: ['features/support/**/*.ts', 'features/steps/**/*.ts'],
  format: ['progress'],
  formatOptions: { colorsEnabled: process.stdout.isTTY === true },
  strict: true,
  tags,
  worldParameters: { transport },
});

export default profile('rest', 'not @ws-only');
export const ws = profile('ws', 'not @rest-only');
