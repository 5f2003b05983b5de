import type { EngineObserver } from '../engine/observer.ts';
import type { State } from '../engine/state.ts';
import type { TimeMs } from '../kernel/units.ts';
import type { Listener } from './bus.ts';
import type { Core } from './core.ts';

/** What a run of a scenario reads of an exchange beside its API. Nothing here is an input or changes state. */
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
}

/** @param core - the present life of the exchange */
export function runViewOf(core: () => Core): RunView {
  return {
    get state() {
      return core().state;
    },
    nextMoment: () => earliest(core().sequencer.nextDue() ?? null, core().streams.nextDue()),
    nextRelease: () => core().faults.room.nextRequest,
    onHold: (listener) => core().faults.room.onWait(listener),
    observe: (observer) => core().observers.add(observer),
    subscribe: (listener) => core().bus.subscribe(listener),
  };
}

const earliest = (a: TimeMs | null, b: TimeMs | null): TimeMs | null =>
  a === null ? b : b === null ? a : Math.min(a, b);
