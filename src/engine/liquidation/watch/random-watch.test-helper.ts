import { expect } from 'vitest';
import { compareKeys } from '../../../kernel/canonical-json.ts';
import type { RandomInputs } from '../../../kernel/random-inputs.test-helper.ts';
import { UNIT } from '../../../kernel/units.ts';
import { testConfig, testMarket } from '../../config.test-helper.ts';
import type { CollateralSpec, ExchangeConfig, HaircutTier, MarginTier, MarketSpec } from '../../config.ts';
import type { EngineEvent } from '../../event.ts';
import { limitOrder } from '../../orders/limit-order.test-helper.ts';
import { accountOf } from '../../orders/evolve-order.ts';
import { tradeOf } from '../../book/matching.ts';
import { markOf } from '../../prices.ts';
import { settlementAsset, summaryOf } from '../../risk/margin.ts';
import type { Account, Market, State } from '../../state.ts';
import type { Order } from '../../orders/order.ts';
import { isEndangered, marginAccountsOf } from '../health.ts';
import type { MarginAccount } from '../terms.ts';
import type { HealthWatch } from './watch.ts';

/** What a run has gone through, so that an idle one shows. */
export type Probes = Record<'asked' | 'unhealthy' | 'cross' | 'isolated' | 'fell' | 'recovered' | 'debtors', number>;

const USDT = BigInt(UNIT);
const ACCOUNTS = 6;

/** A few markets and collaterals with unusual tiers, before any trade. */
export function randomWorld(draw: RandomInputs, seed: string): ExchangeConfig {
  const config = testConfig({ seed });
  const markets = Array.from({ length: draw.between(1, 4) }, (_, index) => randomMarket(draw, `M${index}-USDT`));
  const [usdt] = config.collaterals;
  if (!usdt) throw new Error('the test world settles in something');
  const others = Array.from({ length: draw.between(0, 3) }, (_, index) =>
    randomCollateral(draw, usdt, `C${index}`, `M${draw.between(0, markets.length - 1)}-USDT`),
  );
  const devAccounts = Array.from({ length: ACCOUNTS }, (_, index) => ({
    address: `0x${String(index).repeat(40)}`,
    tierId: 'market_maker',
    balances: [{ asset: 'USDT', amount: BigInt(draw.between(1, 100_000)) * USDT }],
  }));
  return { ...config, markets, collaterals: [usdt, ...others], devAccounts };
}

function randomMarket(draw: RandomInputs, symbol: string): MarketSpec {
  const notionalPerTickLot = 10n ** BigInt(draw.between(0, 5));
  const tickUnits = [1, 100, 10_000, 1_000_000, UNIT][draw.between(0, 4)] ?? UNIT;
  const initialIndex = tickUnits * draw.between(1_000, 200_000);
  return testMarket(symbol, { notionalPerTickLot, tickUnits, initialIndex, marginTiers: randomMarginTiers(draw) });
}

/** Tiers with the deductions and the gap of wire 6.3, or in one world of five with none, so that maintenance jumps. */
function randomMarginTiers(draw: RandomInputs): MarginTier[] {
  const plain = draw.chance(200_000);
  const gap = BigInt(draw.between(0, 2)) * USDT;
  let from = 0n;
  let rate = draw.between(100_000, 3_000_000);
  let deduction = 0n;
  return Array.from({ length: draw.between(1, 4) }, (): MarginTier => {
    const next = rate + draw.between(100_000, 12_000_000);
    const tier = {
      minNotional: from,
      maxNotional: from + BigInt(draw.between(500, 60_000)) * USDT,
      maxLeverage: 100,
      initialRate: rate * 2,
      maintenanceRate: rate,
      deduction,
    };
    from = tier.maxNotional + gap;
    if (!plain) deduction += (from * BigInt(next - rate)) / USDT;
    rate = next;
    return tier;
  }).map((tier, index, tiers) => (index === tiers.length - 1 ? { ...tier, maxNotional: null } : tier));
}

function randomCollateral(
  draw: RandomInputs,
  usdt: CollateralSpec,
  asset: string,
  priceMarket: string,
): CollateralSpec {
  return { ...usdt, asset, name: asset, priceMarket, quantityPrecision: 8, tiers: randomHaircuts(draw) };
}

function randomHaircuts(draw: RandomInputs): HaircutTier[] {
  const plain = draw.chance(200_000);
  let from = 0n;
  let haircut = draw.between(0, 10_000_000);
  let valueAddition = 0n;
  const count = draw.between(1, 3);
  return Array.from({ length: count }, (_, index) => {
    const next = haircut + draw.between(1_000_000, 20_000_000);
    const end = from + BigInt(draw.between(500, 50_000)) * USDT;
    const tier = {
      id: index,
      name: '',
      minValue: from,
      maxValue: index === count - 1 ? null : end,
      haircut,
      valueAddition,
    };
    from = end;
    if (!plain) valueAddition += (end * BigInt(next - haircut)) / USDT;
    haircut = next;
    return tier;
  });
}

/** Returns the next events that change the health of an account. They bypass the rules of the exchange. */
export function randomEvents(draw: RandomInputs, state: State): Iterable<EngineEvent> {
  const dice = draw.between(0, 99);
  const markets = [...state.markets.values()];
  const market = markets[draw.between(0, markets.length - 1)];
  if (!market) throw new Error('a world has markets');
  if (dice < 25) return randomTrade(draw, state, market);
  if (dice < 50) return [movedMark(draw, state, market)];
  if (dice < 75) return [movedIndex(draw, state, market)];
  if (dice < 80) return pegged(draw, state);
  if (dice < 87) return transferred(draw, state);
  if (dice < 91) return isolated(draw, state, market);
  if (dice < 94) return fed(draw, state, market);
  return funded(draw, state);
}

const anAccount = (draw: RandomInputs, state: State): Account => accountOf(state, draw.between(0, ACCOUNTS - 1));

/** Two accounts trade at about the mark, as much as takes one of them near its maintenance, or back to nothing. */
function* randomTrade(draw: RandomInputs, state: State, market: Market): Iterable<EngineEvent> {
  const one = anAccount(draw, state);
  const other = accountOf(state, (one.no + draw.between(1, ACCOUNTS - 1)) % ACCOUNTS);
  const { spec, mark } = market;
  const held = one.positions.get(spec.symbol)?.lots ?? 0;
  const equity = summaryOf(state, one).accountValue;
  const notional = equity > 0n ? (equity * BigInt(draw.between(5, 400))) / 10n : USDT;
  const some = Math.max(1, Math.min(1e9, Number(notional / (BigInt(mark) * spec.notionalPerTickLot))));
  const closes = held !== 0 && draw.chance(500_000);
  const lots = closes ? Math.abs(held) : some;
  const side = closes === held > 0 ? 'sell' : 'buy';
  const price = Math.max(1, mark + Math.round((mark * draw.between(-30, 30)) / 10_000));
  yield placed(state, one, spec.symbol, side, price, lots);
  yield placed(state, other, spec.symbol, side === 'buy' ? 'sell' : 'buy', price, lots);
  const [maker, taker] = [...state.orders.values()].slice(-2) as [Order, Order];
  yield tradeOf(state, market, taker, maker, lots);
}

function placed(
  state: State,
  { no: account }: Account,
  symbol: string,
  side: 'buy' | 'sell',
  price: number,
  quantity: number,
): EngineEvent {
  const order = limitOrder({ no: state.counters.order, account, symbol, side, price, quantity });
  return { type: 'OrderPlaced', at: state.now, order, rests: false };
}

/** A tick or a few, a little, or a lot; what has strayed far comes back. */
function movedPrice(draw: RandomInputs, price: number, home: number): number {
  const dice = draw.between(0, 9);
  const far = price > home * 20 ? -1 : price * 20 < home ? 1 : 0;
  if (dice < 4) return Math.max(1, price + draw.between(-3, 3));
  const reach = dice < 8 ? 100 : 3_000;
  return Math.max(1, Math.round(price * (1 + (far === 0 ? draw.between(-reach, reach) : far * reach) / 10_000)));
}

function movedMark(draw: RandomInputs, state: State, { spec, mark }: Market): EngineEvent {
  const home = Math.round(spec.initialIndex / spec.tickUnits);
  const to = movedPrice(draw, mark, home);
  return { type: 'MarkMoved', at: state.now, symbol: spec.symbol, premium: 0, mark: to };
}

/** The mark follows, or stays where it is. */
function movedIndex(draw: RandomInputs, state: State, market: Market): EngineEvent {
  const { spec } = market;
  const price = Math.max(spec.tickUnits, movedPrice(draw, market.index, spec.initialIndex));
  const mark = draw.chance(500_000) ? market.mark : markOf(spec, price, 0);
  return { type: 'IndexMoved', at: state.now, symbol: spec.symbol, price, mark, random: null };
}

function pegged(draw: RandomInputs, state: State): EngineEvent[] {
  const priced = state.config.collaterals.filter(({ priceMarket }) => priceMarket !== null);
  const spec = priced[draw.between(0, priced.length)];
  const peg = draw.chance(300_000) ? UNIT : draw.between(UNIT / 10, UNIT * 2);
  return spec ? [{ type: 'PegSet', at: state.now, asset: spec.asset, peg }] : [];
}

/** Of any collateral, and not only as much as there is. */
function transferred(draw: RandomInputs, state: State): EngineEvent[] {
  const { collaterals } = state.config;
  const { asset, priceMarket } = collaterals[draw.between(0, collaterals.length - 1)] ?? {
    asset: '',
    priceMarket: null,
  };
  const [from, to] = [anAccount(draw, state), anAccount(draw, state)];
  const value = BigInt(draw.between(1, 20_000)) * USDT;
  const index = state.markets.get(priceMarket ?? '')?.index;
  const amount = index === undefined ? value : (value * USDT) / BigInt(index);
  const transfer = state.counters.transfer + 1;
  if (draw.chance(500_000)) {
    return [{ type: 'Transferred', at: state.now, transfer, from: from.no, to: to.no, asset, amount, value }];
  }
  return [{ type: 'Deposited', at: state.now, account: to.no, asset, amount, value, transfer, txHash: '' }];
}

/** Margin for a market of its own, or more or less of it; given back where nothing stands any more. */
function isolated(draw: RandomInputs, state: State, { spec }: Market): EngineEvent[] {
  const { symbol } = spec;
  const account = anAccount(draw, state);
  const margin = account.isolated.get(symbol)?.margin;
  const about = { at: state.now, account: account.no, symbol };
  if (margin !== undefined && !account.positions.has(symbol))
    return [{ ...about, type: 'IsolatedMarginReleased', amount: margin }];
  if (margin === undefined && account.positions.has(symbol)) return [];
  const amount = BigInt(draw.between(margin === undefined ? 0 : -500, 2_000)) * USDT;
  return [{ ...about, type: 'IsolatedMarginMoved', amount, held: (margin ?? 0n) + amount }];
}

/** A feed stops, or goes on; time passes, in which a stopped one grows stale. */
function fed(draw: RandomInputs, state: State, { spec, frozenAt }: Market): EngineEvent[] {
  const { now: at, config } = state;
  if (frozenAt === null && draw.chance(700_000))
    return [{ type: 'ClockMoved', at, to: at + config.risk.indexMaxAgeMs / 2 }];
  return [{ type: 'FeedSet', at, symbol: spec.symbol, frozen: frozenAt === null }];
}

function funded(draw: RandomInputs, state: State): EngineEvent[] {
  const position = [...anAccount(draw, state).positions.values()][0];
  if (!position) return [];
  const { account, symbol, no, lots } = position;
  const payment = state.counters.payment + 1;
  const amount = BigInt(draw.between(-200, 200)) * USDT;
  return [
    { type: 'FundingPaid', at: state.now, payment, account, symbol, position: no, lots, index: 1, rate: 0, amount },
  ];
}

const nameOf = ({ account, symbol }: MarginAccount): string => `${account} ${symbol ?? 'cross'}`;

/**
 * Compares the watch with a check of all accounts, counts the results, and returns the names found; `before` are
 * those of the last time.
 */
export function checkLikeNaive(
  watch: HealthWatch,
  state: State,
  probes: Probes,
  before: ReadonlySet<string>,
): ReadonlySet<string> {
  const naive = unhealthyMarginAccounts(state).map(nameOf);
  expect(watch.unhealthy().map(nameOf).toSorted(compareKeys)).toEqual(naive.toSorted(compareKeys));
  const owing = debtorsOf(state).map(({ no }) => no);
  expect([...watch.debtors()].map(({ no }) => no)).toEqual(owing);
  const now = new Set(naive);
  probes.asked += 1;
  probes.unhealthy += naive.length;
  probes.cross += naive.filter((name) => name.endsWith('cross')).length;
  probes.isolated += naive.filter((name) => !name.endsWith('cross')).length;
  probes.fell += naive.filter((name) => !before.has(name)).length;
  probes.recovered += [...before].filter((name) => !now.has(name)).length;
  probes.debtors += owing.length;
  return now;
}

/**
 * Returns all margin accounts below maintenance by checking every account. The vault is left out, because it has
 * rules of its own.
 */
function unhealthyMarginAccounts(state: State): MarginAccount[] {
  const found: MarginAccount[] = [];
  for (const account of state.accounts.values()) {
    for (const marginAccount of marginAccountsOf(account))
      if (isEndangered(state, marginAccount)) found.push(marginAccount);
  }
  return found;
}

/** Returns the accounts that owe the settlement asset, by checking every account. */
function debtorsOf(state: State): Account[] {
  const asset = settlementAsset(state);
  return [...state.accounts.values()].filter(({ balances }) => (balances.get(asset) ?? 0n) < 0n);
}
