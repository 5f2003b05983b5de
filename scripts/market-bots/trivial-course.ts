import type { Client } from '../../src/client/client.ts';
import { formatLots } from '../../src/contract/format.ts';
import type { MarketSpec } from '../../src/engine/config.ts';
import { createExchange, type Exchange } from '../../src/exchange/exchange.ts';
import { type AccountNo, accountNoOf, type OrderNo, venueIdOf } from '../../src/kernel/ids.ts';
import type { Lots, Units } from '../../src/kernel/units.ts';
import { Ledger, Ledgers } from './trivial-ledger.ts';
import { type Seen, TAKING_BOTS, TOUCH } from './trivial.ts';

/** The strategies of `trivial.ts` in one exchange, each with an account of its own. They look and act at whole seconds, without latency. */

export const SYMBOL = 'BTC-USDT';
/** What an order of a strategy is for, in BTC: less than takers trade by the median, since larger orders pay more of their own impact. */
export const SIZE = 0.01;
const LEVELS = 5;
const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
/** What the touch maker holds at most, in orders. */
const TOUCH_MOST = 20;
const ASSET = 'USDT';
const UNIT = 1e-8;
/** The account that reads; it never trades. */
const READER = 0;

export interface CourseTask {
  /** A world file. */
  readonly world: string;
  readonly seed: number;
  readonly seconds: number;
  /** Names of the strategies that take part. */
  readonly strategies: readonly string[];
}

/** Of one strategy in one run, in USDT. */
export interface StrategyResult {
  readonly strategy: string;
  readonly seed: number;
  /** After fees and funding. */
  readonly earned: number;
  /** Below 0 where they were paid to the strategy. */
  readonly fees: number;
  readonly funding: number;
  readonly notional: number;
  readonly fills: number;
}

export interface CourseResult {
  readonly seed: number;
  readonly results: readonly StrategyResult[];
  /** Seconds of processor time. */
  readonly cpu: number;
}

/** Runs strategies through one seed of a world. Equal tasks have equal results but for the processor time. */
export async function runCourse({ world, seed, seconds, strategies }: CourseTask): Promise<CourseResult> {
  const started = process.cpuUsage();
  const exchange = await createExchange({
    seed: String(seed),
    world,
    limits: { enabled: false },
    journalWindow: 1_000,
  });
  const course = new Course(exchange, strategies);
  await course.run(seconds);
  const results = course.results().map((result) => ({ ...result, seed }));
  await exchange.close();
  const { user, system } = process.cpuUsage(started);
  return { seed, results, cpu: (user + system) / 1e6 };
}

/** One strategy with its account. */
interface Trader {
  readonly name: string;
  readonly wants: ((seen: Seen) => -1 | 0 | 1 | null) | null;
  readonly client: Client;
  readonly account: AccountNo;
  readonly ledger: Ledger;
  readonly balanceBefore: Units;
}

class Course {
  readonly #exchange: Exchange;
  readonly #traders: readonly Trader[];
  readonly #spec: MarketSpec;
  readonly #sizeLots: Lots;
  readonly #mids: number[] = [];
  readonly #distances: number[] = [];
  #takers: number[] = [];
  /** Orders of the touch maker that rest. */
  readonly #quotes = new Map<'buy' | 'sell', { readonly id: string; readonly price: string }>();

  constructor(exchange: Exchange, strategies: readonly string[]) {
    this.#exchange = exchange;
    const { state } = exchange.runView;
    const market = state.markets.get(SYMBOL);
    if (!market) throw new Error(`the world has no market ${SYMBOL}`);
    this.#spec = market.spec;
    this.#sizeLots = Math.round(SIZE / UNIT / market.spec.lotUnits);
    this.#traders = strategies.map((name, place) => this.#traderOf(name, place + READER + 1));
    const ledgers = new Map(this.#traders.map(({ account, ledger }) => [account, ledger]));
    exchange.runView.observe(new Ledgers(ledgers, (order) => this.#gone(order)));
  }

  #traderOf(name: string, place: number): Trader {
    const dev = this.#exchange.accounts[place];
    const account = dev && accountNoOf(BigInt(dev.subAccountId));
    if (!dev || account === undefined) throw new Error('the world has fewer accounts than there are strategies');
    this.#exchange.control.setTier(dev.address, 'tier_0');
    const taking = TAKING_BOTS.find((bot) => bot.name === name);
    if (!taking && name !== TOUCH) throw new Error(`there is no strategy ${name}`);
    return {
      name,
      wants: taking?.wants ?? null,
      client: this.#exchange.client(place),
      account,
      ledger: new Ledger(),
      balanceBefore: this.#balanceOf(account),
    };
  }

  async run(seconds: number): Promise<void> {
    const stream = this.#exchange.streamClient(READER);
    await stream.subscribe('trades', { symbol: SYMBOL }, ({ data }) => {
      this.#takers.push(Number(data.quantity) * (data.side === 'buy' ? 1 : -1));
    });
    for (let second = 1; second <= seconds; second += 1) {
      this.#exchange.clock.advance(SECOND_MS);
      await this.#exchange.delivered();
      await this.#act(second);
    }
    await stream.close();
    for (const trader of this.#traders) {
      if (trader.wants === null) await this.#cancelQuotes(trader);
      await this.#take(trader, 0);
    }
  }

  /** What an account holds of the asset in which profits, fees and funding are paid. */
  #balanceOf(account: AccountNo): Units {
    return this.#exchange.runView.state.accounts.get(account)?.balances.get(ASSET) ?? 0n;
  }

  /** What the strategies have earned, checked against the change of their balances. */
  results(): Omit<StrategyResult, 'seed'>[] {
    return this.#traders.map(({ name, account, ledger, balanceBefore }) => {
      const gained = this.#balanceOf(account) - balanceBefore;
      const off = gained - ledger.earned;
      // A fill rounds at most a few units of its profit and its fee.
      if ((off < 0n ? -off : off) > BigInt(4 * ledger.fills))
        throw new Error(`${name} has ${gained} units more, but its fills and payments come to ${ledger.earned}`);
      return {
        strategy: name,
        earned: Number(gained) * UNIT,
        fees: Number(ledger.fees) * UNIT,
        funding: Number(ledger.funding) * UNIT,
        notional: Number(ledger.notional) * UNIT,
        fills: ledger.fills,
      };
    });
  }

  async #act(second: number): Promise<void> {
    const reads = this.#exchange.client(READER);
    const { bids, asks } = await reads.getOrderbook(SYMBOL, LEVELS);
    const prices = (await reads.getMarketPrices())[SYMBOL];
    const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]];
    const takers = this.#takers;
    this.#takers = [];
    if (bid === undefined || ask === undefined || !prices) return;
    const mid = (Number(bid) + Number(ask)) / 2;
    this.#mids.push(mid);
    this.#distances.push(mid / Number(prices.indexPrice) - 1);
    const [below, above] = [sizeOf(bids), sizeOf(asks)];
    const seen: Seen = {
      second,
      mids: this.#mids,
      distances: this.#distances,
      imbalance: (below - above) / (below + above),
      fundingRate: Number(prices.fundingRate),
      takers,
      toHourMs: HOUR_MS - (this.#exchange.clock.now() % HOUR_MS),
    };
    // Another one is first at each second, so that none is always behind what the others have moved.
    for (let turn = 0; turn < this.#traders.length; turn += 1) {
      const trader = this.#traders[(second + turn) % this.#traders.length];
      if (!trader) continue;
      const wanted = trader.wants?.(seen) ?? null;
      if (wanted !== null) await this.#take(trader, wanted * this.#sizeLots);
      if (trader.wants === null) await this.#quote(trader, { buy: bid, sell: ask });
    }
  }

  /** Brings a strategy to a position with one market order. */
  async #take({ client, ledger }: Trader, wanted: Lots): Promise<void> {
    const missing = wanted - ledger.lots;
    if (missing === 0) return;
    const quantity = formatLots(this.#spec, Math.abs(missing));
    await client.placeOrder({ symbol: SYMBOL, side: missing > 0 ? 'buy' : 'sell', orderType: 'market', quantity });
  }

  /** Keeps an order at each best price, but none that would add to the largest position. An order that is still there keeps its place. */
  async #quote(trader: Trader, best: { readonly buy: string; readonly sell: string }): Promise<void> {
    const { client, ledger } = trader;
    const most = TOUCH_MOST * this.#sizeLots;
    const isOpen = { buy: ledger.lots < most, sell: ledger.lots > -most };
    const stale = SIDES.filter((side) => {
      const quote = this.#quotes.get(side);
      return quote && (quote.price !== best[side] || !isOpen[side]);
    });
    await this.#cancelQuotes(trader, stale);
    const missing = SIDES.filter((side) => isOpen[side] && !this.#quotes.has(side));
    if (missing.length === 0) return;
    const terms = { symbol: SYMBOL, orderType: 'limitAlo', quantity: formatLots(this.#spec, this.#sizeLots) } as const;
    const { statuses } = await client.placeOrders(missing.map((side) => ({ ...terms, side, price: best[side] })));
    for (const [place, side] of missing.entries()) {
      // Another strategy may have moved the book since it was read, and then nothing rests.
      const id = statuses[place]?.resting?.order.venueId;
      if (id !== undefined) this.#quotes.set(side, { id, price: best[side] });
    }
  }

  async #cancelQuotes({ client }: Trader, sides: readonly ('buy' | 'sell')[] = SIDES): Promise<void> {
    const orderIds = sides.flatMap((side) => this.#quotes.get(side)?.id ?? []);
    for (const side of sides) this.#quotes.delete(side);
    if (orderIds.length > 0) await client.cancelOrders({ orderIds });
  }

  /** Forgets a quote that is filled. */
  #gone(order: OrderNo): void {
    const id = venueIdOf(order);
    for (const [side, quote] of this.#quotes) if (quote.id === id) this.#quotes.delete(side);
  }
}

const SIDES = ['buy', 'sell'] as const;

const sizeOf = (levels: readonly (readonly [string, string])[]): number =>
  levels.reduce((sum, [, size]) => sum + Number(size), 0);
