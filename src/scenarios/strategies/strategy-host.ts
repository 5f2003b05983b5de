import type { ChannelData } from '../../client/stream/types.ts';
import { Draw, streamOf } from '../../kernel/random.ts';
import { Amount, textOf, ZERO } from '../amount.ts';
import type { Participant } from '../run/run.ts';
import type { StrategyParams } from '../scenario.ts';
import type { Fill, Strategy, StrategyContext } from '../strategy.ts';
import { MarketFeed, type NewsItem, type StrategyAccount } from './market-feed.ts';

export interface StrategyHostParts {
  /** Names the strategy in errors, and its stream of random numbers. */
  readonly name: string;
  readonly strategy: Strategy;
  readonly account: StrategyAccount;
  /** Signed size of the position of the account, asked for at the start. */
  readonly position: () => string;
  /** Exchange time, Unix ms. */
  readonly now: () => number;
  readonly symbol: string;
  readonly params: StrategyParams;
  /** Of the scenario. */
  readonly seed: string;
  /** Exchange times at which it starts and ends, Unix ms. */
  readonly from: number;
  readonly until: number;
  /** Takes what the strategy logs. */
  readonly log: (text: string) => void;
}

/**
 * Runs a strategy over streams of its account. When it is woken it shows everything that had arrived by then, and after
 * that the timers that were due by then, one callback after the other. What arrives while a callback waits for a
 * response is shown at the next waking. Nothing depends on wall time or on turns of the event loop.
 */
export class StrategyHost implements Participant {
  readonly #parts: StrategyHostParts;
  readonly #feed: MarketFeed;
  readonly #timers = new StrategyTimers();
  readonly #context: StrategyContext;
  #state: 'waiting' | 'running' | 'ended' = 'waiting';
  #position = ZERO;

  constructor(parts: StrategyHostParts) {
    this.#parts = parts;
    const draw = new Draw(streamOf(parts.seed, `scenario connection ${parts.name}`));
    const random = (): number => draw.uint32() / 2 ** 32;
    this.#feed = new MarketFeed({ ...parts, random, trades: parts.strategy.onTrade !== undefined });
    this.#context = this.#makeContext();
  }

  nextTimer(): number | null {
    if (this.#state === 'ended') return null;
    if (this.#state === 'waiting') return this.#parts.from;
    const times = [this.#timers.next(), this.#feed.nextTimer(), this.#parts.until];
    return Math.min(...times.filter((time) => time !== null));
  }

  hasNews(): boolean {
    if (this.#state !== 'running') return false;
    const { onBook, onTrade, onFill } = this.#handlers();
    const { news } = this.#feed;
    return (
      (onFill && news.has('subAccountUpdates')) || (onTrade && news.has('trades')) || (onBook && news.has('orderbook'))
    );
  }

  wantsNews(): boolean {
    const { onBook, onTrade, onFill } = this.#handlers();
    return this.#state === 'running' && (onBook || onTrade || onFill);
  }

  /** @throws StrategyError when a callback throws */
  async wake(now: number): Promise<void> {
    if (this.#state === 'ended' || now < this.#parts.from) return;
    if (this.#state === 'waiting') return this.#start();
    await this.#feed.reopen();
    const due = this.#timers.due(now);
    for (const item of this.#feed.news.take()) await this.#show(item);
    for (const timer of due) {
      if (this.#timers.ring(timer, now))
        await this.#call('onTimer', () => this.#parts.strategy.onTimer?.(timer, this.#context));
    }
    if (now >= this.#parts.until) await this.end();
  }

  /** Ends the strategy before its time, or at it: calls `onEnd` and closes the streams. Does nothing the second time. */
  async end(): Promise<void> {
    if (this.#state !== 'running') {
      this.#state = 'ended';
      return;
    }
    for (const item of this.#feed.news.take()) await this.#show(item);
    await this.#call('onEnd', () => this.#parts.strategy.onEnd?.(this.#context));
    this.#state = 'ended';
    await this.#feed.close();
  }

  /** What the strategy is called for. Pushes for which it has no callback are taken in when it is woken for another reason. */
  #handlers(): { readonly onBook: boolean; readonly onTrade: boolean; readonly onFill: boolean } {
    const { strategy } = this.#parts;
    return {
      onBook: strategy.onBook !== undefined,
      onTrade: strategy.onTrade !== undefined,
      onFill: strategy.onFill !== undefined,
    };
  }

  async #start(): Promise<void> {
    this.#state = 'running';
    await this.#call('the start', () => this.#feed.open());
    this.#position = new Amount(this.#parts.position());
    await this.#call('onStart', () => this.#parts.strategy.onStart?.(this.#context));
  }

  async #show(item: NewsItem): Promise<void> {
    const { strategy } = this.#parts;
    if (item.channel === 'orderbook') {
      if (!(await this.#feed.apply(item.push))) return;
      await this.#call('onBook', () => strategy.onBook?.(this.#feed.book, this.#context));
    } else if (item.channel === 'trades') {
      const { timestamp, price, quantity, side } = item.push.data;
      await this.#call('onTrade', () => strategy.onTrade?.({ time: timestamp, price, quantity, side }, this.#context));
    } else {
      const fill = fillOfPush(item.push.data);
      if (!fill) return;
      this.#count(fill);
      await this.#call('onFill', () => strategy.onFill?.(fill, this.#context));
    }
  }

  #count({ side, quantity }: Fill): void {
    this.#position = this.#position.plus(side === 'buy' ? quantity : new Amount(quantity).neg());
  }

  async #call(callback: string, run: () => void | Promise<void>): Promise<void> {
    try {
      await run();
    } catch (error) {
      throw new StrategyError(this.#parts.name, callback, this.#parts.now(), error);
    }
  }

  #makeContext(): StrategyContext {
    const { account, symbol, params, seed, name, log, now } = this.#parts;
    const draw = new Draw(streamOf(seed, `scenario strategy ${name}`));
    const position = (): string => textOf(this.#position);
    const book = (): StrategyContext['book'] => this.#feed.book;
    return {
      get now() {
        return now();
      },
      get book() {
        return book();
      },
      get position() {
        return position();
      },
      symbol,
      subAccountId: account.subAccountId,
      params,
      client: account.client,
      every: (ms, timer) => this.#timers.every(now(), ms, timer),
      after: (ms, timer) => this.#timers.after(now(), ms, timer),
      stop: (timer) => this.#timers.stop(timer),
      random: (low, high) => drawn(draw, low, high),
      log,
    };
  }
}

function drawn(draw: Draw, low: number, high: number): number {
  const fits = Number.isSafeInteger(low) && Number.isSafeInteger(high) && low <= high && high - low < 2 ** 32;
  if (fits) return draw.between(low, high);
  throw new RangeError(`random needs two whole numbers in order, less than 2^32 apart (got ${low} and ${high})`);
}

interface SetTimer {
  readonly name: string;
  /** Exchange time. */
  due: number;
  /** Null rings once. */
  readonly everyMs: number | null;
}

/** The timers of a strategy, by name. Setting a name again replaces its timer. */
export class StrategyTimers {
  readonly #timers = new Map<string, SetTimer>();

  /** @throws RangeError for a time that is no whole number of milliseconds from 1 */
  every(now: number, ms: number, name: string): void {
    this.#set({ name, due: now + checked(ms), everyMs: ms });
  }

  /** @throws RangeError for a time that is no whole number of milliseconds from 1 */
  after(now: number, ms: number, name: string): void {
    this.#set({ name, due: now + checked(ms), everyMs: null });
  }

  stop(name: string): void {
    this.#timers.delete(name);
  }

  /** Earliest time at which one rings; null when none is set. */
  next(): number | null {
    let next: number | null = null;
    for (const { due } of this.#timers.values()) if (next === null || due < next) next = due;
    return next;
  }

  /** Names of the timers that are due, by time and then in the order in which they were set. */
  due(now: number): string[] {
    const due = [...this.#timers.values()].filter((timer) => timer.due <= now);
    return due.sort((one, other) => one.due - other.due).map(({ name }) => name);
  }

  /**
   * Says whether a timer is due, and if so sets it to its next time. A repeated timer that is late, because a callback
   * waited for a response, leaves out the times that have passed.
   */
  ring(name: string, now: number): boolean {
    const timer = this.#timers.get(name);
    if (!timer || timer.due > now) return false;
    if (timer.everyMs === null) this.#timers.delete(name);
    else timer.due += timer.everyMs * (Math.floor((now - timer.due) / timer.everyMs) + 1);
    return true;
  }

  #set(timer: SetTimer): void {
    // Deleted first, so that the order of the map is that of the latest setting.
    this.#timers.delete(timer.name);
    this.#timers.set(timer.name, timer);
  }
}

/** A timer of 0 ms that sets itself again would stop time. */
function checked(ms: number): number {
  if (Number.isSafeInteger(ms) && ms >= 1) return ms;
  throw new RangeError(`a timer needs a whole number of milliseconds from 1 (got ${ms})`);
}

type AccountEvent = ChannelData<'subAccountUpdates'>;

/** Returns the fill that an event of `subAccountUpdates` tells of; null for every other event. */
function fillOfPush(event: AccountEvent): Fill | null {
  if (event.eventType !== 'trade') return null;
  const { timestamp, symbol, tradeId, orderId, order, side, price, quantity, fee, maker } = event;
  return {
    time: timestamp,
    symbol,
    tradeId,
    orderId,
    clientOrderId: order.clientId === '' ? null : order.clientId,
    side,
    price,
    quantity,
    fee,
    liquidity: maker ? 'maker' : 'taker',
  };
}

/** A strategy that threw: the run ends here. `cause` is what was thrown. */
export class StrategyError extends Error {
  override readonly name = 'StrategyError';
  readonly strategy: string;
  readonly callback: string;
  /** Exchange time, Unix ms. */
  readonly time: number;

  constructor(strategy: string, callback: string, time: number, cause: unknown) {
    const what = cause instanceof Error ? cause.message : String(cause);
    super(`strategy ${strategy} failed in ${callback} at ${new Date(time).toISOString()}: ${what}`, { cause });
    this.strategy = strategy;
    this.callback = callback;
    this.time = time;
  }
}
