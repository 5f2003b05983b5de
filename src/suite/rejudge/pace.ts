import type { ControlClient } from '../targets/simulator/control-client.ts';
import type { Wall } from '../targets/wall.ts';

/** Brings the target to the time of a recorded request before it is sent. */
export interface Pace {
  /**
   * @param time exchange time at which the request was handled; undefined when the recording does not say
   * @param wall wall time at which it was recorded; null when nothing is sent
   */
  reach(time: number | undefined, wall: number | null): Promise<void>;
  /** To be called when the clock of the target may have moved for another reason. */
  steered(): Promise<void>;
}

/** Moves the clock of a simulator, which otherwise stands still, forward to the recorded exchange time. */
export function clockPace(control: ControlClient): Pace {
  const look = (): Promise<void> => control.lookAtClock();
  return {
    reach: async (time) => {
      if (time !== undefined && time > control.now) await control.control.advanceTo(time);
    },
    steered: look,
  };
}

/** Keeps the recorded distances in time, `factor` times as fast. */
export function wallPace(wall: Wall, factor: number): Pace {
  let start: { readonly recorded: number; readonly now: number } | null = null;
  return {
    reach: async (_time, recorded) => {
      if (recorded === null) return;
      start ??= { recorded, now: wall.now() };
      const due = start.now + (recorded - start.recorded) / factor;
      const early = due - wall.now();
      if (early > 0) await wall.wait(early);
    },
    steered: () => Promise.resolve(),
  };
}
