import { RESPONSE_LIMITS } from '../../suite/targets/bounded-fetch.ts';
import type { SimulatorPartyOptions } from '../../lab/explore/parties/simulator-party.ts';
import { type ControlSite, controlSite, Unreachable } from '../control-site.ts';
import { responseBytesOf } from '../response-bytes.ts';
import { UsageError } from '../usage-error.ts';

/** A simulator that may be started over. */
export interface ExploreTarget extends SimulatorPartyOptions {
  readonly world: string;
}

interface Flags {
  readonly target: string;
  readonly world?: string;
  readonly controlToken?: string;
  readonly resetTarget?: boolean;
  readonly control?: boolean;
  readonly responseBytes?: string;
}

/** The origin of a deployment without a control plane. */
export interface NoControlPlane {
  readonly plain: string;
}

/**
 * Asks the control plane of the target what it is.
 *
 * @throws UsageError for a wrong URL, and for a target that others have used, Unreachable
 */
export async function openTarget({
  target,
  world,
  controlToken,
  resetTarget,
  control,
  responseBytes,
}: Flags): Promise<ExploreTarget | NoControlPlane> {
  const bytes = responseBytes === undefined ? undefined : responseBytesOf(responseBytes);
  const site = controlSite(target.replace(/\/v1\/?$/, ''), controlToken, bytes ?? RESPONSE_LIMITS.bodyBytes);
  if (control === false) return { plain: site.origin };
  const state = await stateOf(site);
  if (!state) return { plain: site.origin };
  const { clientInputs = 0 } = state;
  if (clientInputs > 0 && resetTarget !== true) {
    throw new UsageError(
      `${site.origin} holds ${clientInputs} ${clientInputs === 1 ? 'request' : 'requests'} of clients, and exploring restarts it: pass --reset-target to discard its state`,
    );
  }
  return {
    origin: site.origin,
    serviceName: state.serviceName,
    token: controlToken,
    responseBytes: bytes,
    world: world ?? state.world,
  };
}

interface State {
  readonly serviceName: string;
  readonly world: string;
  readonly clientInputs?: number;
}

/** Undefined where the route of the control plane is unknown. */
async function stateOf(site: ControlSite): Promise<State | undefined> {
  try {
    return (await site.json('/state')) as State;
  } catch (error) {
    if (error instanceof Unreachable && (error.response?.status ?? error.foreignStatus) === 404) return undefined;
    throw error;
  }
}
