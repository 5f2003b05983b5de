import { boundedFetch } from './bounded-fetch.ts';
import { CAPABILITIES, type Capability, type Deployment } from '../deployment.ts';
import type { TargetIdentity } from '../results/run.ts';
import { ControlClient } from './control-client.ts';
import { openSocket } from './socket.ts';
import { isNumber, isShape, isText, orMissing } from '../../kernel/guards.ts';

export interface SimulatorOptions {
  /** Without path and trailing slash. */
  readonly origin: string;
  /** Ends in `/v1/ws`; undefined when it stands at the same origin. */
  readonly wsUrl?: string | undefined;
  readonly token?: string | undefined;
  /** Left out: the name that the simulator reports. */
  readonly serviceName?: string | undefined;
  /** Most bytes that are read of one response. Left out: 16 MiB. */
  readonly responseBytes?: number | undefined;
}

/** What a simulator reports of itself under `/sim/v1/state`. */
interface SimulatorState {
  readonly version: string;
  readonly serviceName: string;
  /** 0 from a simulator that does not count them. */
  readonly clientInputs: number;
}

/** A simulator, and what a run on it would lose: the requests of clients since it was started or reset. */
export interface SimulatorFound {
  readonly deployment: Deployment;
  readonly clientInputs: number;
}

/**
 * A simulator behind URLs, steered over its control plane. Every scenario starts it over in the world that it names, with
 * a clock that stands still; in the end it is as it was started. Undefined when no control plane responds there.
 *
 * @throws what `fetch` throws when nothing can be reached
 */
export async function simulatorDeployment(options: SimulatorOptions): Promise<SimulatorFound | undefined> {
  const { origin, wsUrl = `${origin.replace(/^http/, 'ws')}/v1/ws`, token } = options;
  const ask = boundedFetch(options.responseBytes === undefined ? {} : { bodyBytes: options.responseBytes });
  const response = await ask(`${origin}/sim/v1/state`, token === undefined ? {} : { headers: bearer(token) });
  const state = response.ok ? stateIn(await response.text()) : undefined;
  if (!state) return undefined;
  const site = new ControlClient(`${origin}/sim/v1`, token);
  const identity: TargetIdentity = {
    name: origin,
    kind: 'simulator',
    restUrl: `${origin}/v1`,
    wsUrl,
    serviceName: options.serviceName ?? state.serviceName,
    version: state.version,
  };
  let begun = false;
  const deployment: Deployment = {
    identity,
    capabilities: new Set<Capability>(CAPABILITIES),
    absent: new Map(),
    failures: [],
    tokens: undefined,
    async begin({ world, seed, limits = {}, risk, tiers }) {
      begun = true;
      const worldOf = risk || tiers ? { extends: world, ...(risk && { risk }), ...(tiers && { tiers }) } : world;
      const wallets = await site.reset({ asStarted: true, world: worldOf, seed, limits, clock: 'manual' });
      return {
        name: `${origin}, world ${world}, seed ${seed}`,
        restUrl: identity.restUrl,
        serviceName: identity.serviceName,
        fields: 'strict',
        wallets,
        control: site.control,
        fetch: (url, init) => ask(url, init),
        // The control plane responds after the exchange has noticed the end of the connection.
        connect: (endpoint, listener) => openSocket(`${wsUrl}/${endpoint}`, listener, () => site.lookAtClock()),
        now: () => site.now,
        close: () => Promise.resolve(),
      };
    },
    async close() {
      // A run that began nothing, such as a dry run, leaves it as it was.
      if (begun) await site.post('/reset', { asStarted: true });
      return [];
    },
  };
  return { deployment, clientInputs: state.clientInputs };
}

const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

const isState = isShape<Pick<SimulatorState, 'version' | 'serviceName'> & { readonly clientInputs?: number }>({
  version: isText,
  serviceName: isText,
  clientInputs: orMissing(isNumber),
});

/** Undefined for a response that no control plane gives. */
function stateIn(text: string): SimulatorState | undefined {
  try {
    const state: unknown = JSON.parse(text);
    if (!isState(state)) return undefined;
    const { version, serviceName, clientInputs = 0 } = state;
    return { version, serviceName, clientInputs };
  } catch {
    return undefined;
  }
}
