import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { type Scenario, ScenarioFileError } from '../scenario.ts';
import { loadScenario } from './load.ts';

export const HEAD = ['title: A test', 'world: quiet', 'seed: 7', 'duration: 30m'];
export const ACCOUNTS = ['accounts:', '  alice: { deposit: { USDT: "1000" } }', '  bob:'];

/** A scenario of two accounts with these entries. */
export const inTimeline = (...entries: readonly string[]): string[] => [
  ...HEAD,
  ...ACCOUNTS,
  'timeline:',
  ...entries.map((entry) => `  - ${entry}`),
];

/** A folder of its own for each test, and scenarios in it. */
export class ScenarioFolder {
  path = '';

  constructor() {
    beforeEach(() => {
      this.path = mkdtempSync(join(tmpdir(), 'scenario-'));
    });
    afterEach(() => {
      rmSync(this.path, { recursive: true });
    });
  }

  /** Writes the files of a scenario and reads them. */
  load(scenario: readonly string[], others: Readonly<Record<string, string>> = {}, set = {}): Scenario {
    writeFileSync(join(this.path, 'scenario.yaml'), `${scenario.join('\n')}\n`);
    for (const [name, content] of Object.entries(others)) writeFileSync(join(this.path, name), content);
    return loadScenario(this.path, { set });
  }

  /** What is wrong with the files of a scenario, without the folder. */
  problems(scenario: readonly string[], others: Readonly<Record<string, string>> = {}, set = {}): string[] {
    try {
      this.load(scenario, others, set);
    } catch (error) {
      if (error instanceof ScenarioFileError) return error.message.replaceAll(`${this.path}/`, '').split('\n');
      throw error;
    }
    return [];
  }
}
