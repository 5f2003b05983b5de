import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SCENARIOS_IN_A_FILE = 8;

/** How many scenarios a suite has, and how many steps in all. */
export interface SuiteSize {
  readonly scenarios: number;
  readonly steps: number;
}

/** Writes a suite of this size whose steps do nothing. Returns the arguments for Cucumber. */
export function writeTrivialSuite(folder: string, { scenarios, steps }: SuiteSize): string[] {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'steps.mjs'),
    "import { Given } from '@cucumber/cucumber';\nGiven('step {int} does nothing', async (number) => number);\n",
  );
  // Without a configuration of its own Cucumber would take that of the project.
  const config = join(folder, 'cucumber.json');
  writeFileSync(config, '{ "default": {} }\n');
  const each = Math.round(steps / scenarios);
  const body = Array.from({ length: each }, (_, step) => `    * step ${step} does nothing\n`).join('');
  for (let first = 0; first < scenarios; first += SCENARIOS_IN_A_FILE) {
    const count = Math.min(SCENARIOS_IN_A_FILE, scenarios - first);
    const written = Array.from({ length: count }, (_, place) => `  Scenario: Number ${first + place}\n${body}`);
    writeFileSync(join(folder, `${first}.feature`), `Feature: From ${first}\n${written.join('\n')}`);
  }
  const messages = `message:${join(folder, 'messages.ndjson')}`;
  return ['--config', config, '--import', join(folder, 'steps.mjs'), '--format', messages, join(folder, '*.feature')];
}
