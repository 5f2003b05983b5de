import { loadScenario } from '../format/load.ts';
import { openRun, type ScenarioRun } from '../run/open-run.ts';
import type { RequestFact, RunFacts, StreamFacts } from './facts.ts';

/** Facts of a run that stands still, with what a test says of requests, streams and liquidations. */
export interface Told {
  readonly requests?: readonly RequestFact[];
  readonly streams?: ReadonlyMap<string, StreamFacts>;
  readonly liquidations?: number;
  readonly deleveragings?: number;
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
  const { requests = [], streams = new Map(), liquidations = 0, deleveragings = 0 } = told;
  const accounts = [...run.accounts].map(
    ([name, account]) => [name, { ...account, liquidations, deleveragings }] as const,
  );
  return {
    now: run.now(),
    startTime: run.startTime,
    accounts: new Map(accounts),
    results: run.results,
    requests,
    streams,
    summary: () => run.exchange.control.state(),
  };
}
