import { absBig, formatUnits } from '../../kernel/decimal.ts';
import type { Lots } from '../../kernel/units.ts';
import type { OrderFacts, TradedEvent } from '../../engine/event.ts';
import { accountOf } from '../../engine/evolve-order.ts';
import { healthOf, maintenanceOf } from '../../engine/liquidation/health.ts';
import type { MarginAccount } from '../../engine/liquidation/terms.ts';
import { marketOf, notionalOf } from '../../engine/risk/margin.ts';
import { marginTierOf } from '../../engine/risk/tiers.ts';
import type { Market, State } from '../../engine/state.ts';
import { signOf } from '../../engine/orders/side.ts';
import type { Chain } from './explanation.ts';
import { priceText, ratioText, sizeText } from './figures.ts';

/** How much of a position goes to the book: the whole, or a slice of a large one. `next` is the number of its first fill. */
export function sliceSteps(chain: Chain, state: State, order: OrderFacts, next: number): void {
  const market = marketOf(state, order.symbol);
  const { spec } = market;
  const { sliceAbove, sliceShare } = state.config.risk;
  const held = Math.abs(accountOf(state, order.account).positions.get(order.symbol)?.lots ?? 0);
  const of = (name: string): string => `${name}[${next} ${order.symbol}]`;
  if (chain.has(of('held'))) return;
  chain.input(of('held'), sizeText(spec, held), spec.baseAsset, `position in ${order.symbol}`);
  chain.input(of('markThen'), priceText(spec, market.mark), spec.quoteAsset, `mark price of ${order.symbol}`);
  chain.input('sliceAbove', formatUnits(sliceAbove), spec.quoteAsset, 'configuration of the world');
  const large = chain.step(of('large'), `${of('held')} * ${of('markThen')} > sliceAbove`, 'LIQUIDATION-SLICE');
  if (large === 'no') {
    chain.step(of('offered'), of('held'), 'LIQUIDATION-SLICE');
    return;
  }
  chain.input('sliceShare', ratioText(sliceShare), 'ratio', 'configuration of the world');
  chain.input(of('lot'), sizeText(spec, 1), spec.baseAsset, `size increment of ${order.symbol}`);
  const slice = `roundUp(${of('held')} * sliceShare / ${of('lot')}) * ${of('lot')}`;
  chain.step(of('offered'), slice, 'LIQUIDATION-SLICE');
}

/** One fill of a liquidation order: what it left, what it cost, and whether one lot less would have done. */
export function fillSteps(
  chain: Chain,
  state: State,
  marginAccount: MarginAccount,
  trade: TradedEvent,
  fill: number,
): void {
  const market = marketOf(state, trade.symbol);
  const { spec } = market;
  const { baseAsset, quoteAsset } = spec;
  const of = (name: string): string => `${name}[${fill}]`;
  const closed = signOf(trade.takerSide) * -trade.quantity;
  const left = trade.taker.position?.lots ?? 0;
  const { equity, maintenance } = healthOf(state, marginAccount);
  const gained = notionalOf(market, closed, trade.price - market.mark);
  const others = maintenance - maintenanceOf(market, { lots: left });
  const from = `the liquidated, before fill ${fill}`;
  chain.input(of('equityBefore'), formatUnits(equity + trade.taker.fee - gained), quoteAsset, from);
  chain.input(of('heldBefore'), sizeText(spec, Math.abs(left + closed)), baseAsset, `${from}, of ${trade.symbol}`);
  chain.input(of('others'), formatUnits(others), quoteAsset, 'maintenance of its other positions');
  chain.input(of('filled'), sizeText(spec, trade.quantity), baseAsset, `trade ${trade.trade}`);
  chain.input(of('price'), priceText(spec, trade.price), quoteAsset, `trade ${trade.trade}, of the maker`);
  chain.input(of('markNow'), priceText(spec, market.mark), quoteAsset, `mark price of ${trade.symbol}`);
  chain.input(of('clearanceRate'), ratioText(spec.clearanceFee), 'ratio', `clearance fee of ${trade.symbol}`);
  const gain = closed > 0 ? `(${of('price')} - ${of('markNow')})` : `(${of('markNow')} - ${of('price')})`;
  const facts = { chain, market, of, gain };
  const healthy = outcomeSteps(facts, of('filled'), '', Math.abs(left));
  chain.step(of('writtenOff'), `${of('feeDue')} - ${of('fee')}`, 'LIQUIDATION-FEE');
  if (healthy === 'no' || trade.quantity === 1) return;
  chain.input(of('lot'), sizeText(spec, 1), baseAsset, `size increment of ${trade.symbol}`);
  outcomeSteps(facts, `(${of('filled')} - ${of('lot')})`, 'WithOneLess', Math.abs(left) + 1);
}

interface FillNames {
  readonly chain: Chain;
  readonly market: Market;
  readonly of: (name: string) => string;
  /** What one unit of the position gains at the price against the mark. */
  readonly gain: string;
}

/** Adds the steps for what closing a quantity leaves, and returns whether that is enough; `suffix` marks a trial. */
function outcomeSteps({ chain, market, of, gain }: FillNames, closed: string, suffix: string, left: Lots): string {
  const { spec } = market;
  const tier = marginTierOf(spec, absBig(notionalOf(market, left, market.mark)));
  const tierName = `margin tier ${spec.marginTiers.indexOf(tier) + 1} of ${spec.symbol}`;
  const named = (name: string): string => of(`${name}${suffix}`);
  chain.input(named('ratio'), ratioText(tier.maintenanceRate), 'ratio', tierName);
  chain.input(named('tierDeduction'), formatUnits(tier.deduction), spec.quoteAsset, tierName);
  chain.step(named('equityBeforeFee'), `${of('equityBefore')} + ${closed} * ${gain}`, 'LIQUIDATION-FILL');
  chain.step(named('feeDue'), `round(${closed} * ${of('price')} * ${of('clearanceRate')}, 8)`, 'LIQUIDATION-FEE');
  chain.step(named('fee'), `min(${named('feeDue')}, max(0, ${named('equityBeforeFee')}))`, 'LIQUIDATION-FEE');
  chain.step(named('equityAfter'), `${named('equityBeforeFee')} - ${named('fee')}`, 'LIQUIDATION-FILL');
  const notional = `(${of('heldBefore')} - ${closed}) * ${of('markNow')}`;
  const margin = `max(0, round(${notional} * ${named('ratio')}, 8) - ${named('tierDeduction')}) + ${of('others')}`;
  chain.step(named('maintenanceAfter'), margin, 'MARGIN-MAINTENANCE');
  return chain.step(named('healthy'), `${named('equityAfter')} >= ${named('maintenanceAfter')}`, 'LIQUIDATION-FILL');
}
