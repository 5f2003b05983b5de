import { divHalfEvenInt } from '../../../kernel/decimal.ts';
import { itemAt } from '../../../kernel/errors.ts';
import { mulDiv } from '../../../kernel/fixed-point.ts';
import type { AccountNo } from '../../../kernel/ids.ts';
import { type Lots, type PriceUnits, type Ratio, type Ticks, UNIT } from '../../../kernel/units.ts';
import type { Command } from '../../command.ts';
import { feeRateOf } from '../../fees/fee-rates.ts';
import { sortedOrdersOf } from '../../orders/evolve-order.ts';
import { type CancelOrder, type Side, signOf } from '../../orders/order-terms.ts';
import { type Order, remainingOf } from '../../orders/order.ts';
import { priceBound } from '../../prices.ts';
import type { Market, State } from '../../state.ts';
import { livelinessPpm } from '../dynamics.ts';
import { decimalOfLots, decimalOfTicks, type MispricedTaker, quote, takeMispriced } from '../world-orders.ts';
import { fairAt, memoryOf, NO_VIEW, viewAfter, viewOf } from './fair.ts';
import type { GroupRules, Look } from './group.ts';
import { afterThinning, foreseenPpb, imbalancePpm, tiltedLots } from './signals.ts';
import { isQuoterOf, leastLots, limitLots } from './sizes.ts';

const MILLION = 1_000_000;
const BILLION = 1_000_000_000;
/** Makers look more often in lively times, up to this factor either way. */
const HURRY_PPM = 2_000_000;
/** The closest a quote comes in the quietest times, and the farthest that volatility drives it, as a share of the mean. */
const QUIETEST_PPM = 400_000;
const WILDEST_PPM = 10_000_000;

/**
 * Market makers. At each look one of them moves its quotes to where it wants them now; all stale quotes of the population
 * are cancelled first, and mispriced orders of users are taken, so that new quotes cannot cross.
 */
export const MAKERS: GroupRules = {
  accounts: ({ makers }) => Array.from({ length: makers.count }, (_, rank) => `maker ${rank + 1}`),
  memory: () => NO_VIEW,
  act: (look) => {
    const { state, market, spec, population, accounts, draw } = look;
    const before = viewOf(look.memory);
    const view = viewAfter(spec.fair, before, state.now, population.takenLots, draw);
    const believed = fairAt(market.index, view);
    const isFirst = before.at === 0;
    // The present begins at the price at which the past ends, so nobody knows more at the first look.
    const knows = spec.signals && !isFirst ? spec.signals : null;
    const ahead = knows ? foreseenPpb(state, market, knows) : 0;
    const fair = knows ? moreInformed(look, believed, ahead) : believed;
    const active = isFirst ? accounts : [accounts[draw.between(0, accounts.length - 1)] ?? 0];
    const afterMs = pauseOf(look);
    // Quotes draw as often as they need to from a branch, so that what users do changes no later basis or time.
    const { commands, takenLots } = commandsOf({ ...look, draw: draw.branch() }, fair, ahead, active);
    return {
      commands,
      // What the sweeps of mispriced orders take tells nothing about the price.
      memory: memoryOf({ ...view, seenLots: view.seenLots + takenLots }),
      afterMs,
    };
  },
};

/** The price with what makers know of the coming move, and with what they read from a one-sided book. */
function moreInformed(look: Look, fair: PriceUnits, ahead: number): PriceUnits {
  const { signals } = look.spec;
  if (!signals) return fair;
  const known = mulDiv(fair, mulDiv(ahead, signals.makersKnowPpm, MILLION), BILLION);
  if (signals.readingPpm === 0) return fair + known;
  const read = mulDiv(mulDiv(halfSpreadOf(look), signals.readingPpm, MILLION), imbalancePpm(look.market), MILLION);
  return fair + known + read;
}

function commandsOf(look: Look, fair: PriceUnits, ahead: number, active: readonly AccountNo[]) {
  const { state, market, population } = look;
  const fairTicks = Math.max(1, divHalfEvenInt(fair, market.spec.tickUnits));
  const account = population.accounts.flow[0];
  const edge = account === undefined ? 0 : mulDiv(fairTicks, rateOf(state, account), UNIT);
  const isOwn = isQuoterOf(population);
  const stale = cancelStale(market, fairTicks, { isOwn, edge }, active);
  const sweeps =
    account === undefined
      ? { commands: [], takenLots: 0 }
      : takeMispriced(market, fairTicks, { isOwn, edge, account, minLots: () => leastLots(market.spec, fairTicks) });
  const quoting: Quoting = { fair, ahead, halfSpread: halfSpreadOf(look), bid: stale.bid, ask: stale.ask };
  const commands: Command[] = [...stale.cancels, ...sweeps.commands];
  for (const maker of active) commands.push(...quotesOf(look, maker, quoting));
  return { commands, takenLots: sweeps.takenLots };
}

/** What the account pays for taking. */
function rateOf(state: State, no: AccountNo): Ratio {
  const account = state.accounts.get(no);
  return account ? feeRateOf(state, account, 'taker') : 0;
}

/** Half the spread of the closest maker now: it grows with volatility. */
function halfSpreadOf({ market, spec }: Look): PriceUnits {
  const calm = mulDiv(market.index, spec.makers.halfSpreadPpb, BILLION);
  const lively = Math.max(QUIETEST_PPM, Math.min(WILDEST_PPM, livelinessPpm(market)));
  return Math.max(1, mulDiv(calm, lively, MILLION));
}

/** Milliseconds to the next look, from a quarter to one and three quarters of the mean. */
function pauseOf({ market, spec, accounts, draw }: Look): number {
  const lively = Math.max(Math.floor(MILLION / 2), Math.min(HURRY_PPM, livelinessPpm(market)));
  const mean = mulDiv(Math.ceil(spec.makers.everyMs / accounts.length), MILLION, lively);
  return Math.max(1, draw.between(Math.floor(mean / 4), mean + Math.floor((3 * mean) / 4)));
}

/** What all active makers of a look share: their price, half a spread, and the quotes of others that stand. */
interface Quoting {
  readonly fair: PriceUnits;
  /** The move of the index that is known, in ppb. */
  readonly ahead: number;
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
  /** Mean size of a quote. */
  readonly lots: Lots;
  /** The best price that does not cross what stands, and that the band allows. */
  readonly limit: Ticks;
  /** Levels next to the touch that are left out. */
  readonly skipped: number;
}
/** Each maker quotes this much wider than the one before it. */
const WIDER_PPM = 700_000;
/** A maker at its limit moves its price by this many half spreads. */
const SKEW = 2;
/** Sizes vary by this deviation of their logarithm. */
const SIZE_DEVIATION_PPM = 700_000;

/** The commands that bring the quotes of one maker to where it wants them. The side that makes room for the other moves first. */
function quotesOf(look: Look, account: AccountNo, quoting: Quoting): Command[] {
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
    lots: usualLots(look, side, quoting),
    limit: limitOf(look, side, quoting),
    skipped: signOf(side) * held >= limit ? 1 : 0,
  });
  const live = sortedOrdersOf(state, account, market.spec.symbol, 'price');
  const buy = sideOf(look, plan('buy'), live.buy);
  const sell = sideOf(look, plan('sell'), live.sell);
  const isFalling = (live.buy[0]?.price ?? 0) * market.spec.tickUnits > centre;
  return isFalling ? [...buy, ...sell] : [...sell, ...buy];
}

/** Mean size of a quote on a side: larger where the price will move away from it, smaller before scheduled hours. */
function usualLots({ spec, state }: Look, side: Side, { ahead }: Quoting): Lots {
  const { signals, makers } = spec;
  if (!signals) return makers.lots;
  return Math.max(1, afterThinning(signals, state.now, tiltedLots(spec, side, ahead, makers.lots)));
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
  for (let level = wanted; level < live.length; level += 1) commands.push(cancelOf(itemAt(live, level)));
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
  const { market, draw } = look;
  const { account, side } = plan;
  const lots = limitLots(market.spec, price, draw.logNormal(plan.lots, SIZE_DEVIATION_PPM));
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

/** Cancels of stale quotes, and the best prices that are left without them and without those of the active makers. */
export interface StaleQuotes {
  readonly cancels: readonly CancelOrder[];
  /** 0 where a side has none. */
  readonly bid: Ticks;
  readonly ask: Ticks;
}

/** Whose quotes are cancelled, and how far beyond the fair price users' orders are left. */
type Rules = Pick<MispricedTaker, 'isOwn' | 'edge'>;

/** Cancels the quotes of the population on the wrong side of the fair price. Active makers move theirs themselves. */
function cancelStale(market: Market, fair: Ticks, rules: Rules, active: readonly AccountNo[]): StaleQuotes {
  const cancels: CancelOrder[] = [];
  const bid = cancelBeyond(market, 'buy', fair, rules, active, cancels);
  const ask = cancelBeyond(market, 'sell', fair, rules, active, cancels);
  return { cancels, bid, ask };
}

/** Returns the first price that stands, once what users offer farther beyond the fair price has been taken. */
function cancelBeyond(
  { book }: Market,
  side: Side,
  fair: Ticks,
  { isOwn, edge }: Rules,
  active: readonly AccountNo[],
  cancels: CancelOrder[],
): Ticks {
  let left = 0;
  for (let order = book.front(side); order; order = book.behind(order)) {
    if (active.includes(order.account)) continue;
    const beyond = signOf(side) * (order.price - fair);
    if (beyond <= 0) return left === 0 ? order.price : left;
    if (isOwn(order.account)) cancels.push({ type: 'CancelOrder', account: order.account, order: { no: order.no } });
    else if (left === 0 && beyond <= edge) left = order.price;
  }
  return left;
}
