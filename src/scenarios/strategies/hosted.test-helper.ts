import { Client } from '../../client/client.ts';
import { NonceSource } from '../../client/nonce.ts';
import { StreamClient } from '../../client/stream/stream-client.ts';
import { createExchange, type Exchange, type ExchangeOptions } from '../../exchange/exchange.ts';
import { InProcessSocket } from '../../exchange/stream/in-process-socket.ts';
import type { StrategyParams } from '../scenario.ts';
import type { Fill, Strategy } from '../strategy.ts';
import type { StrategyAccount } from './market-feed.ts';
import { positionAt } from './attach-strategies.ts';
import { StrategyHost } from './strategy-host.ts';

/** 2026-01-05T00:00:00Z, where every exchange of these tests starts. */
export const START = Date.UTC(2026, 0, 5);

const STEP_MS = 100;

/** Strategies on the accounts of a real exchange of this process. */
export class Hosted {
  readonly exchange: Exchange;
  readonly log: string[] = [];
  readonly fills: Fill[] = [];
  readonly #hosts: StrategyHost[] = [];

  private constructor(exchange: Exchange) {
    this.exchange = exchange;
  }

  static async open(options: ExchangeOptions = {}): Promise<Hosted> {
    const exchange = await createExchange({ world: 'quiet', seed: 7, clock: 'manual', startTime: START, ...options });
    return new Hosted(exchange);
  }

  /** Adds a strategy on the first account, or another. */
  add(
    strategy: Strategy,
    over: { name?: string; account?: number; params?: StrategyParams; until?: number } = {},
  ): StrategyHost {
    const { exchange } = this;
    const { account = 0, name = 'tested', params = {}, until = START + 3_600_000 } = over;
    const host = new StrategyHost({
      name,
      strategy: {
        ...bound(strategy),
        onFill: async (fill, context) => {
          this.fills.push(fill);
          await strategy.onFill?.(fill, context);
        },
      },
      account: this.#accountAt(account),
      position: () => positionAt(exchange.runView.state, exchange.accounts[account]?.subAccountId ?? '', 'BTC-USDT'),
      now: () => exchange.clock.now(),
      symbol: 'BTC-USDT',
      params,
      seed: exchange.seed,
      from: START,
      until,
      log: (text) => this.log.push(`${exchange.clock.now() - START} ${text}`),
    });
    this.#hosts.push(host);
    return host;
  }

  #accountAt(place: number): StrategyAccount {
    const { exchange } = this;
    const dev = exchange.accounts[place];
    if (!dev) throw new Error(`no account ${place}`);
    const nonces = new NonceSource(() => exchange.clock.now());
    const identity = { ...dev, nonces };
    return {
      subAccountId: dev.subAccountId,
      client: new Client({ ...identity, restUrl: exchange.url, fetch: (url, init) => exchange.fetch(url, init) }),
      openStream: (host) =>
        new StreamClient({
          ...host,
          ...identity,
          wsUrl: exchange.wsUrl,
          openSocket: (url) => new InProcessSocket(url, (endpoint, sink) => exchange.stream(endpoint, sink)),
          pingEveryMs: null,
        }),
    };
  }

  /** Wakes the strategies until none has anything to do now. */
  async rest(): Promise<void> {
    const now = this.exchange.clock.now();
    for (;;) {
      await this.exchange.delivered();
      const host = this.#hosts.find((one) => one.hasNews() || (one.nextTimer() ?? now + 1) <= now);
      if (!host) return;
      await host.wake(now);
    }
  }

  /** Lets exchange time pass in steps of 100 ms, or shorter ones to timers. */
  async pass(ms: number): Promise<void> {
    const end = this.exchange.clock.now() + ms;
    await this.rest();
    for (let now = this.exchange.clock.now(); now < end; now = this.exchange.clock.now()) {
      const grid = (Math.floor(now / STEP_MS) + 1) * STEP_MS;
      const timers = this.#hosts.map((host) => host.nextTimer() ?? end);
      this.exchange.clock.advanceTo(Math.min(end, grid, ...timers));
      await this.rest();
    }
  }
}

const bound = (strategy: Strategy): Strategy => ({
  ...(strategy.onStart && { onStart: (context) => strategy.onStart?.(context) }),
  ...(strategy.onBook && { onBook: (book, context) => strategy.onBook?.(book, context) }),
  ...(strategy.onTrade && { onTrade: (trade, context) => strategy.onTrade?.(trade, context) }),
  ...(strategy.onTimer && { onTimer: (timer, context) => strategy.onTimer?.(timer, context) }),
  ...(strategy.onEnd && { onEnd: (context) => strategy.onEnd?.(context) }),
});
