import type { Refusal } from '../kernel/errors.ts';
import type { EngineEvent } from './event.ts';

/**
 * The result of deciding a command: one refusal with nothing changed, or its first events. The engine finds what
 * follows from them (matching, trimming, timers) one step at a time, on the state of that moment.
 */
export type Decision = Refusal | readonly EngineEvent[];
