import { big, type Codec, text } from '../../kernel/codec/codec.ts';
import { sortedMapOf, sortedSetOf } from '../../kernel/codec/collections.ts';
import type { State } from '../state.ts';

const used = sortedSetOf(big);

/** The last nonce alone, or, under the `unique` rule, the list of all. */
const lastOrAll: Codec<bigint | Set<bigint>> = {
  encode: (nonce) => (typeof nonce === 'bigint' ? nonce : used.encode(nonce)),
  decode: (plain) => (Array.isArray(plain) ? used.decode(plain) : big.decode(plain)),
};

export const nonces: Codec<State['nonces']> = sortedMapOf(text, lastOrAll);
