/**
 * Cucumber's profiles, for whoever writes a feature. Run it through tsx (`node --import tsx node_modules/@cucumber/cucumber/bin/cucumber.js`), which loads the TypeScript of
 * the steps. The default sends every request over REST, `--profile ws` the same scenarios over the streams
 * (features/README.md). `npm test` runs them through `perpsim conform`, which leaves reports as well.
 *
 * `desktop` and `phone` are the features of the console in Chromium, at two widths; `npm test -- features/console` runs both.
 * At the width of a phone only scenarios that are tagged `@phone` run: those where the width can matter.
 */
const shared = {
  format: ['progress'],
  formatOptions: { colorsEnabled: process.stdout.isTTY === true },
  strict: true,
};

const profile = (transport, tags) => ({
  ...shared,
  import: ['features/support/**/*.ts', 'features/steps/**/*.ts'],
  tags: `not @console and ${tags}`,
  worldParameters: { transport },
});

const inConsole = (screen, parallel, choice = '') => ({
  ...shared,
  import: ['features/console/support/**/*.ts', 'features/console/steps/**/*.ts'],
  tags: `@console${choice}`,
  // Both screens run side by side. Their scenarios wait for each other's pages most of the time, so there are more than cores.
  parallel,
  worldParameters: { screen },
});

export default profile('rest', 'not @ws-only');
export const ws = profile('ws', 'not @rest-only');
export const desktop = inConsole('desktop', 3);
export const phone = inConsole('phone', 1, ' and @phone');
