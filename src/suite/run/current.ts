import { AsyncLocalStorage } from 'node:async_hooks';
import type { Deployment, Lane } from '../deployment.ts';

/** What the runner passes to the World of a scenario, as JSON, since scenarios may run in another process. */
export interface SuiteParameters {
  /** Which run of its process it belongs to. Left out: the only one. */
  readonly run?: string;
  /** How requests travel. Left out: REST. */
  readonly transport?: 'rest' | 'ws';
  /** Which scenarios carry their wire trace in the messages. Left out: those that fail. */
  readonly trace?: 'failed' | 'all' | 'none';
  /** Of the suite, which is that of the simulator inside it. */
  readonly version?: string;
  /** Once there is such a file no scenario begins any more; the file says why. */
  readonly stopFile?: string;
}

/** By the name of the run. */
const chosen = new Map<string, Deployment>();
let runs = 0;

type MakeDeployment = (options: { readonly sockets: boolean; readonly version: string }) => Deployment;
let otherwise: MakeDeployment | undefined;

/** Scenarios of a run for which no deployment was chosen begin on one that this makes. */
export function beginOtherwiseOn(make: MakeDeployment): void {
  otherwise = make;
}

/**
 * Every scenario of a run in this process begins on this deployment; other runs may be under way beside it.
 *
 * @returns the name of the run, for its parameters, and how to forget it
 */
export function runOn(deployment: Deployment): { readonly run: string; readonly end: () => void } {
  runs += 1;
  const run = String(runs);
  chosen.set(run, deployment);
  return { run, end: () => void chosen.delete(run) };
}

const lanes = new AsyncLocalStorage<Lane>();

/** Scenarios that begin inside this work begin in a lane of the deployment, beside others. */
export function runIn<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
  return lanes.run(lane, work);
}

/** The deployment that was chosen, or the one that `beginOtherwiseOn` was given. */
export function deploymentOf({ run = '', transport, version = '' }: SuiteParameters): Deployment {
  const deployment = chosen.get(run) ?? otherwise?.({ sockets: transport === 'ws', version });
  if (!deployment) throw new Error('no deployment was chosen for this run, and beginOtherwiseOn was given none');
  chosen.set(run, deployment);
  const lane = lanes.getStore();
  return lane ? { ...deployment, begin: (wanted) => lane.begin(wanted) } : deployment;
}
