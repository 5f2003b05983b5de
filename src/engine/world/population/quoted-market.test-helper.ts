import type { AccountNo } from '../../../kernel/ids.ts';
import { unitsOf } from '../../../kernel/decimal.ts';
import type { Command } from '../../command.ts';
import { testConfig, testMarket } from '../../config.test-helper.ts';
import type { ExchangeConfig, MarketSpec } from '../../config.ts';
import { Engine, type EngineObserver } from '../../engine.ts';
import type { EngineEvent } from '../../event.ts';
import { genesis } from '../../genesis.ts';
import type { Market, State } from '../../state.ts';
import { quote } from '../world-orders.ts';
import type { Group, PopulationSpec } from '../population-spec.ts';

/** The holders, the arbitrage and the hunters of a BTC market without the other groups; a test may change them. */
export function testPopulation(change: Partial<PopulationSpec> = {}): PopulationSpec {
  return {
    kind: 'population',
    fair: { slowPpb: 0, slowMs: 1, fastPpb: 0, fastMs: 1, impactPpb: 0, impactLots: 1 },
    makers: { count: 0, everyMs: 1_000, levels: 1, halfSpreadPpb: 10_000, lots: 1_000, inventoryLots: 100_000 },
    depth: { levels: 0, everyMs: 1_000, lots: 1_000, farLots: 1_000, nearTicks: 1, farTicks: 100, tailPpm: 1_000_000 },
    flow: {
      everyMs: 1_000_000_000,
      branchingPpm: 0,
      excitedMs: 1_000,
      lots: 1_000,
      metaPpm: 0,
      metaorders: 0,
      metaShortest: 1,
      metaLongest: 1,
    },
    holders: {
      count: 48,
      everyMs: 6_000,
      lots: 100_000,
      leverageLow: 5,
      leverageHigh: 60,
      holdMs: 4 * 3_600_000,
      restMs: 3_600_000,
      stoplessPpm: 350_000,
      openLots: 130_000_000,
    },
    arbitrage: { everyMs: 5_000, bandPpb: 800_000, lots: 20_000, inventoryLots: 1_000_000 },
    hunters: { everyMs: 4_000, movePpm: 4_000_000, lots: 20_000 },
    ...change,
  };
}

/** The first account of the test world quotes; a step of the index of a minute has a deviation of 7 basis points. */
export function quotedConfig(
  seed: string,
  population: PopulationSpec,
  change: Partial<MarketSpec> = {},
): ExchangeConfig {
  const config = testConfig({
    seed,
    markets: [
      testMarket('BTC-USDT', {
        liquidity: population,
        process: {
          kind: 'gbm',
          stepMs: 1_000,
          volatilityPpb: 89_000,
          driftPpb: 0,
          jumpPerMillion: 50,
          jumpPpb: 4_000_000,
        },
        ...change,
      }),
    ],
  });
  const devAccounts = config.devAccounts.map((dev) => ({
    ...dev,
    balances: [{ asset: 'USDT', amount: unitsOf('100000000000') }],
  }));
  return { ...config, devAccounts };
}

const MAKER: AccountNo = 0;
const LEVELS = 25;
const STEP_TICKS = 8;
const LOTS = 150_000;

/** A market of a population whose makers are replaced by one account that quotes afresh every few seconds. */
export class QuotedMarket {
  readonly engine: Engine;
  readonly events: EngineEvent[];
  readonly symbol = 'BTC-USDT';
  #basisTicks = 0;

  constructor(config: ExchangeConfig, observer: EngineObserver | null = null, state: State | null = null) {
    const start = state ? { state, events: [] } : genesis(config);
    this.engine = new Engine(start.state, observer);
    this.events = [...start.events];
  }

  get market(): Market {
    const market = this.engine.state.markets.get(this.symbol);
    if (!market) throw new Error(`there is no ${this.symbol}`);
    return market;
  }

  accountsOf(group: Group): readonly AccountNo[] {
    return this.market.population?.accounts[group] ?? [];
  }

  heldBy(account: AccountNo): number {
    return this.engine.state.accounts.get(account)?.positions.get(this.symbol)?.lots ?? 0;
  }

  moveIndex(price: number): void {
    const command = { type: 'SetIndexPrice', symbol: this.symbol, price } as const;
    this.#keep(this.engine.apply({ kind: 'control', at: this.engine.state.now, commands: [command] }).events);
  }

  /** Lets the quotes stand so far above the index. */
  setBasis(ticks: number): void {
    this.#basisTicks = ticks;
  }

  /** Runs for a while; the quotes are replaced every `everyMs`. */
  run(ms: number, everyMs = 5_000): void {
    const end = this.engine.state.now + ms;
    while (this.engine.state.now < end) {
      this.#requote();
      this.#keep(this.engine.apply({ kind: 'clock', at: Math.min(end, this.engine.state.now + everyMs) }).events);
    }
  }

  /** Applies commands as a request of the account that quotes. */
  send(commands: readonly Command[]): void {
    const { now } = this.engine.state;
    const request = { kind: 'request', at: now, wallet: '0x', account: MAKER, action: 'test', nonce: null } as const;
    this.#keep(this.engine.apply({ ...request, commands }).events);
  }

  #requote(): void {
    const { spec, index } = this.market;
    const account = this.engine.state.accounts.get(MAKER);
    const standing = [...(account?.open.get(this.symbol)?.orders ?? [])];
    const cancels = standing.map((no): Command => ({ type: 'CancelOrder', account: MAKER, order: { no } }));
    const middle = Math.floor(index / spec.tickUnits) + this.#basisTicks;
    const quotes: Command[] = [];
    for (let level = 1; level <= LEVELS; level += 1) {
      quotes.push(quote(spec, MAKER, 'buy', middle - level * STEP_TICKS, LOTS));
      quotes.push(quote(spec, MAKER, 'sell', middle + level * STEP_TICKS, LOTS));
    }
    this.send([...cancels, ...quotes]);
  }

  #keep(events: readonly EngineEvent[]): void {
    for (const event of events) this.events.push(event);
  }
}
