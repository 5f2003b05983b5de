import type { Static } from '@sinclair/typebox';
import type { ChannelName } from '../../contract/channel.ts';
import type { candles } from '../../contract/channels/candles.ts';
import type { liquidations } from '../../contract/channels/liquidations.ts';
import type { marketPrices } from '../../contract/channels/marketPrices.ts';
import type { orderbook } from '../../contract/channels/orderbook.ts';
import type { subAccountUpdates } from '../../contract/channels/subAccountUpdates.ts';
import type { trades } from '../../contract/channels/trades.ts';

/** Types of the streams, from the schemas of the channel catalogue. Nothing here exists when the program runs. */
interface Catalogue {
  readonly marketPrices: typeof marketPrices;
  readonly trades: typeof trades;
  readonly orderbook: typeof orderbook;
  readonly candles: typeof candles;
  readonly liquidations: typeof liquidations;
  readonly subAccountUpdates: typeof subAccountUpdates;
}

export type { ChannelName };

/** What a subscription is asked for with, beside its name. */
export type ChannelParams<N extends ChannelName> = Readonly<Static<Catalogue[N]['params']>>;

/** The data of a push of a channel. Of `subAccountUpdates`, `eventType` says which event it is. */
export type ChannelData<N extends ChannelName> = Static<Catalogue[N]['data']>;

/** A push as it arrives. */
export type Push<N extends ChannelName> = Static<Catalogue[N]['envelope']> & {
  readonly method: Catalogue[N]['push']['method'];
  readonly channel: Catalogue[N]['push']['channel'];
  /** Exchange time, Unix milliseconds. */
  readonly timestamp: number;
  readonly data: ChannelData<N>;
};

/** The names by which pushes go; the compiler holds them to the catalogue. */
export type PushNames = { readonly [N in ChannelName]: Catalogue[N]['push']['channel'] };
