import { flatNonces, setNonces } from '../admission/nonce.ts';
import type { NonceTable } from '../state.ts';
import { big, type Codec, CodecError, text } from '../../kernel/codec/codec.ts';
import { NumberedMap } from '../../kernel/numbered-map.ts';
import { parseUint64 } from '../../kernel/ids.ts';
import { sortedMapOf, sortedSetOf } from '../../kernel/codec/collections.ts';

const used = sortedSetOf(big);

/** The last nonce alone, or, under the `unique` rule, the list of all. */
const lastOrAll: Codec<bigint | Set<bigint>> = {
  encode: (nonce) => (typeof nonce === 'bigint' ? nonce : used.encode(nonce)),
  decode: (plain) => (Array.isArray(plain) ? used.decode(plain) : big.decode(plain)),
};

const flat = sortedMapOf(text, lastOrAll);

export const nonces: Codec<NonceTable> = {
  encode: (table) => flat.encode(flatNonces(table)),
  decode: (plain) => {
    const table: NonceTable = new NumberedMap();
    for (const [key, own] of flat.decode(plain)) {
      const bar = key.lastIndexOf('|');
      const account = Number(parseUint64(key.slice(bar + 1)) ?? Number.NaN);
      if (bar < 0 || !Number.isSafeInteger(account)) throw new CodecError(`[${key}]`, 'takes wallet|account');
      setNonces(table, key.slice(0, bar), account, own);
    }
    return table;
  },
};
