import type { Input } from '../engine/command.ts';
import type { EngineObserver } from '../engine/engine.ts';
import type { State } from '../engine/state.ts';
import type { TimeMs } from '../kernel/units.ts';
import type { Listener } from './sequencer.ts';
import type { Core } from './core.ts';
import type { RefusedRequest } from './why/explanations.ts';
import type { Journal } from './journal/journal.ts';
import { type Base, baseBefore, type Moment } from './moments.ts';
import type { SnapshotStore } from './snapshots/snapshots.ts';
import { type WorkedOut, workOutAgain } from './why/why.ts';

/** What a run of a scenario and the log read of an exchange beside its API. Nothing here is an input or changes state. */
export interface RunView {
  readonly state: Readonly<State>;
  /** The earliest exchange time at which a timer falls due or a stream publishes; null without either. */
  nextMoment(): TimeMs | null;
  /** The earliest exchange time at which a request that is held goes on; null while none is held. */
  nextRelease(): TimeMs | null;
  /** Calls back whenever a request begins to wait for exchange time. Returns how to end that. */
  onHold(listener: () => void): () => void;
  /** Watches the engine while it works. Returns how to end that. */
  observe(observer: EngineObserver): () => void;
  /** Receives each input with its events, once it is applied. Returns how to end that. */
  subscribe(listener: Listener): () => void;
  /** Tells of each request of which something is refused. Returns how to end that. */
  onRefusal(listener: (refused: RefusedRequest) => void): () => void;
  /** Calls back when a reset or a revert has begun another life, which none of the above follows. Returns how to end that. */
  onLife(listener: () => void): () => void;
  /** An input that the journal still has. */
  input(seq: number): Input | undefined;
  readonly journal: Journal;
  /**
   * The run worked out again, beside the exchange, from the start of its journal; null where the state is not in it. With a moment, up to it
   * and from the last snapshot before it; null also for a moment before the start.
   */
  again(until?: Moment): WorkedOut | null;
  /** The same beyond the moment, to the present end of the journal. */
  againFrom(moment: Moment): WorkedOut | null;
}

/**
 * @param core - the present life of the exchange
 * @param onLife - calls back when there is another one
 * @param store - the snapshots of the exchange
 */
export function runViewOf(core: () => Core, onLife: RunView['onLife'], store: SnapshotStore): RunView {
  const baseOf = (moment: Moment): Base | null => {
    const { journal, sequencer } = core();
    return baseBefore(moment, { journal, store, crc: sequencer.chain.crc });
  };
  return {
    get state() {
      return core().state;
    },
    nextMoment: () => earliest(core().sequencer.nextDue() ?? null, core().streams.nextDue()),
    nextRelease: () => core().faults.room.nextRequest,
    onHold: (listener) => core().faults.room.onWait(listener),
    observe: (observer) => core().observers.add(observer),
    subscribe: (listener) => core().bus.subscribe(listener),
    onRefusal: (listener) => core().explanations.refusals.subscribe(listener),
    onLife,
    input: (seq) => {
      const { journal } = core();
      if (seq < journal.first || seq > journal.length) return undefined;
      const [record] = journal.records(seq);
      return record?.input;
    },
    get journal() {
      return core().journal;
    },
    again: (until) => {
      const { settings, journal } = core();
      return workOutAgain(settings.config, journal, until && { base: baseOf(until), until });
    },
    againFrom: (moment) => {
      const { settings, journal } = core();
      return workOutAgain(settings.config, journal, { base: baseOf(moment) });
    },
  };
}

const earliest = (a: TimeMs | null, b: TimeMs | null): TimeMs | null =>
  a === null ? b : b === null ? a : Math.min(a, b);
