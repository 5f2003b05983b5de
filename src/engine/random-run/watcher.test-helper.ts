import type { EngineEvent } from '../event.ts';
import type { State } from '../state.ts';

/** Looks on while a run goes by, and throws when something happens that must not. It reads and never writes. */
export interface Watcher {
  /** Before a command; nothing is due in `state`. */
  begin?(state: State): void;
  /** Something happens; `state` is as it was just before. */
  before?(state: State, event: EngineEvent): void;
  /** It has happened. */
  after?(state: State, event: EngineEvent): void;
  /** All of a command has happened. */
  end?(state: State): void;
}

/** The event of one type. */
export type EventOf<T extends EngineEvent['type']> = Extract<EngineEvent, { type: T }>;

/** Equal figures, or the rule that says so. */
export function agree(rule: string, actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${rule}: ${String(actual)}, expected ${String(expected)}`);
}

export function hold(condition: boolean, rule: string): void {
  if (!condition) throw new Error(rule);
}
