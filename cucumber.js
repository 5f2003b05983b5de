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

const inConsole = (screen, choice = '') => ({
  ...shared,
  import: ['features/console/support/**/*.ts', 'features/console/steps/**/*.ts'],
  tags: `@console${choice}`,
  // Browser and exchange of a scenario wait for each other most of the time.
  parallel: 3,
  worldParameters: { screen },
});

export default profile('rest', 'not @ws-only');
export const ws = profile('ws', 'not @rest-only');
export const desktop = inConsole('desktop');
export const phone = inConsole('phone', ' and @phone');
