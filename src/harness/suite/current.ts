import { AsyncLocalStorage } from 'node:async_hooks';
import type { Deployment, Lane } from '../deployment.ts';
import { inProcessDeployment } from '../targets/simulator/in-process.ts';

/** What the runner passes to the World of a scenario, as JSON, since scenarios may run in another process. */
export interface SuiteParameters {
  /** How requests travel. Left out: REST. */
  readonly transport?: 'rest' | 'ws';
  /** Which scenarios carry their wire trace in the messages. Left out: those that fail. */
  readonly trace?: 'failed' | 'all' | 'none';
  /** Of the suite, which is that of the simulator inside it. */
  readonly version?: string;
  /** Once there is such a file no scenario begins any more; the file says why. */
  readonly stopFile?: string;
}

let chosen: Deployment | undefined;

/** Every scenario of this process that begins from now on begins on this deployment. */
export function runOn(deployment: Deployment): void {
  chosen = deployment;
}

const lanes = new AsyncLocalStorage<Lane>();

/** Scenarios that begin inside this work begin in a lane of the deployment, beside others. */
export function runIn<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
  return lanes.run(lane, work);
}

/** The deployment that was chosen, or simulators inside this process. */
export function deploymentOf({ transport, version = '' }: SuiteParameters): Deployment {
  chosen ??= inProcessDeployment({ sockets: transport === 'ws', version });
  const lane = lanes.getStore();
  return lane ? { ...chosen, begin: (wanted) => lane.begin(wanted) } : chosen;
}
