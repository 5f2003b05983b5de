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
import type { PopulationSpec } from './population-spec.ts';
import { limitLots } from './sizes.ts';

const MILLION = 1_000_000;
/** Orders of one account: below the limit of its tier. */
const PER_ACCOUNT = 150;
/** A side that has lost more than this share of its orders is filled again at once, by at most so many orders in one look. */
const LOST_PPM = 120_000;
const BURST = 60;
/** Else one order arrives, and one more per this many that are missing. */
const MISSING_PER_ORDER = 12;
/** An order that leaves is the closest of this many. */
const CANDIDATES = 3;
/** A full book is flatter than what arrives, because orders far from the touch live longer: the tail of its distances, ppm. */
const STANDING_TAIL_PPM = 50_000;
/** How far from the touch orders of a full book begin, in closest distances. */
const STANDING_FROM = 5;
/** The best price of a side tells where its orders belong, unless it is farther from the fair price than this share, ppm. */
const FAR_BEST_PPM = 3_000;
const SIZE_DEVIATION_PPM = 600_000;

/** Traders whose orders wait deeper in the book. Each side has accounts of its own, so that their number is known without a search. */
export const DEPTH: GroupRules = {
  accounts: (spec) => (['bids', 'asks'] as const).flatMap((side) => names(spec, side)),
  memory: () => [],
  act: (seen) => {
    const mean = Math.ceil((seen.spec.depth.everyMs * MILLION) / pace(seen));
    const afterMs = Math.max(1, seen.draw.exponential(mean));
    // Orders draw as often as they need to from a branch, so that what users do changes no later time.
    const look = { ...seen, draw: seen.draw.branch() };
    const { draw } = look;
    const bids = standing(look, 'buy');
    const asks = standing(look, 'sell');
    const chosen = draw.chance(MILLION / 2) ? 'buy' : 'sell';
    const commands = [
      ...changes(look, 'buy', bids, chosen === 'buy'),
      ...changes(look, 'sell', asks, chosen === 'sell'),
    ];
    return { commands, memory: look.memory, afterMs };
  },
};

const names = ({ depth }: PopulationSpec, side: string): string[] =>
  Array.from({ length: Math.ceil(depth.orders / PER_ACCOUNT) }, (_, rank) => `depth ${side} ${rank + 1}`);

const pace = ({ market }: Look): number => Math.max(MILLION / 2, Math.min(2 * MILLION, livelinessPpm(market)));

/** The accounts of a side. The first half has the bids. */
function accountsOf({ accounts }: Look, side: Side): readonly AccountNo[] {
  const half = accounts.length / 2;
  return side === 'buy' ? accounts.slice(0, half) : accounts.slice(half);
}

const ordersOf = ({ state, market }: Look, account: AccountNo): ReadonlySet<number> =>
  state.accounts.get(account)?.open.get(market.spec.symbol)?.orders ?? new Set();

const standing = (look: Look, side: Side): number =>
  accountsOf(look, side).reduce((sum, account) => sum + ordersOf(look, account).size, 0);

/** The orders that leave and arrive. An empty side is filled whole. */
function changes(look: Look, side: Side, count: number, isChosen: boolean): Command[] {
  const { orders } = look.spec.depth;
  const missing = orders - count;
  if (missing * MILLION > orders * LOST_PPM) {
    const added = count === 0 ? orders : Math.min(BURST, missing);
    return Array.from({ length: added }, (_, rank) => placed(look, side, rank, true)).flat();
  }
  if (!isChosen) return [];
  const leaving = missing > 0 ? [] : leave(look, side);
  const arriving = 1 + Math.max(0, Math.floor(missing / MISSING_PER_ORDER));
  return [...leaving, ...Array.from({ length: arriving }, (_, rank) => placed(look, side, rank, false)).flat()];
}

function placed(look: Look, side: Side, rank: number, isFilling: boolean): Command[] {
  const { market, draw } = look;
  const { spec } = market;
  const distance = distanceOf(look, isFilling);
  const price = startOf(look, side) - signOf(side) * distance;
  const band = priceBound(market.mark, side, spec.limitCap, spec.limitFloor);
  if (price < spec.minPriceTicks || signOf(side) * (price - band) > 0) return [];
  const lots = limitLots(spec, price, draw.logNormal(lotsAt(look, distance), SIZE_DEVIATION_PPM));
  const accounts = accountsOf(look, side);
  // Many orders at once are dealt out in turn, because none of them counts yet.
  const account = isFilling ? accounts[rank % accounts.length] : roomiest(look, accounts);
  if (account === undefined) return [];
  return [quote(spec, account, side, price, lots)];
}

function distanceOf({ spec: { depth }, draw }: Look, isFilling: boolean): Ticks {
  const { nearTicks, farTicks, tailPpm } = depth;
  if (!isFilling) return draw.pareto(nearTicks, farTicks, tailPpm);
  return draw.pareto(Math.min(farTicks, nearTicks * STANDING_FROM), farTicks, STANDING_TAIL_PPM);
}

/** Sizes grow with the cube of the distance: hardly within the first percent, much beyond it. */
function lotsAt({ spec: { depth } }: Look, distance: Ticks): number {
  const share = mulDiv(distance, 1_000, depth.farTicks);
  return depth.lots + mulDiv(depth.farLots - depth.lots, share ** 3, 1_000 * MILLION);
}

/** The price that distances count from: the best of the side, or the fair price where the best is stale or far away. */
function startOf({ market }: Look, side: Side): Ticks {
  const fair = Math.max(1, divHalfEvenInt(fairOf(market), market.spec.tickUnits));
  const best = market.book.best(side);
  const away = signOf(side) * (fair - best);
  return best === 0 || away < 0 || away * MILLION > fair * FAR_BEST_PPM ? fair : best;
}

const roomiest = (look: Look, accounts: readonly AccountNo[]): AccountNo | undefined =>
  accounts.reduce<AccountNo | undefined>(
    (a, b) => (a === undefined || ordersOf(look, b).size < ordersOf(look, a).size ? b : a),
    undefined,
  );

/** One order of the side goes: of a few neighbours in age the closest, or one that is beyond the farthest distance. */
function leave(look: Look, side: Side): Command[] {
  const { state, market, spec, draw } = look;
  const accounts = accountsOf(look, side);
  const account = accounts[draw.between(0, accounts.length - 1)] ?? 0;
  const orders = ordersOf(look, account);
  if (orders.size === 0) return [];
  const from = draw.between(0, Math.max(0, orders.size - CANDIDATES));
  const best = market.book.best(side);
  let chosen: Order | undefined;
  let rank = 0;
  for (const no of orders) {
    rank += 1;
    if (rank <= from) continue;
    if (rank > from + CANDIDATES) break;
    const order = state.orders.get(no);
    if (!order) continue;
    const distance = signOf(side) * (best - order.price);
    if (distance > spec.depth.farTicks) {
      chosen = order;
      break;
    }
    if (!chosen || signOf(side) * (order.price - chosen.price) > 0) chosen = order;
  }
  return chosen ? [{ type: 'CancelOrder', account, order: { no: chosen.no } }] : [];
}
