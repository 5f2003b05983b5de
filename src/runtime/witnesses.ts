import type { Command } from '../engine/command.ts';
import type { EngineEvent } from '../engine/event.ts';
import type { State } from '../engine/state.ts';
import type { EngineWitness } from '../engine/witness.ts';
import type { Refusal } from '../kernel/errors.ts';
import type { TimeMs } from '../kernel/units.ts';

/** The engine has one witness; this one passes what it sees on to two, the second of which comes and goes. */
export class Witnesses implements EngineWitness {
  readonly #always: EngineWitness;
  #attached: EngineWitness | null = null;

  constructor(always: EngineWitness) {
    this.#always = always;
  }

  attach(witness: EngineWitness | null): void {
    this.#attached = witness;
  }

  refused(state: State, command: Command, refusal: Refusal): void {
    this.#always.refused(state, command, refusal);
    this.#attached?.refused(state, command, refusal);
  }

  happened(state: State, event: EngineEvent): void {
    this.#always.happened(state, event);
    this.#attached?.happened(state, event);
  }

  settled(): void {
    this.#attached?.settled?.();
  }

  passing(to: TimeMs): void {
    this.#attached?.passing?.(to);
  }
}
