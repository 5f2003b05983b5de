import { mulDiv } from '../../../../kernel/fixed-point.ts';
import type { AccountNo } from '../../../../kernel/ids.ts';
import type { PriceUnits, Ticks } from '../../../../kernel/units.ts';
import type { Command } from '../../../command.ts';
import { type Order, remainingOf } from '../../../orders/order.ts';
import { type Side, signOf } from '../../../orders/order-terms.ts';
import { sortedOrdersOf } from '../../../orders/order-lists.ts';
import { priceBound } from '../../../prices.ts';
import { decimalOfLots, decimalOfTicks, quote } from '../../world-orders.ts';
import type { Look } from '../group.ts';
import { limitLots } from '../sizes.ts';

/** What all active makers of a look share: their price, half a spread, and the quotes of others that stand. */
export interface Quoting {
  readonly fair: PriceUnits;
  readonly halfSpread: PriceUnits;
  readonly bid: Ticks;
  readonly ask: Ticks;
}

/** One side of a maker's quotes. */
interface Plan {
  readonly side: Side;
  readonly account: AccountNo;
  /** The price that distances count from: fair, moved against the inventory. */
  readonly centre: PriceUnits;
  readonly halfSpread: PriceUnits;
  /** The best price that does not cross what stands, and that the band allows. */
  readonly limit: Ticks;
  /** Levels next to the touch that are left out. */
  readonly skipped: number;
}

const MILLION = 1_000_000;
/** Each maker quotes this much wider than the one before it. */
const WIDER_PPM = 700_000;
/** A maker at its limit moves its price by this many half spreads. */
const SKEW = 2;
/** Sizes vary by this deviation of their logarithm. */
const SIZE_DEVIATION_PPM = 700_000;

/** The commands that bring the quotes of one maker to where it wants them. The side that makes room for the other moves first. */
export function quotesOf(look: Look, account: AccountNo, quoting: Quoting): Command[] {
  const { market, spec, accounts, state } = look;
  const rank = accounts.indexOf(account);
  const held = state.accounts.get(account)?.positions.get(market.spec.symbol)?.lots ?? 0;
  const limit = spec.makers.inventoryLots;
  const leaning = Math.max(-limit, Math.min(limit, held));
  const halfSpread = quoting.halfSpread + mulDiv(quoting.halfSpread, rank * WIDER_PPM, MILLION);
  const centre = quoting.fair - mulDiv(halfSpread * SKEW, leaning, limit);
  const plan = (side: Side): Plan => ({
    side,
    account,
    centre,
    halfSpread,
    limit: limitOf(look, side, quoting),
    skipped: signOf(side) * held >= limit ? 1 : 0,
  });
  const live = sortedOrdersOf(state, account, market.spec.symbol, 'price');
  const buy = sideOf(look, plan('buy'), live.buy);
  const sell = sideOf(look, plan('sell'), live.sell);
  const isFalling = (live.buy[0]?.price ?? 0) * market.spec.tickUnits > centre;
  return isFalling ? [...buy, ...sell] : [...sell, ...buy];
}

function limitOf({ market }: Look, side: Side, { bid, ask }: Quoting): Ticks {
  const { limitCap, limitFloor } = market.spec;
  const band = priceBound(market.mark, side, limitCap, limitFloor);
  if (side === 'buy') return ask === 0 ? band : Math.min(band, ask - 1);
  return Math.max(band, bid + 1);
}

/** Keeps quotes that are near enough to where they belong, moves the others, and places those that are missing. */
function sideOf(look: Look, plan: Plan, live: readonly Order[]): Command[] {
  const { spec } = look;
  const commands: Command[] = [];
  const wanted = spec.makers.levels - plan.skipped;
  let distance = 0;
  for (let level = 0; level < spec.makers.levels; level += 1) {
    distance += gapOf(look, plan, level);
    if (level < plan.skipped) continue;
    const order = live[level - plan.skipped];
    if (order && isKept(look, plan, order, distance)) continue;
    move(look, plan, order, priceAt(look, plan, distance), commands);
  }
  for (let level = wanted; level < live.length; level += 1) commands.push(cancelOf(live[level] as Order));
  return commands;
}

/** Distance from one level to the next, from the centre to the first: never the same twice. */
function gapOf({ draw }: Look, { halfSpread }: Plan, level: number): PriceUnits {
  const least = level === 0 ? Math.floor(halfSpread / 2) : halfSpread;
  return least + draw.exponential(level === 0 ? Math.ceil(halfSpread / 2) : 3 * halfSpread);
}

/** Returns true for a quote that is neither much closer nor much farther than it should be. */
function isKept({ market }: Look, plan: Plan, order: Order, distance: PriceUnits): boolean {
  const now = signOf(plan.side) * (plan.centre - order.price * market.spec.tickUnits);
  return 2 * now >= distance && 2 * (now - market.spec.tickUnits) <= 3 * distance;
}

/** The price at a distance, rounded away from the centre, no better than the limit. */
function priceAt({ market }: Look, { side, centre, limit }: Plan, distance: PriceUnits): Ticks {
  const { tickUnits } = market.spec;
  if (side === 'buy') return Math.min(limit, Math.floor((centre - distance) / tickUnits));
  return Math.max(limit, Math.ceil((centre + distance) / tickUnits));
}

/** Adds the commands that bring one quote to its price. */
function move(look: Look, plan: Plan, order: Order | undefined, price: Ticks, commands: Command[]): void {
  const { market, spec, draw } = look;
  const { account, side } = plan;
  const lots = limitLots(market.spec, price, draw.logNormal(spec.makers.lots, SIZE_DEVIATION_PPM));
  if (price < market.spec.minPriceTicks) {
    if (order) commands.push(cancelOf(order));
    return;
  }
  if (!order) {
    commands.push(quote(market.spec, account, side, price, lots));
    return;
  }
  if (order.price === price && 2 * remainingOf(order) > lots) return;
  const quantity = order.filled + order.trimmed + lots;
  // The quantity of an order counts what has filled, so an old one is replaced.
  if (quantity > market.spec.maxLimitLots) {
    commands.push(cancelOf(order), quote(market.spec, account, side, price, lots));
    return;
  }
  commands.push({
    type: 'ModifyOrder',
    account,
    order: { no: order.no },
    price: decimalOfTicks(market.spec, price),
    quantity: decimalOfLots(market.spec, quantity),
    triggerPrice: null,
  });
}

const cancelOf = ({ no, account }: Order): Command => ({ type: 'CancelOrder', account, order: { no } });
