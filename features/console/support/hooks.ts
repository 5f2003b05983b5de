import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { After, AfterAll, BeforeAll, setDefaultTimeout, Status } from '@cucumber/cucumber';
import { launch } from '../../../scripts/chromium.ts';
import { STEP_HANGS_MS } from './expect.ts';
import { ConsoleWorld } from './world.ts';

/** Where the pictures of failed scenarios are kept. */
const FAILED = 'reports/latest/console/failed';

setDefaultTimeout(STEP_HANGS_MS);

BeforeAll(async () => {
  ConsoleWorld.browser = await launch();
});

AfterAll(async () => {
  await ConsoleWorld.browser?.close();
});

After(async function (this: ConsoleWorld, { pickle, result }) {
  if (result?.status === Status.FAILED) {
    const picture = await this.picture();
    if (picture) {
      mkdirSync(FAILED, { recursive: true });
      const name = `${pickle.name.replaceAll(/[^\w]+/g, '-').slice(0, 80)}.${this.parameters.screen}.png`;
      writeFileSync(join(FAILED, name), picture);
      this.log(`picture: ${join(FAILED, name)}`);
    }
  }
  await this.end(result?.status === Status.PASSED);
  if (result?.status === Status.PASSED && this.errors.length > 0) {
    throw new Error(`the page has reported errors:\n${this.errors.join('\n')}`);
  }
});
