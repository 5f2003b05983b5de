import type { PlaceOrder } from '../../src/engine/orders/order-terms.ts';
import type { Account } from '../../src/engine/state.ts';
import { type Core, startCore } from '../../src/exchange/core.ts';
import { Lives } from '../../src/exchange/lives.ts';
import { type ExchangeOptions, settingsOf } from '../../src/exchange/options.ts';
import { PLAIN, SYMBOL } from './bench-engine.ts';

const OPTIONS = { world: 'bench/worlds/load.json', limits: { enabled: false } } as const;
/** Exchange time between two requests. */
const STEP_MS = 10;

export type Terms = Pick<PlaceOrder, 'side' | 'orderType' | 'price' | 'quantity'>;

/** A whole exchange in this process: requests enter where validated ones do, so that signing does not make a run long. */
export class BenchCore {
  readonly core: Core;
  readonly accounts: readonly Account[];
  #now: number;
  #nonce = 0;

  private constructor(core: Core) {
    this.core = core;
    this.accounts = [...core.state.accounts.values()].filter(({ agent }) => !agent);
    this.#now = core.state.now;
    core.sequencer.follow(() => this.#now);
  }

  /** In memory, with the world of the load over REST: orders without limits. */
  static async start(more: Pick<ExchangeOptions, 'historyRows'> = {}): Promise<BenchCore> {
    return new BenchCore(await startCore(settingsOf({ ...OPTIONS, ...more })));
  }

  /** The same, with its journal in a directory. */
  static async startIn(data: string): Promise<BenchCore> {
    const options = { ...OPTIONS, data, durability: 'batch', snapshotEvery: 0 } as const;
    return new BenchCore(await new Lives(options).first(options));
  }

  /** Places orders in one request; all of them must be accepted. */
  place(place: number, ...orders: Terms[]): void {
    const account = this.accounts[place];
    if (!account) throw new Error(`the world has no account ${place}`);
    this.#now += STEP_MS;
    this.#nonce += 1;
    const { outcomes } = this.core.sequencer.submit({
      kind: 'request',
      wallet: account.owner,
      account: account.no,
      action: 'bench',
      nonce: BigInt(this.#nonce),
      commands: orders.map((terms) => ({
        type: 'PlaceOrder',
        account: account.no,
        symbol: SYMBOL,
        ...PLAIN,
        ...terms,
      })),
      charge: { ip: '127.0.0.1', surface: 'trade', tokens: 5, account: account.no, orders: orders.length },
    });
    const refusal = outcomes.find((outcome) => outcome.refusal !== null)?.refusal;
    if (refusal) throw new Error(`an order is refused: ${refusal.message}`);
  }

  /** Lets work that waits for idle moments, such as writing history, have its turn. */
  idle(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve));
  }

  stop(): void {
    this.core.stop();
  }
}

const IN_A_REQUEST = 10;
const TAKEN: readonly Terms[] = Array.from({ length: IN_A_REQUEST }, (_, order) =>
  order % 2 === 0
    ? { side: 'buy', orderType: 'limitIoc', price: '95001', quantity: '0.001' }
    : { side: 'sell', orderType: 'limitIoc', price: '94999', quantity: '0.001' },
);

/** Trades between two accounts: the second takes what the first rests, buying and selling in turn. */
export class Trading {
  readonly #bench: BenchCore;
  #trades = 0;

  constructor(bench: BenchCore) {
    this.#bench = bench;
  }

  get trades(): number {
    return this.#trades;
  }

  /** Goes on until so many trades were made, ten for each request. */
  async upTo(trades: number): Promise<void> {
    for (; this.#trades < trades; this.#trades += IN_A_REQUEST) {
      if (this.#trades % 1_000 === 0) this.#rest();
      this.#bench.place(1, ...TAKEN);
      if (this.#trades % 50 === 0) await this.#bench.idle();
    }
  }

  #rest(): void {
    this.#bench.place(0, { side: 'sell', orderType: 'limitGtc', price: '95001', quantity: '0.5' });
    this.#bench.place(0, { side: 'buy', orderType: 'limitGtc', price: '94999', quantity: '0.5' });
  }
}
