import { describedScenarios } from '../../scenarios/described-library.ts';
import { libraryScenarios } from '../../scenarios/format/library.ts';
import { print } from '../output.ts';

export interface ListFlags {
  readonly json?: boolean;
}

/** Prints the scenarios that come with perpsim; for programs with their stories and the numbers that a sweep may vary. */
export async function listScenarios({ json }: ListFlags): Promise<void> {
  if (json === true) return print(`${JSON.stringify(describedScenarios())}\n`);
  const lines = libraryScenarios().map(
    ({ name, title, lesson }) => `${name}\n  ${title}\n${lesson === '' ? '' : `  Lesson: ${lesson}\n`}`,
  );
  await print(lines.join('\n'));
}
