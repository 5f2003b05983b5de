import { readStartTime } from '../../exchange/clock/clock.ts';
import { currentHost } from '../../exchange/host.ts';
import { durationMs } from '../../scenarios/format/times.ts';
import { askFor, type ControlSite } from '../control-site.ts';
import type { CommandBody } from '../define.ts';
import { say, timeText } from '../output.ts';
import { UsageError } from '../usage-error.ts';
import { type Done, NotPossible, steer, steering, type SteeringFlags } from '../steering.ts';
import { isNumber, isShape, isWordOf, orMissing, orNull } from '../../kernel/guards.ts';

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

/** `perpsim clock`. */
export const CLOCK: CommandBody = steering({
  takes: ['live or manual'],
  flags: [['--speed <factor>', 'how fast a live clock runs']],
  examples: ['clock', 'clock manual', 'clock live --speed 60'],
  run: (mode: string | undefined, flags: SteeringFlags & ClockFlags) =>
    steer(flags, (site) => clock(site, mode, flags)),
});

export interface AdvanceFlags {
  /** An exchange time instead of a duration. */
  readonly to?: string;
  /** To the next timer of the exchange. */
  readonly next?: boolean;
}

interface Clock {
  readonly mode: 'live' | 'manual';
  readonly now: number;
  readonly speed: number;
  readonly achievedSpeed: number | null;
  readonly nextDue: number | null;
  readonly advancing: { readonly from: number; readonly to: number; readonly now: number } | null;
}

interface Advanced {
  readonly from: number;
  readonly now: number;
  readonly firstEvent: number;
  readonly lastEvent: number;
  readonly cancelled?: true;
}

const isClock = isShape<Clock>({
  mode: isWordOf('live', 'manual'),
  now: isNumber,
  speed: isNumber,
  achievedSpeed: orNull(isNumber),
  nextDue: orNull(isNumber),
  advancing: orNull(isShape({ from: isNumber, to: isNumber, now: isNumber })),
});

const isAdvanced = isShape<Advanced>({
  from: isNumber,
  now: isNumber,
  firstEvent: isNumber,
  lastEvent: isNumber,
  cancelled: orMissing(isWordOf(true)),
});

const SAY_EVERY_MS = 1_000;

/**
 * Moves a manual clock. While it takes, progress is on stderr, and Ctrl-C stops the advance at a whole input: what has happened
 * stays.
 */
export async function advance(site: ControlSite, duration: string | undefined, flags: AdvanceFlags): Promise<Done> {
  const read = readAdvance(duration, flags);
  const [path, fields] = await requestOf(site, read);
  const progress = setInterval(() => void sayProgress(site), SAY_EVERY_MS);
  const cancel = (): void => void site.post('/clock/cancel', {}).catch(() => undefined);
  const release = currentHost().onStop(cancel, { signals: ['SIGINT'], eachTime: true });
  try {
    const response = await askFor(site, path, isAdvanced, fields);
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

async function requestOf(site: ControlSite, asked: Asked): Promise<[path: string, fields: object]> {
  if (asked !== 'next') return 'ms' in asked ? ['/clock/advance', asked] : ['/clock/advanceTo', asked];
  const { nextDue } = await clockOf(site);
  if (nextDue === null) throw new NotPossible('nothing is due on this exchange: advance by a duration instead');
  return ['/clock/advanceTo', { time: nextDue }];
}

const clockOf = (site: ControlSite): Promise<Clock> => askFor(site, '/clock', isClock);

async function sayProgress(site: ControlSite): Promise<void> {
  // The advance itself says what is wrong with the exchange.
  const { advancing } = await clockOf(site).catch(() => ({ advancing: null }));
  if (!advancing) return;
  const { from, to, now } = advancing;
  const percent = to === from ? 100 : Math.floor((100 * (now - from)) / (to - from));
  say(`${timeText(now)}, ${percent} % of the way; Ctrl-C stops here`);
}

export interface ClockFlags {
  readonly speed?: string;
}

/** Shows the clock, after setting its mode or speed where they are given. */
export async function clock(site: ControlSite, mode: string | undefined, { speed }: ClockFlags): Promise<Done> {
  if (mode !== undefined && mode !== 'live' && mode !== 'manual') {
    throw new UsageError(`MODE must be live or manual (got "${mode}")`);
  }
  const factor = Number(speed ?? 1);
  if (!(factor > 0 && factor <= 1_000_000)) {
    throw new UsageError(`--speed must be a number above 0 and at most 1000000 (got "${speed ?? ''}")`);
  }
  if (mode !== undefined) await site.post('/clock/mode', { mode });
  if (speed !== undefined) await site.post('/clock/speed', { speed: factor });
  const response = await clockOf(site);
  const reached = response.achievedSpeed === null ? '' : ` (reaches ${response.achievedSpeed.toFixed(2)})`;
  const pace = response.mode === 'live' ? `, speed ${response.speed}${reached}` : '';
  const due = response.nextDue === null ? '' : `; next event due at ${timeText(response.nextDue)}`;
  return { response, text: `${response.mode} clock at ${timeText(response.now)}${pace}${due}` };
}
