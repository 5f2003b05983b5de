import {
  formatAmount,
  formatAmountOf,
  formatEntry,
  formatLots,
  formatMid,
  formatPrice,
  formatPriceUnits,
  formatRatio,
  formatValue,
} from '../../contract/format.ts';
import { orderTypeWord } from '../../contract/words.ts';
import type { EngineObserver } from '../../engine/engine.ts';
import type { EngineEvent, FillSide, TradedEvent } from '../../engine/event.ts';
import { fundingRateAt } from '../../engine/funding.ts';
import { type Order, remainingOf } from '../../engine/orders/order.ts';
import { midOf } from '../../engine/prices.ts';
import { summaryOf, unrealizedPnlIn } from '../../engine/risk/margin.ts';
import type { Account, Market, State } from '../../engine/state.ts';
import { openInterestOf } from '../../exchange/reads/records/market-figures.ts';
import { invariant } from '../../kernel/errors.ts';
import { type AccountNo, accountNoOf, venueIdOf } from '../../kernel/ids.ts';
import { valueOf } from '../../scenarios/run/collector.ts';

/** What an agent sees of an environment: lists in a fixed order, amounts as exact decimal text. It is read from the state and costs no tokens. */

/** What may be seen of each market. */
export const MARKET_FIELDS = ['book', 'mid', 'mark', 'index', 'funding', 'interest', 'flow'] as const;
/** What may be seen of each agent. */
export const AGENT_FIELDS = ['value', 'margin', 'balances', 'positions', 'orders', 'fills', 'payments'] as const;

export type MarketField = (typeof MARKET_FIELDS)[number];
export type AgentField = (typeof AGENT_FIELDS)[number];

/** What is seen of which markets and accounts, in this order. */
export interface Sight {
  readonly symbols: readonly string[];
  readonly market: readonly MarketField[];
  readonly agent: readonly AgentField[];
  /** Levels of each side of a book. */
  readonly depth: number;
}

/** Time, whether the episode is over, and the fields that were chosen: of each market, and of each agent. */
export type Observation = readonly [
  now: number,
  ended: boolean,
  markets: readonly (readonly unknown[])[],
  agents: readonly (readonly unknown[])[],
];

/** Watches one exchange for its agents. It reads and never writes, so no digest changes. */
export class Observer implements EngineObserver {
  readonly #state: Readonly<State>;
  readonly #sight: Sight;
  readonly #accounts: readonly Account[];
  readonly #fills = new Map<AccountNo, unknown[]>();
  readonly #payments = new Map<AccountNo, unknown[]>();
  readonly #flows = new Map<string, { buy: number; sell: number }>();
  readonly #keepsFills: boolean;
  readonly #keepsPayments: boolean;

  /** @param subAccountIds - those of the agents, in their order */
  constructor(state: Readonly<State>, sight: Sight, subAccountIds: readonly string[]) {
    this.#state = state;
    this.#sight = sight;
    this.#accounts = subAccountIds.map((id) => accountIn(state, id));
    this.#keepsFills = sight.agent.includes('fills');
    this.#keepsPayments = sight.agent.includes('payments');
    for (const { no } of this.#accounts) {
      this.#fills.set(no, []);
      this.#payments.set(no, []);
    }
    if (sight.market.includes('flow')) for (const symbol of sight.symbols) this.#flows.set(symbol, { buy: 0, sell: 0 });
  }

  refused(): void {
    // A refusal shows in the result of the request.
  }

  happened(_state: State, event: EngineEvent): void {
    if (event.type === 'Traded') this.#traded(event);
    else if (event.type === 'FundingPaid' && this.#keepsPayments) {
      this.#payments.get(event.account)?.push([event.at, event.symbol, formatAmount(event.amount)]);
    }
  }

  #traded(trade: TradedEvent): void {
    const { cause, symbol, takerSide, quantity, maker, taker } = trade;
    const flow = cause === 'match' ? this.#flows.get(symbol) : undefined;
    if (flow) flow[takerSide] += quantity;
    if (!this.#keepsFills) return;
    this.#fills.get(maker.account)?.push(this.#fillOf(trade, maker));
    this.#fills.get(taker.account)?.push(this.#fillOf(trade, taker));
  }

  #fillOf(trade: TradedEvent, side: FillSide): unknown[] {
    const { spec } = this.#market(trade.symbol);
    const [price, quantity] = [formatPrice(spec, trade.price), formatLots(spec, trade.quantity)];
    const liquidity = side === trade.maker ? 'maker' : 'taker';
    const [order, fee] = [venueIdOf(side.order), formatAmount(side.fee)];
    return [trade.at, trade.symbol, side.side, price, quantity, fee, liquidity, order];
  }

  /** Returns what there is to be seen now. Fills, payments and flow are those since the observation before. */
  observe(ended: boolean): Observation {
    const { symbols } = this.#sight;
    const markets = symbols.map((symbol) => this.#marketRow(this.#market(symbol)));
    return [this.#state.now, ended, markets, this.#accounts.map((account) => this.#agentRow(account))];
  }

  #marketRow(market: Market): unknown[] {
    return this.#sight.market.map((field) => this.#ofMarket(market, field));
  }

  #ofMarket(market: Market, field: MarketField): unknown {
    const { spec, book } = market;
    switch (field) {
      case 'book':
        return (['buy', 'sell'] as const).map((side) =>
          book
            .depth(side, this.#sight.depth)
            .map(([price, lots]) => [formatPrice(spec, price), formatLots(spec, lots)]),
        );
      case 'mid':
        return formatMid(spec, midOf(market));
      case 'mark':
        return formatPrice(spec, market.mark);
      case 'index':
        return formatPriceUnits(spec, market.index);
      case 'funding':
        return formatRatio(fundingRateAt(market, this.#state.now));
      case 'interest':
        return formatLots(spec, openInterestOf(market));
      case 'flow': {
        const flow = this.#flows.get(spec.symbol);
        invariant(flow, 'the flow of a market is counted');
        const { buy, sell } = flow;
        flow.buy = 0;
        flow.sell = 0;
        return [formatLots(spec, buy), formatLots(spec, sell)];
      }
    }
  }

  #agentRow(account: Account): unknown[] {
    return this.#sight.agent.map((field) => this.#ofAgent(account, field));
  }

  #ofAgent(account: Account, field: AgentField): unknown {
    const state = this.#state;
    switch (field) {
      case 'value':
        return formatAmount(valueOf(state, account.no));
      case 'margin':
        return formatValue(summaryOf(state, account).availableMargin);
      case 'balances':
        return [...account.balances].map(([asset, held]) => [asset, formatAmountOf(state, asset, held)]);
      case 'positions':
        return [...account.positions.values()].map((position) => {
          const market = this.#market(position.symbol);
          const { spec } = market;
          const size = formatLots(spec, Math.abs(position.lots));
          const pnl = formatAmount(unrealizedPnlIn(market, account));
          return [position.symbol, position.lots < 0 ? `-${size}` : size, formatEntry(spec, position), pnl];
        });
      case 'orders':
        return this.#ordersOf(account);
      case 'fills':
        return taken(this.#fills, account.no);
      case 'payments':
        return taken(this.#payments, account.no);
    }
  }

  /** Live orders, oldest first. */
  #ordersOf({ open }: Account): unknown[] {
    const orders: Order[] = [];
    for (const totals of open.values()) {
      for (const no of totals.orders) {
        const order = this.#state.orders.get(no);
        invariant(order, `open order ${no} exists`);
        orders.push(order);
      }
    }
    orders.sort((a, b) => a.no - b.no);
    return orders.map((order) => {
      const { spec } = this.#market(order.symbol);
      const price = order.price === 0 ? '' : formatPrice(spec, order.price);
      const left = formatLots(spec, remainingOf(order));
      const { no, clientId, symbol, side, kind } = order;
      return [venueIdOf(no), clientId, symbol, side, price, left, orderTypeWord(kind)];
    });
  }

  #market(symbol: string): Market {
    const market = this.#state.markets.get(symbol);
    invariant(market, `a market ${symbol}`);
    return market;
  }
}

function taken(lists: Map<AccountNo, unknown[]>, no: AccountNo): unknown[] {
  const list = lists.get(no) ?? [];
  if (list.length > 0) lists.set(no, []);
  return list;
}

function accountIn(state: Readonly<State>, subAccountId: string): Account {
  const no = accountNoOf(BigInt(subAccountId));
  const account = no === undefined ? undefined : state.accounts.get(no);
  invariant(account, 'an account of a run has an id of the exchange');
  return account;
}
