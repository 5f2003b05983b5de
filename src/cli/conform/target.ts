import { ResponseLimitError } from '../../suite/targets/bounded-fetch.ts';
import type { Deployment } from '../../suite/deployment.ts';
import { inProcessDeployment } from './in-process.ts';
import { type Profile, remoteOptionsOf } from '../../suite/targets/profile.ts';
import { remoteDeployment } from '../../suite/targets/remote.ts';
import { simulatorDeployment } from '../../suite/targets/simulator.ts';
import { TargetUnreachable } from '../../suite/targets/unreachable.ts';
import { currentHost } from '../../exchange/host.ts';
import { packageVersion } from '../../exchange/package-root.ts';
import { causeCodeOf } from '../../kernel/thrown.ts';
import { responseBytesOf } from '../flag-values.ts';
import { UsageError } from '../usage-error.ts';
import type { Chosen, ConformFlags, Settings } from './choices.ts';

/**
 * The deployment that the flags and the profile speak of: an exchange of our own without a URL, a simulator where a control
 * plane responds, and otherwise whatever URLs and wallets allow.
 *
 * @param url `--target`, or `--against` in its place
 * @throws UsageError for flags and variables that are wrong or missing, TargetUnreachable when the target does not respond
 */
export async function openTarget(
  url: string | undefined,
  flags: ConformFlags,
  { budget }: Settings,
  { profile, transport }: Pick<Chosen, 'profile' | 'transport'>,
): Promise<Deployment> {
  const address = url ?? addressIn(profile);
  if (address === undefined) {
    for (const flag of ['ws', 'serviceName', 'controlToken', 'budget', 'resetTarget'] as const) {
      if (flags[flag] !== undefined) throw new UsageError(`--${dashed(flag)} goes with --target`);
    }
    return inProcessDeployment({ sockets: transport === 'ws', version: packageVersion() });
  }
  const { origin } = urlOf(address);
  const { ws, serviceName, controlToken: token } = flags;
  const responseBytes = flags.responseBytes === undefined ? undefined : responseBytesOf(flags.responseBytes);
  if (flags.control !== false) {
    const found = await reached(origin, () =>
      simulatorDeployment({ origin, wsUrl: ws, token, serviceName, responseBytes }),
    );
    const simulator = found?.deployment;
    if (found && found.clientInputs > 0 && flags.resetTarget !== true && flags.dryRun !== true) {
      throw new UsageError(
        `${origin} holds ${found.clientInputs} ${found.clientInputs === 1 ? 'request' : 'requests'} of clients, and a run restarts it: pass --reset-target to discard its state`,
      );
    }
    if (simulator && budget !== undefined) {
      throw new UsageError('--budget is for targets in real time: the buckets of a simulator start full each time');
    }
    if (simulator) return simulator;
    if (token !== undefined) throw new TargetUnreachable(`${origin} has no control plane for this --control-token`);
  }
  const given = {
    restUrl: address,
    ...(ws !== undefined && { wsUrl: ws }),
    ...(serviceName !== undefined && { serviceName }),
    ...(budget !== undefined && { budget }),
    ...(responseBytes !== undefined && { responseBytes }),
  };
  const options = remoteOptionsOf(profile, currentHost().env, given);
  return remoteDeployment({ ...options, dryRun: flags.dryRun === true });
}

/** Where a profile's target is, if it has one and the environment says it. */
function addressIn({ restUrl }: Profile): string | undefined {
  return restUrl === undefined || typeof restUrl === 'string' ? restUrl : currentHost().env[restUrl.env];
}

function urlOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && /^\/(?:v1\/?)?$/.test(url.pathname)) return url;
  throw new UsageError(`--target must be the URL of an exchange, such as http://127.0.0.1:8700 (got "${text}")`);
}

/** The network's own errors say why in their cause. */
async function reached<T>(origin: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof ResponseLimitError) throw new TargetUnreachable(error.message);
    if (!(error instanceof TypeError)) throw error;
    const code = causeCodeOf(error);
    const reason = code === 'ECONNREFUSED' ? 'nothing listens there' : (code ?? error.message);
    throw new TargetUnreachable(`cannot reach ${origin}: ${reason}`);
  }
}

const dashed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
