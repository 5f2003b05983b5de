import { readStartTime } from '../../exchange/clock/clock.ts';
import { askFor, type ControlSite } from '../control-site.ts';
import type { CommandBody } from '../define.ts';
import { UsageError } from '../usage-error.ts';
import { type Done, steer, steering, type SteeringFlags } from '../steering.ts';
import { isNumber, isShape, isText } from '../../kernel/guards.ts';

/** `perpsim reset`. */
export const RESET: CommandBody = steering({
  flags: [
    ['--seed <text>', 'the seed'],
    ['--world <name>', 'a built-in world'],
    ['--start-time <time>', 'exchange time at the start'],
    ['--clock <mode>', 'live or manual'],
    ['--as-started', 'go back to what the exchange was started with'],
  ],
  examples: ['reset', 'reset --seed 7 --world quiet'],
  run: (flags: SteeringFlags & ResetFlags) => steer(flags, (site) => reset(site, flags)),
});

export interface ResetFlags {
  readonly seed?: string;
  readonly world?: string;
  readonly startTime?: string;
  readonly clock?: string;
  /** As the exchange was started, whatever earlier resets said. */
  readonly asStarted?: boolean;
}

const isBegun = isShape({ world: isText, seed: isText, now: isNumber });

/** Starts the exchange over. What no flag says stays as it was. */
export async function reset(site: ControlSite, { startTime, asStarted = false, ...given }: ResetFlags): Promise<Done> {
  const { clock } = given;
  if (clock !== undefined && clock !== 'live' && clock !== 'manual') {
    throw new UsageError(`--clock must be live or manual (got "${clock}")`);
  }
  const { seed, world } = given;
  const response = await askFor(site, '/reset', isBegun, {
    ...(asStarted && { asStarted }),
    ...(seed !== undefined && { seed }),
    ...(world !== undefined && { world }),
    ...(clock !== undefined && { clock }),
    ...(startTime !== undefined && { startTime: timeOf(startTime) }),
  });
  const { now } = response;
  return {
    response,
    text: `the exchange starts over: world ${response.world}, seed ${response.seed}, ${new Date(now).toISOString()}`,
  };
}

function timeOf(given: string): number {
  const time = readStartTime(/^\d+$/.test(given) ? Number(given) : given);
  if (time !== undefined) return time;
  throw new UsageError(
    `--start-time must be Unix milliseconds or a time such as 2026-01-05T00:00:00Z (got "${given}")`,
  );
}
