import type { ControlResponse } from '../../contract/control.ts';
import { readStartTime } from '../../exchange/clock/clock.ts';
import { currentHost } from '../../exchange/host.ts';
import { durationMs } from '../../scenarios/format/times.ts';
import { callSite, type ControlSite } from '../control-site.ts';
import type { CommandBody } from '../define.ts';
import { say, timeText } from '../output.ts';
import { type Done, NotPossible, steer, steering, type SteeringFlags } from '../steering.ts';
import { UsageError } from '../usage-error.ts';

/** `perpsim advance`. */
export const ADVANCE: CommandBody = steering({
  takes: ['such as 90s, 1h30m or 250ms'],
  flags: [
    ['--to <time>', 'an exchange time, in Unix milliseconds or ISO 8601'],
    ['--next', 'to the next timer of the exchange'],
  ],
  examples: ['advance 1h', 'advance --next', 'advance --to 2026-01-06T00:00:00Z'],
  run: (duration: string | undefined, flags: SteeringFlags & AdvanceFlags) =>
    steer(flags, (site) => advance(site, duration, flags)),
});

export interface AdvanceFlags {
  /** An exchange time instead of a duration. */
  readonly to?: string;
  /** To the next timer of the exchange. */
  readonly next?: boolean;
}

const SAY_EVERY_MS = 1_000;

/**
 * Moves a manual clock. While it takes, progress is on stderr, and Ctrl-C stops the advance at a whole input: what has happened
 * stays.
 */
export async function advance(site: ControlSite, duration: string | undefined, flags: AdvanceFlags): Promise<Done> {
  const read = readAdvance(duration, flags);
  const advanceNow = await advanceOf(site, read);
  const progress = setInterval(() => void sayProgress(site), SAY_EVERY_MS);
  const cancel = (): void => void callSite(site, 'cancelAdvance', {}).catch(() => undefined);
  const release = currentHost().onStop(cancel, { signals: ['SIGINT'], eachTime: true });
  try {
    const response = await advanceNow();
    const { from, now, firstEvent, lastEvent, cancelled } = response;
    const end = cancelled ? 'stopped at' : 'is now';
    const text = `the clock ${end} ${timeText(now)}, ${now - from} ms later; ${lastEvent - firstEvent + 1} events`;
    return { response, text };
  } finally {
    clearInterval(progress);
    release();
  }
}

type Asked = { readonly ms: number } | { readonly time: number } | 'next';

function readAdvance(duration: string | undefined, { to, next = false }: AdvanceFlags): Asked {
  const given = [duration, to, next ? 'next' : undefined].filter((each) => each !== undefined);
  if (given.length !== 1)
    throw new UsageError('say one of a duration, --to TIME and --next, such as perpsim advance 1h');
  if (next) return 'next';
  if (to !== undefined) {
    const time = readStartTime(/^\d+$/.test(to) ? Number(to) : to);
    if (time === undefined) {
      throw new UsageError(`--to must be Unix milliseconds or a time such as 2026-01-05T00:00:00Z (got "${to}")`);
    }
    return { time };
  }
  const ms = durationMs(duration ?? '');
  if (ms !== undefined) return { ms };
  throw new UsageError(
    `DURATION must be a duration such as 90s, 1h30m or 250ms, of at most 366 days (got "${duration ?? ''}")`,
  );
}

type Advance = () => Promise<ControlResponse<'advance'>>;

/** Finds out how far the clock is to go, and returns what sends it there. */
async function advanceOf(site: ControlSite, asked: Asked): Promise<Advance> {
  if (asked !== 'next') {
    return () => ('ms' in asked ? callSite(site, 'advance', asked) : callSite(site, 'advanceTo', asked));
  }
  const { nextDue } = await callSite(site, 'clock', {});
  if (nextDue === null) throw new NotPossible('nothing is due on this exchange: advance by a duration instead');
  return () => callSite(site, 'advanceTo', { time: nextDue });
}

async function sayProgress(site: ControlSite): Promise<void> {
  // The advance itself says what is wrong with the exchange.
  const { advancing } = await callSite(site, 'clock', {}).catch(() => ({ advancing: null }));
  if (!advancing) return;
  const { from, to, now } = advancing;
  const percent = to === from ? 100 : Math.floor((100 * (now - from)) / (to - from));
  say(`${timeText(now)}, ${percent} % of the way; Ctrl-C stops here`);
}
