import type { Refusal } from '../kernel/errors.ts';
import type { EngineEvent } from './event.ts';

/**
 * What a command comes to: one refusal with nothing changed, or its first events. What follows from them
 * (matching, trimming, timers) is found by settling, one step at a time, on the state as it then is.
 */
export type Decision = Refusal | readonly EngineEvent[];
