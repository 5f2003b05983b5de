import {
  ApiError,
  type Client,
  createExchange,
  type Exchange,
  type ExchangeOptions,
  OrderRejected,
} from '../../src/index.ts';
import type { EngineEvent } from '../../src/engine/event.ts';
import { RandomInputs } from '../../src/kernel/random-inputs.test-helper.ts';

/** One script that drives an exchange in this process. Equal code gives equal journals. */
export interface Play {
  /** Name of its journal. */
  readonly name: string;
  /** What it is about, for people. */
  readonly about: string;
  readonly options: ExchangeOptions;
  /** Events that must occur; a play that no longer causes them covers less than it says. */
  readonly causes: readonly EngineEvent['type'][];
  run(stage: Stage): Promise<void>;
}

/** What a play has: an exchange of its own, random inputs of its own, and requests that may be refused. */
export class Stage {
  readonly exchange: Exchange;
  readonly draw: RandomInputs;
  refused = 0;

  constructor(exchange: Exchange, name: string) {
    this.exchange = exchange;
    this.draw = new RandomInputs('golden', name);
  }

  client(place: number): Client {
    return this.exchange.client(place);
  }

  advance(ms: number): void {
    this.exchange.clock.advance(ms);
  }

  /** Sends a request that the exchange may refuse: refusals are inputs too. */
  async attempt<T>(request: Promise<T>): Promise<T | undefined> {
    try {
      return await request;
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof OrderRejected)) throw error;
      this.refused += 1;
      return undefined;
    }
  }

  /** One of a list. */
  pick<T>(list: readonly T[]): T {
    const item = list[this.draw.between(0, list.length - 1)];
    if (item === undefined) throw new Error('nothing to choose from');
    return item;
  }

  /** A price some basis points from the mark, on the tick. */
  price(symbol: string, basisPoints: number): string {
    const market = this.exchange.control.state().markets.find((each) => each.symbol === symbol);
    if (!market) throw new Error(`there is no market ${symbol}`);
    const decimals = market.markPrice.split('.')[1]?.length ?? 0;
    return ((Number(market.markPrice) * (10_000 + basisPoints)) / 10_000).toFixed(decimals);
  }
}

/** Plays one script and returns its exchange, which the caller closes. */
export async function perform(play: Play): Promise<Exchange> {
  const exchange = await createExchange({ seed: 7, clock: 'manual', ...play.options });
  await play.run(new Stage(exchange, play.name));
  return exchange;
}
