import type { SimulatorPartyOptions } from '../../explore/parties/simulator-party.ts';
import { controlSite } from '../control-site.ts';
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
}

/**
 * Asks the control plane of the target what it is.
 *
 * @throws UsageError for a wrong URL, and for a target that others have used, Unreachable
 */
export async function openTarget({ target, world, controlToken, resetTarget }: Flags): Promise<ExploreTarget> {
  const site = controlSite(target.replace(/\/v1\/?$/, ''), controlToken);
  const state = (await site.json('/state')) as {
    readonly serviceName: string;
    readonly world: string;
    readonly clientInputs?: number;
  };
  const { clientInputs = 0 } = state;
  if (clientInputs > 0 && resetTarget !== true) {
    throw new UsageError(
      `${site.origin} holds ${clientInputs} ${clientInputs === 1 ? 'request' : 'requests'} of clients, and exploring restarts it: pass --reset-target to discard its state`,
    );
  }
  return { origin: site.origin, serviceName: state.serviceName, token: controlToken, world: world ?? state.world };
}
