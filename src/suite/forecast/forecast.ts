import type { Deployment } from '../deployment.ts';
import type { Forecast } from '../results/run.ts';
import { chunksOf } from '../suite/chunks.ts';
import type { PlannedScenario } from '../suite/plan.ts';
import { makespanOf } from './schedule.ts';
import { addWork, NO_WORK, type Work, workOf } from './work.ts';

/**
 * Milliseconds in which this process signs, sends and checks one request, and judges its scenario: lanes share them. Measured by
 * `core` with one wallet on two cores: 5,900 requests take 30 s more than their round trips.
 */
const OWN_MS = 5;

/**
 * @param scenarios those that can run
 * @param lanes largest number of scenarios at a time
 * @returns undefined where each scenario has an exchange of its own, whose time stands still
 */
export function forecastOf(
  scenarios: readonly PlannedScenario[],
  { pace, lanes: offered, spentTokens = 0 }: Pick<Deployment, 'pace' | 'lanes' | 'spentTokens'>,
  lanes: number,
  seed: string | null,
): Forecast | undefined {
  if (!pace || !offered) return undefined;
  const wallets = offered.most;
  const work = new Map(scenarios.map((scenario) => [scenario, workOf(scenario)]));
  const all = [...work.values()].reduce(addWork, NO_WORK);
  const msOf = ({ requests, waitMs }: Work): number => requests * (OWN_MS + pace.roundTripMs) + waitMs;
  const tasks = chunksOf(scenarios, seed).map(({ claim, scenarios: own }) => ({
    claim,
    ms: own.reduce((sum, scenario) => sum + msOf(work.get(scenario) ?? NO_WORK), 0),
  }));
  const bucketMs = pace.buckets ? leastMs(all, pace.buckets, wallets) : null;
  const ms = Math.max(makespanOf(tasks, lanes, wallets), all.requests * OWN_MS, bucketMs ?? 0);
  const { requests, waitMs } = all;
  return {
    scenarios: scenarios.length,
    requests,
    tokens: spentTokens + all.tokens,
    waitMs,
    lanes,
    ms: Math.round(ms),
    bucketMs,
  };
}

/** What the buckets hold at the start may be spent at once; the rest comes back at a full bucket each window. */
function leastMs(
  { tokens, accountTokens }: Work,
  { address, account, windowMs }: NonNullable<NonNullable<Deployment['pace']>['buckets']>,
  wallets: number,
): number {
  const all = Math.max(1, wallets) * account;
  const windows = Math.max(0, (tokens - address) / address, (accountTokens - all) / all);
  return Math.round(windows * windowMs);
}
