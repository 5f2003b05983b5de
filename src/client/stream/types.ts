import type { Static } from '@sinclair/typebox';
import type { ChannelName } from '../../contract/channel.ts';
import type { candles } from '../../contract/channels/candles.ts';
import type { liquidations } from '../../contract/channels/liquidations.ts';
import type { marketPrices } from '../../contract/channels/marketPrices.ts';
import type { orderbook } from '../../contract/channels/orderbook.ts';
import type { subAccountUpdates } from '../../contract/channels/subAccountUpdates.ts';
import type { trades } from '../../contract/channels/trades.ts';
import type { Surface } from '../transport.ts';

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

/** Params of a subscription beside its name, by channel. */
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

/** The events of a stream client. */
export interface StreamEvents {
  /** A connection is up for the first time: logged in, where there is a login. */
  connected: { readonly endpoint: Surface };
  /** A connection is gone; another one is being opened. */
  disconnected: { readonly endpoint: Surface; readonly code: number; readonly reason: string };
  /** It is up again, logged in, with every subscription acknowledged anew. What was pushed meanwhile is lost. */
  reconnected: { readonly endpoint: Surface; readonly attempts: number };
  /** Something failed that no caller waits for, such as an attempt to connect again or a subscription that was not given anew. */
  problem: { readonly endpoint: Surface; readonly error: Error };
}

export type Listener<T> = (event: T) => void;

/** Listeners by event, called in the order in which they were added. */
export class Events {
  readonly #listeners = new Map<keyof StreamEvents, Set<Listener<never>>>();

  /** Gives back what ends it. */
  on<E extends keyof StreamEvents>(event: E, listener: Listener<StreamEvents[E]>): () => void {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  emit<E extends keyof StreamEvents>(event: E, payload: StreamEvents[E]): void {
    const listeners = this.#listeners.get(event) as ReadonlySet<Listener<StreamEvents[E]>> | undefined;
    for (const listener of [...(listeners ?? [])]) listener(payload);
  }
}

/** Reason why a request over a stream has no response. */
export type NoResponse = 'connection lost' | 'no response in time' | 'not connected' | 'closed';

/** A request got no response. The caller decides whether to repeat it: a client never repeats a request by itself. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  readonly reason: NoResponse;
  /**
   * True when the request was sent and would have changed something: it may have been applied, and only a read can find out.
   * False: it never left, or it was a read.
   */
  readonly mayHaveBeenApplied: boolean;

  constructor(reason: NoResponse, mayHaveBeenApplied: boolean, detail = '') {
    const fate = mayHaveBeenApplied ? '; the request may have been applied' : '';
    super(`${reason}${detail === '' ? '' : ` (${detail})`}${fate}`);
    this.reason = reason;
    this.mayHaveBeenApplied = mayHaveBeenApplied;
  }
}
