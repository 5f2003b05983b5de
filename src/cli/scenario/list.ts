import { libraryScenarios } from '../../scenarios/format/library.ts';
import { print } from '../output.ts';

export interface ListFlags {
  readonly json?: boolean;
}

/** Prints the scenarios that come with perpsim. */
export async function listScenarios({ json }: ListFlags): Promise<void> {
  const scenarios = libraryScenarios();
  if (json === true) return print(`${JSON.stringify(scenarios)}\n`);
  const lines = scenarios.map(
    ({ name, title, lesson }) => `${name}\n  ${title}\n${lesson === '' ? '' : `  Lesson: ${lesson}\n`}`,
  );
  await print(lines.join('\n'));
}
