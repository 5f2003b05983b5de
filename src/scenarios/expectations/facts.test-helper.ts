import { loadScenario } from '../format/load.ts';
import { openRun, type ScenarioRun } from '../run/open-run.ts';
import type { RunEvent } from '../run-result.ts';
import type { RequestFact, RunFacts, StreamFacts } from './sentence.ts';

/** Facts of a run that stands still, with what a test says of requests, streams and events. */
export interface Told {
  readonly requests?: readonly RequestFact[];
  readonly streams?: ReadonlyMap<string, StreamFacts>;
  readonly events?: readonly RunEvent[];
}

/** Runs a scenario of the library for some time, looks, and closes it. */
export async function inRun<T>(name: string, untilMs: number, look: (run: ScenarioRun) => Promise<T>): Promise<T> {
  const run = await openRun(loadScenario(name), { untilMs });
  try {
    await run.play();
    return await look(run);
  } finally {
    await run.close();
  }
}

export function factsOf(run: ScenarioRun, told: Told = {}): RunFacts {
  const { requests = [], streams = new Map(), events = [] } = told;
  return { ...run.facts(), requests, streams, events };
}
