import { connection, clock } from '../data/exchange.ts';
import { timeOfDay } from '../design/format.ts';

/** Exchange time and how it passes. */
export function ClockStatus() {
  const { state } = connection.value;
  const { now, mode, speed } = clock.value;
  return (
    <span title="Exchange time, UTC">
      <span class={`dot ${state === 'live' ? 'live' : 'lost'}`} /> <span class="spoken">{SPOKEN[state]}. </span>
      {now === 0 ? '–' : timeOfDay(now)} <span class="quiet">{MODES[mode](speed)}</span>
    </span>
  );
}

const SPOKEN = { opening: 'Connecting', live: 'Connected', lost: 'Not connected' } as const;

const MODES = {
  unknown: () => '',
  live: (speed: number) => (speed === 1 ? 'live' : `live × ${speed}`),
  manual: () => 'manual clock',
} as const;
