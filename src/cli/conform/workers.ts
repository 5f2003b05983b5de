import { availableParallelism } from 'node:os';
import type { Deployment } from '../../suite/deployment.ts';

/**
 * Scenarios that start an exchange over would stand in each other's way; exchanges of our own are made one for each, and one
 * that all share has as many lanes as its wallets allow.
 */
export function workersFor({ identity, lanes }: Deployment, scenarios: number, wanted: number | undefined): number {
  if (lanes) return Math.min(wanted ?? MAX_LANES, lanes.most);
  if (identity.kind !== 'in-process') return 1;
  return Math.min(
    wanted ?? Math.max(1, availableParallelism()),
    Math.max(1, Math.ceil(scenarios / SCENARIOS_A_WORKER)),
  );
}

/** More scenarios at a time than this wait for each other, and for the machine. */
const MAX_LANES = 8;

/** Starting a worker process takes as long as running this number of scenarios. */
const SCENARIOS_A_WORKER = 100;
