import type { Client } from '../client/client.ts';
import type { StrategyParams } from './scenario.ts';

/** A trader as a program. Callbacks run one after the other, and time stands still while one runs and waits for nothing. */
export interface Strategy {
  /** Before anything else, at the start of the scenario. */
  onStart?(context: StrategyContext): void | Promise<void>;
  /** The book of the strategy's market has changed. */
  onBook?(book: BookView, context: StrategyContext): void | Promise<void>;
  /** Somebody has traded in the strategy's market. */
  onTrade?(trade: TradeView, context: StrategyContext): void | Promise<void>;
  /** An order of the strategy's account has been filled, in part or whole. */
  onFill?(fill: Fill, context: StrategyContext): void | Promise<void>;
  /** A timer that `context.every` or `context.after` has set. */
  onTimer?(timer: string, context: StrategyContext): void | Promise<void>;
  /** At the end of the scenario. */
  onEnd?(context: StrategyContext): void | Promise<void>;
}

/**
 * Everything that a strategy may use. Waiting for anything else makes its runs unrepeatable. A request takes the latency of the
 * account: while its callback waits for the response, exchange time goes on.
 */
export interface StrategyContext {
  /** Exchange time, Unix ms. */
  readonly now: number;
  readonly symbol: string;
  readonly subAccountId: string;
  readonly params: StrategyParams;
  /** The strategy's account, with every action of the API. */
  readonly client: Client;
  /** The book as last pushed to the strategy. */
  readonly book: BookView;
  /** Signed size of the position as far as the strategy knows its fills, in decimal text. */
  readonly position: string;
  /** Starts a timer that fires every `ms` of exchange time; one of this name that runs is replaced. */
  every(ms: number, timer: string): void;
  /** Starts a timer that fires once after `ms` of exchange time; one of this name that runs is replaced. */
  after(ms: number, timer: string): void;
  /** Ends a timer. */
  stop(timer: string): void;
  /** A whole number from `low` to `high` from the strategy's own stream of the seed. */
  random(low: number, high: number): number;
  /** A line for the events of the report. */
  log(text: string): void;
}

/** A book as a strategy sees it; prices and quantities are decimal texts. */
export interface BookView {
  readonly time: number;
  /** [price, quantity], best first. */
  readonly bids: readonly (readonly [string, string])[];
  readonly asks: readonly (readonly [string, string])[];
}

/** A trade of anybody as a strategy sees it; `time` in Unix milliseconds. */
export interface TradeView {
  readonly time: number;
  readonly price: string;
  readonly quantity: string;
  /** Side of the taker. */
  readonly side: 'buy' | 'sell';
}

/** A fill of the strategy's account; `time` in Unix milliseconds, amounts in the settlement asset. */
export interface Fill {
  readonly time: number;
  readonly symbol: string;
  readonly tradeId: string;
  readonly orderId: string;
  readonly clientOrderId: string | null;
  readonly side: 'buy' | 'sell';
  readonly price: string;
  readonly quantity: string;
  readonly fee: string;
  readonly liquidity: 'maker' | 'taker';
}

/** A function that a module of the user's exports as default, or what `backtest` is given. */
export type StrategyFactory = (params: StrategyParams) => Strategy;
