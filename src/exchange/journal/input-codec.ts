import type { Command, ControlCommand, Input } from '../../engine/command.ts';
import type { Charge, LimitLevels, Placement, Spent } from '../../engine/token-bucket.ts';
import {
  checked,
  type Codec,
  CodecError,
  count,
  type Decoder,
  nullable,
  oneOf,
  optional,
  primitive,
  text,
  within,
} from '../../kernel/codec/codec.ts';
import { listReader, readonlyList, record, recordReader } from '../../kernel/codec/collections.ts';
import type { ChainPlace } from '../../kernel/digest-chain.ts';
import { isKeyOf, isRecord } from '../../kernel/entries.ts';

/**
 * Inputs as a journal holds them. The check goes as deep as the log does; what a command says beyond its type is the engine's to
 * read, and a slip in there shows in the digests at the end.
 */
export const isCommand = (value: unknown): value is Command => isRecord(value) && typeof value['type'] === 'string';
const isControl = (value: unknown): value is ControlCommand => isCommand(value);

/** A digest of 64 hex digits. */
export const hexDigest = primitive(
  'a digest of 64 hex digits',
  (value): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
);

/** Where a rolling digest goes on from. */
export const chainPlace = record<ChainPlace>({
  base: hexDigest,
  crc: count,
  inputs: count,
  open: primitive(
    'bytes in Base64',
    (value): value is string => typeof value === 'string' && Buffer.from(value, 'base64').toString('base64') === value,
  ),
});

const charge = record<Charge>({
  account: nullable(count),
  ip: text,
  orders: count,
  surface: oneOf('trade', 'info'),
  tokens: count,
});

/** A list of keys with their values. */
const pairsOf = <K, V>(key: Codec<K>, value: Codec<V>): Decoder<(readonly [K, V])[]> =>
  listReader({
    decode: (plain) => {
      if (!Array.isArray(plain) || plain.length !== 2) throw new CodecError('', 'takes a list of two');
      return [within(0, () => key.decode(plain[0])), within(1, () => value.decode(plain[1]))] as const;
    },
  });

/** A member that may be missing. */
const maybe = <T>({ decode }: Decoder<T>): Decoder<T | undefined> => ({
  decode: (plain) => (plain === undefined ? undefined : decode(plain)),
});

const spent = record<Spent>({ parts: count, at: count });
const placements = readonlyList(record<Placement>({ at: count, orders: count }));
const levels = maybe(
  recordReader<LimitLevels>({
    ip: maybe(pairsOf(text, spent)),
    accounts: maybe(pairsOf(count, spent)),
    placements: maybe(pairsOf(count, placements)),
    minutes: maybe(pairsOf(text, spent)),
    seconds: maybe(pairsOf(text, spent)),
  }),
);

type Of<K extends Input['kind']> = Extract<Input, { readonly kind: K }>;

const INPUTS: { readonly [K in Input['kind']]: Decoder<Of<K>> } = {
  // With the keys in the order of a line.
  request: recordReader<Of<'request'>>({
    account: count,
    action: text,
    at: count,
    charge: optional(charge),
    commands: listReader(checked('a command', isCommand)),
    kind: oneOf('request'),
    levels,
    nonce: checked('a bigint or null', (nonce) => nonce === null || typeof nonce === 'bigint'),
    wallet: text,
  }),
  charge: recordReader<Of<'charge'>>({ at: count, charge, kind: oneOf('charge'), levels }),
  control: recordReader<Of<'control'>>({
    at: count,
    commands: listReader(checked('a command', isControl)),
    kind: oneOf('control'),
    levels,
  }),
  clock: recordReader<Of<'clock'>>({ at: count, kind: oneOf('clock'), levels }),
};

/** Reads an input; throws CodecError for what is none. */
export const inputReader: Decoder<Input> = {
  decode: (plain) => {
    const kind = isRecord(plain) ? String(plain['kind']) : '';
    if (!isKeyOf(INPUTS, kind)) throw new CodecError('kind', 'there is no such input');
    return INPUTS[kind].decode(plain);
  },
};
