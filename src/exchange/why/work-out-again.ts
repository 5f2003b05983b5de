import type { ExchangeConfig } from '../../engine/config.ts';
import { Engine } from '../../engine/engine.ts';
import type { EngineEvent } from '../../engine/event.ts';
import type { EngineObserver } from '../../engine/observer.ts';
import type { State } from '../../engine/state.ts';
import type { Applied } from '../bus.ts';
import type { Journal } from '../journal/journal.ts';
import { Replay } from '../journal/replay.ts';

/** A run as it is worked out again from its journal, beside the exchange itself. */
export interface WorkedOut {
  /** As of the last input that was taken. */
  readonly state: State;
  /** What genesis caused; nothing for a journal that starts later. */
  readonly genesis: readonly EngineEvent[];
  readonly inputs: Iterable<Applied>;
}

/** Null where the state that the journal starts with is not in it. */
export function workOutAgain(config: ExchangeConfig, journal: Journal, observer?: EngineObserver): WorkedOut | null {
  const { start } = journal;
  if (start.seq > 0 && start.state === undefined) return null;
  const { state, genesis } = new Replay(config, start);
  const engine = new Engine(state, observer ?? null);
  return { state, genesis, inputs: appliedAgain(engine, journal) };
}

function* appliedAgain(engine: Engine, journal: Journal): Generator<Applied, void> {
  for (const { seq, input } of journal.records()) yield { seq, input, outcome: engine.apply(input) };
}
