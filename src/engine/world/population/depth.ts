import { divHalfEvenInt } from '../../../kernel/decimal.ts';
import { mulDiv } from '../../../kernel/fixed-point.ts';
import type { AccountNo } from '../../../kernel/ids.ts';
import type { Ticks } from '../../../kernel/units.ts';
import type { Command } from '../../command.ts';
import type { Order } from '../../orders/order.ts';
import { type Side, signOf } from '../../orders/side.ts';
import { priceBound } from '../../prices.ts';
import { livelinessPpm } from '../dynamics/liveliness.ts';
import { quote } from '../world-orders.ts';
import { fairOf } from './fair.ts';
import type { GroupRules, Look } from './group.ts';
import { limitLots } from './sizes.ts';

const MILLION = 1_000_000;
/** Orders that one account is meant to have, and at most has: below the limit of its tier. */
const PER_ACCOUNT = 130;
const ROOM = 190;
/** A side that has lost more than this share of its orders is filled again at once, by at most so many orders in one look. */
const LOST_PPM = 120_000;
const BURST = 60;
/** Else one order arrives, and one more per this many that are missing. */
const MISSING_PER_ORDER = 12;
/** An order that leaves is the closest of this many. */
const CANDIDATES = 3;
/** Orders this many times as far away as any that arrives are forgotten ones, which leave first. */
const FORGOTTEN = 1.5;
/** A full book is flatter than what arrives, because orders far from the touch live longer: the tail of its distances, ppm. */
const STANDING_TAIL_PPM = 50_000;
/** This share of the orders that arrive comes from there too: they keep up the far end. */
const STANDING_PPM = 120_000;
/** How far from the touch orders of a full book begin, in closest distances. */
const STANDING_FROM = 5;
/** The best price of a side tells where its orders belong, unless it is farther from the fair price than this share, ppm. */
const FAR_BEST_PPM = 3_000;
const SIZE_DEVIATION_PPM = 600_000;
/** A taken price is left for the next one outwards, at most so often. */
const STEPS_ASIDE = 20;

/** Traders whose orders wait deeper in the book. What is kept up is the number of levels, which the book knows. */
export const DEPTH: GroupRules = {
  accounts: ({ depth }) =>
    Array.from({ length: Math.ceil((2 * depth.levels) / PER_ACCOUNT) }, (_, rank) => `depth ${rank + 1}`),
  memory: () => [],
  act: (seen) => {
    const mean = Math.ceil((seen.spec.depth.everyMs * MILLION) / pace(seen));
    const afterMs = Math.max(1, seen.draw.exponential(mean));
    // Orders draw as often as they need to from a branch, so that what users do changes no later time.
    const look = { ...seen, draw: seen.draw.branch() };
    const { draw } = look;
    const chosen = draw.chance(MILLION / 2) ? 'buy' : 'sell';
    const commands = (['buy', 'sell'] as const).flatMap((side) => changes(look, side, side === chosen));
    return { commands, memory: look.memory, afterMs };
  },
};

const pace = ({ market }: Look): number => Math.max(MILLION / 2, Math.min(2 * MILLION, livelinessPpm(market)));

const ordersOf = ({ state, market }: Look, account: AccountNo): ReadonlySet<number> =>
  state.accounts.get(account)?.open.get(market.spec.symbol)?.orders ?? new Set();

/** The orders that leave and arrive. A side that has lost most of its orders is filled whole. */
function changes(look: Look, side: Side, isChosen: boolean): Command[] {
  const { levels } = look.spec.depth;
  const count = look.market.book.levelCount(side);
  const missing = levels - count;
  if (missing * MILLION > levels * LOST_PPM) return filled(look, side, 2 * count < levels ? missing : BURST);
  if (!isChosen) return [];
  const leaving = missing > 0 ? [] : leave(look, side);
  const arriving = 1 + Math.max(0, Math.floor(missing / MISSING_PER_ORDER));
  return [...leaving, ...Array.from({ length: arriving }, () => arrived(look, side)).flat()];
}

/** So many orders at free prices. They are dealt out in turn, because none of them counts yet. */
function filled(look: Look, side: Side, orders: number): Command[] {
  const { accounts, market } = look;
  const commands: Command[] = [];
  const taken = new Set<Ticks>();
  for (let rank = 0; rank < orders; rank += 1) {
    const account = accounts[rank % accounts.length] ?? 0;
    if (ordersOf(look, account).size + Math.floor(rank / accounts.length) >= ROOM) continue;
    let distance = standingDistance(look);
    for (let step = 0; step < STEPS_ASIDE; step += 1) {
      const price = priceAt(look, side, distance);
      if (!taken.has(price) && !market.book.first(side, price)) break;
      distance += 1;
    }
    taken.add(priceAt(look, side, distance));
    commands.push(...placed(look, account, side, distance));
  }
  return commands;
}

function arrived(look: Look, side: Side): Command[] {
  const { draw, spec } = look;
  const { nearTicks, farTicks, tailPpm } = spec.depth;
  const isFar = draw.chance(STANDING_PPM);
  const account = willing(look, side);
  if (account === undefined) return [];
  const distance = isFar ? standingDistance(look) : draw.pareto(nearTicks, farTicks, tailPpm);
  return placed(look, account, side, distance);
}

function placed(look: Look, account: AccountNo, side: Side, distance: Ticks): Command[] {
  const { market, draw } = look;
  const { spec } = market;
  const price = priceAt(look, side, distance);
  const band = priceBound(market.mark, side, spec.limitCap, spec.limitFloor);
  if (price < spec.minPriceTicks || signOf(side) * (price - band) > 0) return [];
  const lots = limitLots(spec, price, draw.logNormal(lotsAt(look, distance), SIZE_DEVIATION_PPM));
  return [quote(spec, account, side, price, lots)];
}

const priceAt = (look: Look, side: Side, distance: Ticks): Ticks => startOf(look, side) - signOf(side) * distance;

const standingDistance = ({ spec: { depth }, draw }: Look): Ticks =>
  draw.pareto(Math.min(depth.farTicks, depth.nearTicks * STANDING_FROM), depth.farTicks, STANDING_TAIL_PPM);

/** Sizes grow with the fourth power of the distance: hardly within the first percent, much beyond it. */
function lotsAt({ spec: { depth } }: Look, distance: Ticks): number {
  const share = mulDiv(distance, 1_000, depth.farTicks);
  return depth.lots + mulDiv(depth.farLots - depth.lots, share * share * share * share, MILLION * MILLION);
}

/** The price that distances count from: the best of the side, or the fair price where the best is stale or far away. */
function startOf({ market }: Look, side: Side): Ticks {
  const fair = Math.max(1, divHalfEvenInt(fairOf(market), market.spec.tickUnits));
  const best = market.book.best(side);
  const away = signOf(side) * (fair - best);
  return best === 0 || away < 0 || away * MILLION > fair * FAR_BEST_PPM ? fair : best;
}

/** Of the accounts that may have more orders the one with the least position of this side, so that positions stay small. */
function willing(look: Look, side: Side): AccountNo | undefined {
  const { state, market, accounts } = look;
  let chosen: AccountNo | undefined;
  let least = 0;
  for (const account of accounts) {
    if (ordersOf(look, account).size >= ROOM) continue;
    const held = signOf(side) * (state.accounts.get(account)?.positions.get(market.spec.symbol)?.lots ?? 0);
    if (chosen !== undefined && held >= least) continue;
    chosen = account;
    least = held;
  }
  return chosen;
}

/** One order of the side goes: of a few neighbours in age the closest, or one that is beyond the farthest distance. */
function leave(look: Look, side: Side): Command[] {
  const { state, market, spec, draw, accounts } = look;
  const account = accounts[draw.between(0, accounts.length - 1)] ?? 0;
  const orders = ordersOf(look, account);
  const best = market.book.best(side);
  let skipped = draw.between(0, Math.floor(orders.size / 2));
  let seen = 0;
  let closest: Order | undefined;
  for (const no of orders) {
    const order = state.orders.get(no);
    if (order?.side !== side) continue;
    if (skipped > 0) {
      skipped -= 1;
      continue;
    }
    if (signOf(side) * (best - order.price) > FORGOTTEN * spec.depth.farTicks) return [cancelOf(order)];
    if (!closest || signOf(side) * (order.price - closest.price) > 0) closest = order;
    seen += 1;
    if (seen === CANDIDATES) break;
  }
  return closest ? [cancelOf(closest)] : [];
}

const cancelOf = ({ no, account }: Order): Command => ({ type: 'CancelOrder', account, order: { no } });
