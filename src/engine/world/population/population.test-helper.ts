import type { AccountNo } from '../../../kernel/ids.ts';
import type { Command } from '../../command.ts';
import { testConfig, testMarket } from '../../config.test-helper.ts';
import type { MarketSpec } from '../../config.ts';
import { Engine } from '../../engine.ts';
import { genesis } from '../../genesis.ts';
import type { Market, State } from '../../state.ts';
import type { PopulationSpec } from '../population-spec.ts';

export const SYMBOL = 'BTC-USDT';

/** The population of a bitcoin market with a tick of 1 USDT: about 300 million USDT a day. */
export const POPULATION: PopulationSpec = {
  kind: 'population',
  fair: {
    slowPpb: 420_000,
    slowMs: 5_400_000,
    fastPpb: 120_000,
    fastMs: 120_000,
    impactPpb: 44_000,
    impactLots: 5_800,
  },
  makers: { count: 3, everyMs: 2_400, levels: 2, halfSpreadPpb: 8_000, lots: 6_000, inventoryLots: 300_000 },
  depth: {
    levels: 280,
    everyMs: 950,
    lots: 11_200,
    farLots: 1_800_000,
    nearTicks: 4,
    farTicks: 4_500,
    tailPpm: 700_000,
  },
  flow: {
    everyMs: 1_579,
    branchingPpm: 550_000,
    excitedMs: 4_000,
    lots: 4_200,
    metaPpm: 700_000,
    metaorders: 3,
    metaShortest: 1,
    metaLongest: 300,
  },
  holders: {
    count: 0,
    everyMs: 3_600_000,
    lots: 1_000,
    leverageLow: 5,
    leverageHigh: 20,
    holdMs: 3_600_000,
    restMs: 3_600_000,
    stoplessPpm: 0,
    openLots: 0,
  },
  arbitrage: { everyMs: 3_600_000, bandPpb: 4_000_000, lots: 0, inventoryLots: 0 },
  hunters: { everyMs: 3_600_000, movePpm: 1_000_000_000, lots: 0 },
};

/** A walk as volatile as half of the price in a year. */
const WALK = {
  kind: 'gbm',
  stepMs: 1_000,
  volatilityPpb: 89_036,
  driftPpb: 0,
  jumpPerMillion: 50,
  jumpPpb: 1_500_000,
} as const;

export interface Venue {
  readonly engine: Engine;
  readonly state: State;
  readonly market: Market;
}

/** An exchange with one populated market, at its first millisecond. */
export function populated(seed: string, change: Partial<MarketSpec> = {}): Venue {
  const market = testMarket(SYMBOL, { liquidity: POPULATION, process: WALK, ...change });
  return venueOf(genesis(testConfig({ seed, markets: [market] })).state);
}

export function venueOf(state: State): Venue {
  const market = state.markets.get(SYMBOL);
  if (!market) throw new Error(`no ${SYMBOL}`);
  return { engine: new Engine(state), state, market };
}

/** Lets time pass. Returns the events. */
export const pass = ({ engine, state }: Venue, ms: number) =>
  engine.apply({ kind: 'clock', at: state.now + ms }).events;

/** Applies commands of a request, and returns the codes of refusals; 'ok' for each that was accepted. */
export function send({ engine, state }: Venue, commands: readonly Command[]): string[] {
  const request = { kind: 'request', at: state.now, wallet: '', account: 0, action: 'test', nonce: null } as const;
  return engine.apply({ ...request, commands }).outcomes.map(({ refusal }) => refusal?.code ?? 'ok');
}

/** Moves the index at once, as the control plane does. */
export function setIndex({ engine, state }: Venue, price: number): void {
  engine.apply({ kind: 'control', at: state.now, commands: [{ type: 'SetIndexPrice', symbol: SYMBOL, price }] });
}

/** Gives the first user enough to trade anything, and returns its account. */
export function richUser(venue: Venue): AccountNo {
  send(venue, [{ type: 'Deposit', account: 0, asset: 'USDT', amount: 10n ** 19n }]);
  return 0;
}
