import { problemText, type WorldProblem } from '../../exchange/world/read.ts';
import { loadScenario } from '../../scenarios/format/load.ts';
import { ScenarioFileError } from '../../scenarios/format/scenario-file-error.ts';
import { print, sayLines } from '../output.ts';
import { readOverrides } from '../overrides.ts';

export interface CheckFlags {
  readonly set?: readonly string[];
  readonly json?: boolean;
}

/** Checks scenarios and prints what is wrong with them. */
export async function checkScenarios(scenarios: readonly string[], { set = [], json }: CheckFlags): Promise<0 | 2> {
  const overrides = readOverrides(set);
  const problems: WorldProblem[] = [];
  const sound: string[] = [];
  for (const given of scenarios) {
    try {
      const { name, title } = loadScenario(given, { set: overrides });
      sound.push(`${name}: ${title}`);
    } catch (error) {
      if (!(error instanceof ScenarioFileError)) throw error;
      problems.push(...error.problems);
    }
  }
  if (json === true) await print(`${JSON.stringify({ ok: problems.length === 0, problems })}\n`);
  else {
    await print(sound.map((line) => `${line}\n`).join(''));
    if (problems.length > 0) sayLines(problems.map(problemText).join('\n'));
  }
  return problems.length === 0 ? 0 : 2;
}
