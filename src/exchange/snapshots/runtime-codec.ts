import { randomStream } from '../../engine/state-codec/terms.ts';
import { big, bool, type Codec, CodecError, count, int, oneOf, type Plain, text } from '../../kernel/codec/codec.ts';
import { record, sortedMapOf } from '../../kernel/codec/collections.ts';
import type { SavedLogins } from '../stream/session/login.ts';
import type { SavedRuntime } from './saved-core.ts';

const times = sortedMapOf(text, sortedMapOf(big, int));

const logins: Codec<SavedLogins> = {
  encode: (saved) => times.encode(new Map(saved.map(([wallet, used]) => [wallet, new Map(used)]))),
  decode: (plain) => Array.from(times.decode(plain), ([wallet, used]) => [wallet, [...used]] as const),
};

/** A speed may be a fraction, which canonical JSON has no number for: it is written as text. */
const speed: Codec<number> = {
  encode: (value): Plain => String(value),
  decode: (plain) => {
    const read = Number(text.decode(plain));
    if (!(Number.isFinite(read) && read > 0) || String(read) !== plain)
      throw new CodecError('', 'takes a speed above 0');
    return read;
  },
};

export const runtimeCodec = record<SavedRuntime>({
  clock: record<SavedRuntime['clock']>({ mode: oneOf('live', 'manual'), speed }),
  followsWall: bool,
  clientInputs: count,
  requestIds: randomStream,
  logins,
});
