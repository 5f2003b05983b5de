import { stateDigest } from '../../engine/canonical-state.ts';
import type { EngineEvent } from '../../engine/event.ts';
import type { State } from '../../engine/state.ts';
import { type DigestChain, digestOf } from '../../kernel/digest.ts';
import type { NumberedInput } from './journal.ts';

/**
 * Digest of an exchange: all its inputs and events (`chain`), and the state it came to (DET-08, DET-09). The
 * configuration is in the genesis of every run, so it is part of the state.
 */
export const exchangeDigest = (chain: string, state: State): string => digestOf({ chain, state: stateDigest(state) });

/** Adds one input and what it caused to the rolling digest. */
export const extendChain = (chain: DigestChain, { seq, input }: NumberedInput, events: readonly EngineEvent[]): void =>
  chain.add([seq, input, events]);
