import { Draw, streamOf } from '../../kernel/random.ts';
import type { Participant } from '../participant.ts';
import type { StrategyParams } from '../scenario.ts';
import { Amount, textOf, ZERO } from '../statistics/amount.ts';
import type { Fill, Strategy, StrategyContext } from '../strategy.ts';
import { fillOfPush } from './fill-of-push.ts';
import { MarketFeed, type StrategyAccount } from './market-feed.ts';
import type { NewsItem } from './news.ts';
import { StrategyError } from './strategy-error.ts';
import { StrategyTimers } from './strategy-timers.ts';

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
