import { boundedFetch, ResponseLimitError } from '../../suite/targets/bounded-fetch.ts';
import { ControlClient } from '../../suite/targets/simulator/control-client.ts';
import { TargetUnreachable } from '../../suite/targets/unreachable.ts';
import type { RecordedStart, RecordingHeader } from '../../contract/recording/format.ts';
import { createExchange, type ExchangeOptions } from '../../exchange/exchange.ts';
import { createControlPlane } from '../../exchange/control/control-plane.ts';
import { refusalWriter } from '../../exchange/rest/refusals.ts';
import { RestServer } from '../../exchange/rest/server.ts';
import { WsUpgradeHandler } from '../../exchange/ws/upgrade-handler.ts';
import { UsageError } from '../usage-error.ts';

/** Flags that name what a recording is compared with. */
export interface TargetFlags {
  readonly target?: string;
  readonly controlToken?: string;
  readonly resetTarget?: boolean;
}

/** What a recording is compared with. */
export interface RejudgeTarget {
  readonly name: string;
  readonly url: URL;
  /** Null for a target that does not say. */
  readonly serviceName: string | null;
  /** Moves its clock; null for a target in real time. */
  readonly clock: ControlClient | null;
  /** In what it is known to differ from the recorded deployment. */
  readonly notes: readonly string[];
  close(): Promise<void>;
}

/** What `/sim/v1/state` says, as far as it is of use here. */
interface StateFacts {
  readonly version: string;
  readonly seed: string;
  readonly world: string;
  readonly serviceName: string;
  readonly now: number;
  readonly inputs: number;
  readonly clock: { readonly mode: 'live' | 'manual' };
}

/**
 * The deployment that a flag names, or an exchange in this process.
 *
 * @throws UsageError for a wrong URL, and for a recording that does not say how to start its exchange; TargetUnreachable
 */
export async function openTarget(header: RecordingHeader, flags: TargetFlags): Promise<RejudgeTarget> {
  return flags.target === undefined ? ownExchange(header) : deployment(flags.target, header, flags);
}

/** An exchange in this process, behind a port of its own so that the transports take part, with a clock that is moved by hand. */
async function ownExchange({ exchange: start }: RecordingHeader): Promise<RejudgeTarget> {
  if (!start)
    throw new UsageError('the recording does not say how its exchange was started: name a target with --target');
  const exchange = await createExchange(optionsOf(start));
  const writeRefusal = refusalWriter(exchange);
  const access = { boundHost: '127.0.0.1', token: null, version: exchange.version };
  const server = new RestServer({
    exchange,
    writeRefusal,
    streams: new WsUpgradeHandler({ exchange, writeRefusal }),
    innerRoutes: [createControlPlane(exchange, access)],
  });
  const { origin } = await server.listen({ host: '127.0.0.1', port: 0 });
  exchange.bound({ url: `${origin}/v1`, wsUrl: `${origin.replace(/^http/, 'ws')}/v1/ws` });
  const clock = new ControlClient(`${origin}/sim/v1`);
  await clock.lookAtClock();
  return {
    name: `perpsim ${exchange.version} in this process`,
    url: new URL(origin),
    serviceName: exchange.serviceName,
    clock,
    notes: [],
    close: async () => {
      await server.close();
      await exchange.close();
    },
  };
}

/** A recording says it as it was given to the exchange. */
const optionsOf = (start: RecordedStart): ExchangeOptions => ({ ...start, clock: 'manual' });

async function deployment(target: string, header: RecordingHeader, flags: TargetFlags): Promise<RejudgeTarget> {
  const url = URL.canParse(target) ? new URL(target) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search !== '') {
    throw new UsageError(`--target must be http(s)://host:port without a path (got "${target}")`);
  }
  const site = new ControlClient(`${url.origin}/sim/v1`, flags.controlToken);
  const state = await stateOf(url, flags.controlToken);
  if (flags.resetTarget === true) await reset(site, state, header);
  const now = flags.resetTarget === true ? await stateOf(url, flags.controlToken) : state;
  if (now) await site.lookAtClock();
  return {
    name: url.origin,
    url,
    serviceName: now?.serviceName ?? null,
    clock: now?.clock.mode === 'manual' ? site : null,
    notes: now ? notesOf(now, header.exchange) : [],
    close: () => Promise.resolve(),
  };
}

async function reset(
  site: ControlClient,
  state: StateFacts | null,
  { exchange: start }: RecordingHeader,
): Promise<void> {
  if (!state) throw new UsageError('--reset-target needs a target with a control plane');
  if (!start) throw new UsageError('--reset-target needs a recording that says how its exchange was started');
  const { seed, world, startTime, limits } = start;
  await site.reset({ asStarted: true, seed, world, startTime, clock: 'manual', ...(limits && { limits }) });
}

const ask = boundedFetch();

/** Null for a target without a control plane, or with one that refuses. */
async function stateOf({ origin }: URL, token: string | undefined): Promise<StateFacts | null> {
  try {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await ask(`${origin}/sim/v1/state`, { headers });
    const state = response.ok ? ((await response.json()) as StateFacts | null) : null;
    return typeof state?.serviceName === 'string' ? state : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    if (error instanceof ResponseLimitError) throw new TargetUnreachable(error.message);
    const { cause, message } = error as { readonly message: string; readonly cause?: { readonly code?: string } };
    throw new TargetUnreachable(`cannot reach ${origin}: ${cause?.code ?? message}`);
  }
}

function notesOf(state: StateFacts, start: RecordedStart | null): string[] {
  if (!start) return [];
  const notes: string[] = [];
  const differs = (what: string, recorded: string | number, own: string | number): void => {
    if (recorded !== own) notes.push(`the target has ${what} ${own}, the recorded exchange had ${recorded}`);
  };
  differs('seed', start.seed, state.seed);
  if (typeof start.world === 'string') differs('world', start.world, state.world);
  if (state.inputs > 0) notes.push('the target has been used before: give --reset-target to start it over');
  else if (state.clock.mode === 'manual') differs('start time', start.startTime, state.now);
  return notes;
}
