import { readStartTime } from '../../exchange/clock/start-time.ts';
import { durationMs, durationText } from '../../scenarios/format/times.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { UsageError } from '../usage-error.ts';

/** Flags as commander collects them. */
export interface RunFlags {
  readonly seed?: string;
  readonly until?: string;
  readonly set?: readonly string[];
  readonly bot?: string;
  readonly speed?: string;
  readonly stepTimeout?: string;
  readonly json?: boolean;
  readonly html?: string;
  readonly journal?: string;
  readonly writeDigest?: boolean;
  readonly progressJson?: boolean;
}

/** Throws UsageError for flags that do not go together. */
export function checkFlags({ seed, until, set, bot, speed, stepTimeout, writeDigest }: RunFlags): void {
  if (seed === '') throw new UsageError('--seed takes a text or a whole number');
  if (speed !== undefined && bot === undefined)
    throw new UsageError('--speed is for --bot: a run without a bot takes no wall time');
  if (stepTimeout !== undefined && (bot === undefined || speed !== undefined))
    throw new UsageError('--step-timeout is for --bot in lockstep: no other run waits for a program');
  if (bot?.trim() === '') throw new UsageError('--bot takes a command, such as "node bot.mjs"');
  if (!writeDigest) return;
  const others = { '--seed': seed, '--until': until, '--set': set, '--bot': bot };
  for (const [flag, value] of Object.entries(others)) {
    if (value === undefined) continue;
    throw new UsageError(`--write-digest writes the digest of the scenario as it is: leave ${flag} out`);
  }
}

/** Returns milliseconds after the start. Throws UsageError for a text that is no time of the scenario. */
export function readUntil(text: string, scenario: Pick<Scenario, 'startTime' | 'durationMs'>): number {
  const after = afterStart(text, scenario.startTime);
  if (after <= scenario.durationMs) return after;
  throw new UsageError(
    `--until ${text} is past the end of the scenario, which lasts ${durationText(scenario.durationMs)}`,
  );
}

function afterStart(text: string, startTime: number | null): number {
  const after = durationMs(text);
  if (after !== undefined && after > 0) return after;
  const time = /^\d{4}-/.test(text) ? readStartTime(text) : undefined;
  if (time !== undefined && startTime !== null && time > startTime) return time - startTime;
  throw new UsageError(
    `--until takes a duration such as 10m, or an ISO 8601 time after the start of a scenario that says when it starts (got "${text}")`,
  );
}

export function readSpeed(text: string): number {
  const speed = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : 0;
  if (speed >= 0.001 && speed <= 1_000_000) return speed;
  throw new UsageError(`--speed must be between 0.001 and 1000000 (got "${text}")`);
}

const STEP_TIMEOUT_MAX_MS = 86_400_000;

/** Milliseconds of the wall. */
export function readStepTimeout(text: string): number {
  const ms = durationMs(text);
  if (ms !== undefined && ms >= 1 && ms <= STEP_TIMEOUT_MAX_MS) return ms;
  throw new UsageError(`--step-timeout must be a duration such as 60s, at most 24h (got "${text}")`);
}
