import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '../../exchange/package-root.ts';
import type { ListedFeature, ListedScenario } from '../../contract/jobs.ts';

const OUTPUT_MAX = 64 * 1_024 * 1_024;

/** The words that start this very perpsim in a process of its own. */
export const perpsimCommand = (): readonly [string, ...string[]] => [
  process.execPath,
  join(packageRoot(), 'bin', 'perpsim.js'),
];

// The command line says what there is to run, because a server holds neither scenarios nor the suite.

export const readScenarios = async (): Promise<readonly ListedScenario[]> =>
  JSON.parse(await outputOf('scenario', 'list', '--json')) as ListedScenario[];

export const readFeatures = async (): Promise<readonly ListedFeature[]> =>
  featuresIn(await outputOf('conform', '--list', '--json'));

async function outputOf(...args: readonly string[]): Promise<string> {
  const [program, ...words] = perpsimCommand();
  const { stdout } = await promisify(execFile)(program, [...words, ...args], { maxBuffer: OUTPUT_MAX });
  return stdout;
}

/** The features of a list with a line of JSON for each scenario. */
export function featuresIn(lines: string): ListedFeature[] {
  const found = new Map<string, { readonly path: string; readonly title: string; scenarios: number }>();
  for (const line of lines.split('\n').filter((each) => each !== '')) {
    const { id, feature } = JSON.parse(line) as { readonly id: string; readonly feature: string };
    const path = id.replace(/:\d+$/, '');
    const known = found.get(path) ?? { path, title: feature, scenarios: 0 };
    known.scenarios += 1;
    found.set(path, known);
  }
  return [...found.values()];
}
