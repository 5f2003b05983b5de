import { spawnSync } from 'node:child_process';

/**
 * Makes the pictures of the console that the documentation shows (docs/screenshots), as the features compare them: in a
 * real Chromium, at three sizes, in light and dark. A picture that is still alike stays as it is. Look at them before you commit them. A test asks for pictures
 * of every page (test/console-pictures.test.ts).
 */
for (const screen of ['desktop', 'phone']) {
  const { status } = spawnSync(
    process.execPath,
    [
      ...['--import', 'tsx', 'node_modules/@cucumber/cucumber/bin/cucumber.js', 'features/console/pictures.feature'],
      ...['--profile', screen, '--world-parameters', '{"pictures":"write"}'],
    ],
    { stdio: 'inherit' },
  );
  if (status !== 0) process.exitCode = 1;
}
