import { unitsOf } from '../../kernel/decimal.ts';
import { UNIT } from '../../kernel/units.ts';
import { TestVenue } from '../venue.test-helper.ts';
import { STANDARD_RISK, testConfig, testMarket } from '../config.test-helper.ts';
import type { ExchangeConfig, MarketSpec, TierSpec } from '../config.ts';
import type { EngineEvent } from '../event.ts';
import { checkInvariants } from '../invariants.ts';
import { post } from '../ledger.ts';
import type { CommandOutcome } from '../engine.ts';
import { checkRisk } from './check-risk.ts';
import type { RiskSpec } from './terms.ts';

/** Half the initial margin of the highest leverage, which is what the figures of these tests go by. */
export const TEN_TIMES: MarketSpec['marginTiers'] = [
  {
    minNotional: 0n,
    maxNotional: null,
    maxLeverage: 10,
    initialRate: UNIT * 0.1,
    maintenanceRate: UNIT * 0.05,
    deduction: 0n,
  },
];

export interface RiskWorld {
  /** USDT of accounts 0, 1, 2 and so on. */
  readonly funds: readonly string[];
  readonly vaultFunds?: string;
  readonly market?: Partial<MarketSpec>;
  readonly risk?: Partial<RiskSpec>;
  readonly tier?: Partial<TierSpec>;
  readonly change?: Partial<ExchangeConfig>;
}

/**
 * BTC-USDT at 100,000 with a maintenance margin of 5 %, a clearance fee of 0.5 % and no trading fees, so that the figures
 * are round: a long of 0.1 bought with 1,450 needs 450 at 90,000 and has exactly that.
 */
export class RiskVenue extends TestVenue {
  constructor({ funds, vaultFunds = '1000000', market = {}, risk = {}, tier = {}, change = {} }: RiskWorld) {
    const config = testConfig();
    const btc = testMarket('BTC-USDT', { initialIndex: 100_000 * UNIT, marginTiers: TEN_TIMES, ...market });
    super({
      ...config,
      markets: [btc, ...config.markets.slice(1)],
      tiers: config.tiers.map((known) => ({ ...known, makerRate: 0, takerRate: 0, ...tier })),
      devAccounts: funds.map((amount, index) => ({
        address: `0x${String(index).padStart(40, '0')}`,
        tierId: 'market_maker',
        balances: [{ asset: 'USDT', amount: unitsOf(amount) }],
      })),
      risk: { ...STANDARD_RISK, vaultFunds: unitsOf(vaultFunds), ...risk },
      ...change,
    });
  }

  /** One account buys, another sells, at 100,000 unless another price is given. */
  deal(buyer: number, seller: number, quantity: string, price = '100000'): void {
    this.place(seller, 'sell', quantity, price);
    this.place(buyer, 'buy', quantity, price);
  }

  /** Moves index and mark together. */
  move(price: number, symbol = 'BTC-USDT'): CommandOutcome {
    return this.run({ type: 'SetIndexPrice', symbol, price: price * UNIT });
  }

  /** Lets time pass and gives what happened meanwhile. */
  wait(ms: number): readonly EngineEvent[] {
    return this.engine.apply({ kind: 'clock', at: this.engine.state.now + ms }).events;
  }

  /** A debt that is there because a test says so. */
  owe(no: number, amount: string): void {
    post(this.engine.state, 'USDT', [
      { account: no, amount: -unitsOf(amount) },
      { house: 'external', amount: unitsOf(amount) },
    ]);
  }

  usdt(no: number): bigint {
    return this.account(no).balances.get('USDT') ?? 0n;
  }

  /** Signed lots of 0.00001 BTC. */
  lots(no: number): number {
    return this.account(no).positions.get('BTC-USDT')?.lots ?? 0;
  }
}

/** Account 0 is long 0.1 at 100,000 with 1,450; account 1 is short against it, and account 2 holds no position. */
export function longVenue(change: Partial<RiskWorld> = {}): RiskVenue {
  const venue = new RiskVenue({ funds: ['1450', '100000', '100000'], ...change });
  venue.deal(0, 1, '0.1');
  return venue;
}

/** Checks the invariants of the state, and its risk figures against a second computation. */
export function checkAll({ engine }: TestVenue): void {
  checkInvariants(engine.state);
  checkRisk(engine.state);
}

/** Event types of a liquidation, with the field that distinguishes each. */
export function stepsOf(events: readonly EngineEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.type === 'LiquidationBegan' || event.type === 'LiquidationStaged')
      return [`${event.type} ${event.stage}`];
    if (event.type === 'LiquidationEnded') return [`${event.type} ${event.outcome}`];
    if (event.type === 'OrderCancelled') return [`${event.type} ${event.cause}`];
    if (event.type === 'Traded') return [`${event.type} ${event.cause}`];
    if (event.type === 'IndexMoved' || event.type === 'MarkMoved' || event.type === 'ClockMoved') return [];
    return [event.type];
  });
}

/** The events of one type. */
export const ofType = <T extends EngineEvent['type']>(
  events: readonly EngineEvent[],
  type: T,
): Extract<EngineEvent, { type: T }>[] =>
  events.filter((event): event is Extract<EngineEvent, { type: T }> => event.type === type);
