import type { TObject, TSchema } from '@sinclair/typebox';
import type { Refusal } from '../kernel/errors.ts';
import type { InfoContext } from './action.ts';
import type { TimeMs } from '../kernel/units.ts';
import type { JsonObject } from './json.ts';
import type { PastNeed } from './views.ts';

/** Where a connection was opened: `/v1/ws/info` or `/v1/ws/trade`. */
export type StreamEndpoint = 'info' | 'trade';

export const CHANNEL_NAMES = [
  'marketPrices',
  'trades',
  'orderbook',
  'candles',
  'liquidations',
  'subAccountUpdates',
] as const;
/** Name of a channel on the wire. */
export type ChannelName = (typeof CHANNEL_NAMES)[number];

/**
 * A subscription as data (wire 4.4, 4.5): what a client may ask for, what it is called on the wire in both
 * generations of names, and what its frames hold. Sessions, documents and the suite read the catalogue.
 */
export interface Channel<P = never> {
  /** `params.type`; also the file name. */
  readonly name: ChannelName;
  /** Other spellings of the type that clients send. */
  readonly aliases: readonly string[];
  readonly summary: string;
  /** Private channels need a login and exist on the trade endpoint alone. */
  readonly access: 'public' | 'private';
  /**
   * What every push says of itself: `method` always, and the `channel` of the generation of names under whose type word
   * the client subscribed. `older` is left out where both generations have one value.
   */
  readonly push: {
    readonly method: string;
    readonly channel: string;
    readonly older?: { readonly words: readonly string[]; readonly channel: string };
  };
  readonly params: TSchema;
  /** Shape of `data`, and of the envelope fields beyond `method`, `channel`, `data` and `timestamp`. */
  readonly data: TSchema;
  readonly envelope: TSchema;
  /** How a slow reader is treated: only the newest matters, or every frame does (then it is closed with 1013). */
  readonly slowReader: 'conflate' | 'close';
  readonly parse: (params: JsonObject, context: InfoContext) => P | Refusal;
  /** What the first frames show of the time before the start. Left out: nothing. */
  readonly past?: (parsed: P, now: TimeMs) => PastNeed;
  /** Equal keys are one stream: its frames are made once for all its subscribers. */
  readonly key: (parsed: P) => string;
  /** What the acknowledgement repeats besides `type` and `status`, and its shape. */
  readonly acknowledged: TObject;
  readonly acknowledgement: (parsed: P) => JsonObject;
  /** True when an `unsubscribe` with these params means that subscription (wire 4.4: an orderbook's depth is not needed). */
  readonly ends: (params: JsonObject, subscribed: P) => boolean;
  /** True when the frames of the two look alike: on one connection the later subscription replaces the earlier one. */
  readonly replaces?: (parsed: P, earlier: P) => boolean;
}

/** What a channel says of its shapes, kept as types: a client derives the types of its frames from them. */
export interface ChannelShapes<
  N extends ChannelName = ChannelName,
  W extends Channel['push'] = Channel['push'],
  S extends TSchema = TSchema,
  D extends TSchema = TSchema,
  E extends TSchema = TSchema,
> {
  readonly name: N;
  readonly push: W;
  readonly params: S;
  readonly data: D;
  readonly envelope: E;
}

/** Ties the parts of a channel together; the catalogue keeps it as a channel of unknown parameters, with its shapes. */
export const defineChannel =
  <P>() =>
  <
    const N extends ChannelName,
    const W extends Channel['push'],
    S extends TSchema,
    D extends TSchema,
    E extends TSchema,
  >(
    channel: Omit<Channel<P>, keyof ChannelShapes> & ChannelShapes<N, W, S, D, E>,
  ): Omit<Channel, keyof ChannelShapes> & ChannelShapes<N, W, S, D, E> => {
    const defined: unknown = channel;
    return defined as Omit<Channel, keyof ChannelShapes> & ChannelShapes<N, W, S, D, E>;
  };

/** Every value that `channel` can have on the pushes of a channel; the later generation first. */
export const pushChannelsOf = ({ push }: Pick<Channel, 'push'>): readonly string[] =>
  push.older ? [push.channel, push.older.channel] : [push.channel];
