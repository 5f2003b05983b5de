import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { libraryFolder, libraryScenarios, type ListedScenario } from './format/library.ts';
import { loadScenario } from './format/load.ts';
import type { Scenario } from './scenario.ts';
import { LIBRARY } from './strategies/library/library.ts';

/** A number of a scenario that a sweep may vary, under the path that `--set` takes. */
export interface VariedNumber {
  readonly path: string;
  readonly value: string;
  readonly description: string;
}

/** A scenario of the library with its story, for a reader who has to choose one. */
export interface DescribedScenario extends ListedScenario {
  /** The README without its heading, Markdown. */
  readonly story: string;
  readonly seed: string;
  readonly durationMs: number;
  readonly accounts: readonly string[];
  readonly expectations: number;
  readonly numbers: readonly VariedNumber[];
}

/** Every scenario of the library, in the order of their names. */
export const describedScenarios = (): DescribedScenario[] =>
  libraryScenarios().map((listed) => {
    const scenario = loadScenario(listed.name);
    const { seed, durationMs, accounts, expectations } = scenario;
    return {
      ...listed,
      story: storyOf(listed.name),
      seed,
      durationMs,
      accounts: accounts.map(({ name }) => name),
      expectations: expectations.length,
      numbers: [...strategyNumbers(scenario), ...leverages(scenario)],
    };
  });

function storyOf(name: string): string {
  const file = join(libraryFolder(), name, 'README.md');
  return existsSync(file)
    ? readFileSync(file, 'utf8')
        .replace(/^# .+\n/m, '')
        .trim()
    : '';
}

function strategyNumbers({ strategy }: Scenario): VariedNumber[] {
  if (!strategy) return [];
  return Object.entries(LIBRARY.get(strategy.use)?.params ?? {}).flatMap(([name, { description, fallback }]) => {
    const value = String(strategy.params[name] ?? fallback);
    return isNumber(value) ? [{ path: `strategy.${name}`, value, description }] : [];
  });
}

const leverages = ({ accounts }: Scenario): VariedNumber[] =>
  accounts.flatMap(({ name, leverage }) =>
    Object.entries(leverage).map(([symbol, value]) => ({
      path: `accounts.${name}.leverage.${symbol}`,
      value: String(value),
      description: `leverage of ${name} in ${symbol}`,
    })),
  );

const isNumber = (text: string): boolean => /^-?\d+(?:\.\d+)?$/.test(text);
