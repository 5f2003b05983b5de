import type { FewMap } from '../../kernel/tables.ts';
import { big, type Codec, CodecError, count, int, oneOf, type Plain, text } from '../../kernel/codec/codec.ts';
import { fewMapOf, list, record, sortedMapOf } from '../../kernel/codec/collections.ts';
import type { RandomStream } from '../../kernel/random.ts';
import type { Units } from '../../kernel/units.ts';
import type { FadingTable } from '../token-bucket.ts';
import type { Side } from '../orders/order-terms.ts';

/** Codecs of values that several parts of the state hold. */

export const side: Codec<Side> = oneOf('buy', 'sell');

const WORD_MAX = 0xffff_ffff;
const words = list(count);

export const randomStream: Codec<RandomStream> = {
  encode: (stream): Plain => [...stream],
  decode: (plain) => {
    const [a, b, c, counter, ...more] = words.decode(plain);
    if (a === undefined || b === undefined || c === undefined || counter === undefined || more.length > 0) {
      throw new CodecError('', 'takes four numbers');
    }
    const place = [a, b, c, counter].findIndex((word) => word > WORD_MAX);
    if (place >= 0) throw new CodecError(`[${place}]`, 'takes a whole number of 32 bits');
    return [a, b, c, counter];
  },
};

/** Amounts by asset. */
export const amounts: Codec<FewMap<string, Units>> = fewMapOf(text, big);

/** A fading table: what it holds depends on the writes alone, never on the order of its entries. */
export const fadingTable = <K extends string | number, V>(key: Codec<K>, value: Codec<V>): Codec<FadingTable<K, V>> =>
  record<FadingTable<K, V>>({
    turnedAt: int,
    young: sortedMapOf(key, value),
    old: sortedMapOf(key, value),
  });
