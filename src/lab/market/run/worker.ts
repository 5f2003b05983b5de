import { ControlError } from '../../../exchange/control-error.ts';
import { WorldFileError } from '../../../exchange/world/world-file.ts';
import { observe } from '../observe/observe.ts';
import { plotsOf } from '../table/plots.ts';
import { figuresOf } from '../table/table.ts';
import { type Outcome, type SeedResult, Shared, type Task } from './facts-result.ts';

/** Does the work of a thread for one seed: runs the exchange, observes it and computes the figures. */
export default async function runTask({ memory, place, world, seed, startTime, hours }: Task): Promise<Outcome> {
  const shared = new Shared(memory);
  if (shared.isStopped()) return { result: null };
  try {
    const onMinute = (minutes: number): boolean => {
      shared.report(place, minutes);
      return !shared.isStopped();
    };
    const observation = await observe({ world, seed, startTime, hours, onMinute });
    const result: SeedResult = {
      seed,
      startTime: observation.startTime,
      hours: observation.hours,
      symbol: observation.market.symbol,
      figures: figuresOf(observation),
      plots: plotsOf(observation),
      differences: observation.past.differences,
    };
    return { result };
  } catch (error) {
    if (error instanceof WorldFileError || error instanceof ControlError) return { wrong: error.message };
    throw error;
  }
}
