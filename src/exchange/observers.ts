import type { Command } from '../engine/command.ts';
import type { EngineEvent } from '../engine/event.ts';
import type { Order } from '../engine/orders/order.ts';
import type { State } from '../engine/state.ts';
import type { EngineObserver } from '../engine/observer.ts';
import type { Refusal } from '../kernel/errors.ts';
import type { TimeMs } from '../kernel/units.ts';

/** The engine has one observer; this one passes what it sees on to several. All but the first come and go. */
export class Observers implements EngineObserver {
  readonly #always: EngineObserver;
  #attached: EngineObserver | null = null;
  readonly #added = new Set<EngineObserver>();

  constructor(always: EngineObserver) {
    this.#always = always;
  }

  attach(observer: EngineObserver | null): void {
    this.#attached = observer;
  }

  /** Returns how to leave. */
  add(observer: EngineObserver): () => void {
    this.#added.add(observer);
    return () => void this.#added.delete(observer);
  }

  refused(state: State, command: Command, refusal: Refusal): void {
    this.#always.refused(state, command, refusal);
    this.#attached?.refused(state, command, refusal);
    for (const observer of this.#added) observer.refused(state, command, refusal);
  }

  happened(state: State, event: EngineEvent): void {
    this.#always.happened(state, event);
    this.#attached?.happened(state, event);
    for (const observer of this.#added) observer.happened(state, event);
  }

  unfired(state: State, order: Order, refusal: Refusal): void {
    this.#always.unfired?.(state, order, refusal);
    this.#attached?.unfired?.(state, order, refusal);
    for (const observer of this.#added) observer.unfired?.(state, order, refusal);
  }

  quiescent(): void {
    this.#attached?.quiescent?.();
    for (const observer of this.#added) observer.quiescent?.();
  }

  passing(to: TimeMs): void {
    this.#attached?.passing?.(to);
    for (const observer of this.#added) observer.passing?.(to);
  }
}
