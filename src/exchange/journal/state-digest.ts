import { stateDigest } from '../../engine/canonical-state.ts';
import type { State } from '../../engine/state.ts';
import { digestOf } from '../../kernel/digest.ts';

/**
 * Digest of an exchange: all its inputs and events (`chain`), and the state it came to (DET-08, DET-09). The
 * configuration is in the genesis of every run, so it is part of the state.
 */
export const exchangeDigest = (chain: string, state: State): string => exchangeDigestOf(chain, stateDigest(state));

/** The same where the digest of the state is known already. */
export const exchangeDigestOf = (chain: string, state: string): string => digestOf({ chain, state });
