import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../../exchange/data/make-folder.ts';
import { onDisk } from '../../../exchange/host.ts';
import { loadScenario } from '../../../scenarios/format/load.ts';
import { ScenarioFileError } from '../../../scenarios/scenario.ts';
import type { FoundDifference } from '../explore.ts';
import { featureText, NotPrintable } from './feature.ts';
import { scenarioText, titleOf } from './scenario.ts';

/** What was written, and what could not be. */
export interface Written {
  readonly folder: string;
  readonly feature: string | null;
  readonly scenario: string | null;
  /** Why a file is missing. */
  readonly notes: readonly string[];
}

/** Writes a difference into a folder of its own: README.md, commands.json, explore.feature and scenario.yaml. */
export function writeFolder(parent: string, number: number, found: FoundDifference, target: string): Written {
  const folder = join(parent, `difference-${number}`);
  makeFolder(folder);
  const notes: string[] = [];
  const write = (name: string, make: () => string, check: (path: string) => void = () => undefined): string | null => {
    const path = join(folder, name);
    try {
      writeFileSync(onDisk(path), make());
      check(path);
      return path;
    } catch (error) {
      if (!(error instanceof NotPrintable || error instanceof ScenarioFileError)) throw error;
      notes.push(`No usable ${name}: ${error.message}.`);
      return null;
    }
  };
  const feature = write('explore.feature', () => featureText(found));
  const scenario = write(
    'scenario.yaml',
    () => scenarioText(found),
    (path) => void loadScenario(path),
  );
  write('commands.json', () => `${JSON.stringify({ ...found, steps: found.shrunk?.steps ?? found.steps }, null, 2)}\n`);
  write('README.md', () => readme(found, target, notes));
  return { folder, feature, scenario, notes };
}

function readme(found: FoundDifference, target: string, notes: readonly string[]): string {
  const { path, target: had, reference } = found.shrunk?.difference ?? found.first;
  const size = found.shrunk?.steps.length ?? found.steps.length;
  return [
    `# ${titleOf(found)}`,
    '',
    `Found by \`perpsim explore\` at ${target}, with the seed \`${found.beginning.seed}\`, after ${found.commands} commands; ${size} of them are enough.`,
    '',
    '| | |',
    '|---|---|',
    `| path | \`${path}\` |`,
    `| target | ${code(had)} |`,
    `| reference | ${code(reference)} |`,
    '',
    '- `scenario.yaml`: the commands on an exchange of perpsim. A refusal that the reference gives is expected by its entry.',
    '- `explore.feature`: the same for `perpsim conform`. It passes where the response is that of the reference.',
    '- `commands.json`: the commands as they were sent.',
    ...(notes.length === 0 ? [] : ['', ...notes]),
    '',
  ].join('\n');
}

const code = (text: string): string => `\`${text.replaceAll('`', "'").replaceAll('|', '\\|')}\``;
