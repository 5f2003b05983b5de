import { type Amount, NOTHING } from '../amount.ts';
import { type MarketRole, type Roles, ROLES, USUAL_ROLES } from './roles.ts';
import type { Look } from './view.ts';

/** Ticks between the best two from which on there is room for all prices that scenarios want there. */
const ROOM_TICKS = 4;

/** Ticks from the middle of the book to an end of the price band without which orders cannot rest out of the way. */
const AWAY_TICKS = 40;

const spreadOf = ({ bestBid, bestAsk, tick }: Look): Amount =>
  bestBid && bestAsk ? bestAsk.minus(bestBid).div(tick) : NOTHING;

/** How often the probe looks at spreads, and the milliseconds between two looks: a market counts as its narrowest. */
export const LOOKS = 6;
export const BETWEEN_MS = 500;

/** Each market as it was when its spread was narrowest. */
export function narrowest(all: readonly ReadonlyMap<string, Look>[]): ReadonlyMap<string, Look> {
  const found = new Map<string, Look>();
  for (const looks of all) {
    for (const [symbol, look] of looks) {
      const known = found.get(symbol);
      if (!known || spreadOf(look).lt(spreadOf(known))) found.set(symbol, look);
    }
  }
  return found;
}

/** Each market as it was in the middle look by its spread: what scenarios meet half of the time. */
export function typical(all: readonly ReadonlyMap<string, Look>[]): ReadonlyMap<string, Look> {
  const symbols = new Set(all.flatMap((looks) => [...looks.keys()]));
  const found = new Map<string, Look>();
  for (const symbol of symbols) {
    const looks = all.flatMap((one) => one.get(symbol) ?? []);
    const middle = looks.toSorted((a, b) => spreadOf(a).cmp(spreadOf(b)))[Math.floor(looks.length / 2)];
    if (middle) found.set(symbol, middle);
  }
  return found;
}

/** True for an open market with two sides and room to its bounds. */
const isFit = (look: Look): boolean =>
  look.isOpen &&
  look.bestBid !== undefined &&
  look.bestAsk !== undefined &&
  look.mark.times(look.floor).div(look.tick).gte(AWAY_TICKS);

/**
 * What a lot may be worth in parts of the least value of an order and of the price band, where scenarios ask for so little that it
 * has the least value at one end of the band and not at the mark.
 */
const FINE_LOTS = 0.3;

/** True where the least value of an order is more than the least quantity is worth, and lots are fine enough to come close to it. */
const isFine = (look: Look): boolean =>
  isFit(look) &&
  look.minimumSize.times(look.mark).times(2).lt(look.minimumValue) &&
  look.lot
    .times(look.mark)
    .lt(look.minimumValue.times(look.cap.lt(look.floor) ? look.cap : look.floor).times(FINE_LOTS));

/**
 * Gives markets their roles: those that the profile names, the usual ones where they fit, and otherwise those with the
 * widest spreads, since scenarios trade between the best two. The session market is the first that has trading hours, and the fine
 * one where the least value of an order takes many lots; both may have another role too.
 *
 * @param given by the profile
 * @returns the roles, and in words why the first of them has no market
 */
export function assignRoles(
  looks: ReadonlyMap<string, Look>,
  given: Roles = {},
): { readonly roles: Roles; readonly fault?: string } {
  const roles: Partial<Record<MarketRole, string>> = {};
  const taken = new Set(Object.values(given));
  const ranked = [...looks.values()].filter(isFit).toSorted((a, b) => rank(b) - rank(a));
  for (const role of ROLES) {
    const wanted = given[role];
    if (wanted !== undefined) {
      if (!looks.has(wanted)) return { roles, fault: `the profile names ${wanted}, which getMarkets does not list` };
      roles[role] = wanted;
      continue;
    }
    // Whether it is open now is what scenarios ask of it.
    if (role === 'session market') {
      const session = [...looks.values()].find(({ onHours }) => onHours !== undefined);
      if (session) roles[role] = session.symbol;
      continue;
    }
    if (role === 'fine market') {
      const fine = ranked.find(({ symbol }) => symbol === USUAL_ROLES[role]);
      const chosen = fine && isFine(fine) ? fine : ranked.find(isFine);
      if (chosen) roles[role] = chosen.symbol;
      continue;
    }
    // Most trades are in the first market; in the others it is enough that there is room now and then.
    const fit = role === 'market' ? ranked.filter((look) => spreadOf(look).gte(2)) : ranked;
    const usual = fit.find(({ symbol }) => symbol === USUAL_ROLES[role] && !taken.has(symbol));
    const best = fit.find(({ symbol }) => !taken.has(symbol));
    const chosen = usual && best && rank(usual) >= rank(best) ? usual : best;
    if (!chosen && role === 'market') break;
    if (!chosen) continue;
    taken.add(chosen.symbol);
    roles[role] = chosen.symbol;
  }
  if (roles.market !== undefined) return { roles };
  return { roles, fault: 'no market is open with a price between its best two: scenarios trade there' };
}

/** The spread in ticks, as far as more of it helps; of two equal ones that which knows more than one size below the least. */
const rank = (look: Look): number =>
  Math.min(ROOM_TICKS, spreadOf(look).toNumber()) + (look.minimumSize.gt(look.lot) ? 0.5 : 0);
