import { callSite, type ControlSite } from '../control-site.ts';
import type { CommandBody } from '../define.ts';
import { timeText } from '../output.ts';
import { type Done, steer, steering, type SteeringFlags } from '../steering.ts';
import { UsageError } from '../usage-error.ts';

/** `perpsim clock`. */
export const CLOCK: CommandBody = steering({
  takes: ['live or manual'],
  flags: [['--speed <factor>', 'how fast a live clock runs']],
  examples: ['clock', 'clock manual', 'clock live --speed 60'],
  run: (mode: string | undefined, flags: SteeringFlags & ClockFlags) =>
    steer(flags, (site) => clock(site, mode, flags)),
});

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
  if (mode !== undefined) await callSite(site, 'setMode', { mode });
  if (speed !== undefined) await callSite(site, 'setSpeed', { speed: factor });
  const response = await callSite(site, 'clock', {});
  const reached = response.achievedSpeed === null ? '' : ` (reaches ${response.achievedSpeed.toFixed(2)})`;
  const pace = response.mode === 'live' ? `, speed ${response.speed}${reached}` : '';
  const due = response.nextDue === null ? '' : `; next event due at ${timeText(response.nextDue)}`;
  return { response, text: `${response.mode} clock at ${timeText(response.now)}${pace}${due}` };
}
