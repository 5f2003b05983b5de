import { compareKeys } from '../../kernel/canonical-json.ts';
import type { Claim } from '../deployment.ts';
import { isRecord } from '../records.ts';
import type { TraceEntry } from '../results/run.ts';
import type { MarketUse, StepClaims } from '../steps/declaration.ts';
import { type SpokenScenario, STEPS } from '../steps/library.ts';
import { insideOf, REFERENCE_MARKETS, type ReferenceMarket, usualText } from '../targets/reference-market.ts';

/**
 * Returns what a scenario takes for itself while it runs beside others on one exchange: what its steps declare, and what the
 * prices and fields in it say. Too much only costs time; too little is found out by `overdrawn`, in every run.
 *
 * @throws StepError while no step is defined
 */
export function claimOf(scenario: SpokenScenario): Claim {
  const { values: written, steps } = STEPS.readAll(scenario);
  // Claims are about the markets of the world `quiet`, whichever markets have their roles on a target.
  const values = written.map(usualText);
  const all = steps.map(({ claims }) => claims);
  const some = (holds: (claims: StepClaims) => unknown): boolean => all.some((claims) => Boolean(holds(claims)));
  const uses = (least: MarketUse): boolean =>
    some(({ market }) => market !== undefined && USES.indexOf(market) >= USES.indexOf(least));
  const markets = uses('reaches') ? marketsIn(values) : [];
  const isRefused = isRefusalAlone(scenario.tags, all);
  const isPlacing = uses('places') || (!isRefused && uses('sends'));
  const isMoving = isPlacing && (uses('trades') || hasPriceNear(values, markets, meets));
  const isTaking =
    isPlacing &&
    (uses('takes') ||
      some(({ fills }) => fills) ||
      ((!isRefused || some(({ leadsUp }) => leadsUp)) && hasPriceNear(values, markets, crosses)));
  const watchesMarks =
    uses('reaches') &&
    (some((claims) => claims.watchesMarks) ||
      values.some((value) => OF_A_MARK.test(value)) ||
      hasPriceAtBound(values, markets));
  const looksAtBooks = some(({ looks }) => looks) || (isMoving && some(({ sweeps }) => sweeps));
  const wallets = namesIn(all, values).size + (some(({ unsigned }) => unsigned) ? 1 : 0);
  const listsFamilies = some(({ listsFamily }) => listsFamily);
  return {
    wallets,
    families: familiesOf(ownersIn(scenario), listsFamilies ? wallets : 0),
    listsFamilies,
    rests: isPlacing ? markets : [],
    moves: [...(isMoving ? markets : []), ...(some(({ unlists }) => unlists) ? [UNLISTED] : [])],
    looks: some(({ looks }) => looks === 'everywhere') ? EVERYWHERE : looksAtBooks ? markets : [],
    stills: watchesMarks ? markets : [],
    takes: isTaking,
    alone: some(({ alone }) => alone) || scenario.tags.some((tag) => /^@?alone$/.test(tag)),
    exhausts: some(({ exhausts }) => exhausts),
    watchesFees: some((claims) => claims.watchesFees) || values.some((value) => OF_A_TIER.test(value)),
    watchesMarks,
  };
}

/** Each includes those before it. */
const USES: readonly MarketUse[] = ['reaches', 'sends', 'places', 'trades', 'takes'];

/** Returns the number of second subaccounts of each owner in descending order, and 0 for the others up to the number of wallets. */
function familiesOf(owners: readonly string[], wallets: number): readonly number[] {
  const counts = new Map<string, number>();
  for (const owner of owners) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  const owned = [...counts.values()].sort((a, b) => b - a);
  return [...owned, ...Array.from({ length: Math.max(0, wallets - owned.length) }, () => 0)];
}

/** Returns the owners of the second subaccounts that a scenario uses, one name for each subaccount. */
export const ownersIn = (scenario: Pick<SpokenScenario, 'steps'>): readonly string[] =>
  STEPS.readAll(scenario).steps.flatMap(({ claims }) => claims.owner ?? []);

/** Returns the names of the wallets that a scenario takes off the whitelist. */
export const unlistedIn = (scenario: Pick<SpokenScenario, 'steps'>): readonly string[] =>
  STEPS.readAll(scenario).steps.flatMap(({ claims }) => claims.unlists ?? []);

/** True when two scenarios would get in each other's way, wallets apart. */
export function collide(one: Claim, other: Claim): boolean {
  if (one.alone || other.alone) return true;
  return disturbs(one, other) || disturbs(other, one);
}

const disturbs = (one: Claim, other: Claim): boolean =>
  meet(one.moves, [...other.moves, ...other.stills, ...other.looks]) || meet(one.rests, other.looks);

const meet = (some: readonly string[], others: readonly string[]): boolean =>
  some.some((symbol) => others.includes(symbol));

/** The market of steps that name none. */
const USUAL_MARKET = 'BTC-USDT';

/** What the fee tier of a wallet decides: what trades cost and leave, and how much there may be of something. */
const OF_A_TIER =
  /fee|tier|volume|accountLimits|createSubaccount|balance|\bfree|available|withdrawable|isolated|accountValue|MAX_|rateLimit|^\S+ USDT$/i;

/** What follows the mark to the last digit, or is held against it. */
const OF_A_MARK =
  /mark(?!et)|pnl|liq|value|equity|available|\bfree|withdraw|funding|notional|premium|trigger|stop|bound|PRICE_OUT|portfolio|maint|INSUFFICIENT_|isolatedMargin|marginDelta|initialMargin/i;

const EVERYWHERE = REFERENCE_MARKETS.map(({ symbol }) => symbol);

/** There is one wallet off the whitelist; it is held as a market is. */
const UNLISTED = 'the wallet off the whitelist';

/** True for a scenario of refusals alone, which changes no book; it may look at one. */
const isRefusalAlone = (tags: readonly string[], all: readonly StepClaims[]): boolean =>
  tags.some((tag) => /^@?negative$/.test(tag)) &&
  all.some(({ outcome }) => outcome === 'refused') &&
  !all.some(({ outcome }) => outcome === 'accepted');

/** Levels of a ladder, each ten ticks from the next. */
const LADDER_TICKS = 200;
/** The first level, from the index. */
const BEST_TICKS = 10;
/** Share of the index, as a divisor, beyond which a number is no price. */
const FAR = 3;
/** Words from the side of an order to its price. */
const WINDOW = 5;

/** Whether an order at a price so far above the index, or below it, is one of those that are looked for. */
type IsNear = (market: ReferenceMarket, off: number, side: string | undefined) => boolean;

/** It may cross, or stand where the ladders are: a price there, a sale below it, or a purchase above it. */
const meets: IsNear = ({ index, tick }, off, side) =>
  Math.abs(off) <= Number(tick) * LADDER_TICKS ||
  (Math.abs(off) <= Number(index) / FAR && side === (off < 0 ? 'sell' : 'buy'));

/**
 * It crosses: a sale at the best bid or below it, or a purchase at the best ask or above it. A change of an order states no
 * side, so it may cross wherever the ladders are.
 */
const crosses: IsNear = ({ index, tick }, off, side) => {
  if (Math.abs(off) < Number(tick) * BEST_TICKS) return false;
  if (side === undefined) return Math.abs(off) <= Number(tick) * LADDER_TICKS;
  return Math.abs(off) <= Number(index) / FAR && side === (off < 0 ? 'sell' : 'buy');
};

/** True when one of the numbers is such a price, or an order has none because it trades at once. */
function hasPriceNear(texts: readonly string[], markets: readonly string[], isNear: IsNear): boolean {
  const words = texts.flatMap((text) => text.split(/[\s"',:{}[\]]+/));
  const references = REFERENCE_MARKETS.filter(({ symbol }) => markets.includes(symbol));
  return words.some((word, place) => {
    if (AT_ONCE.has(word)) return true;
    const price = /^\d+(\.\d+)?$/.test(word) ? Number(word) : NaN;
    const side = words.slice(Math.max(0, place - WINDOW), place).findLast((one) => one === 'buy' || one === 'sell');
    return references.some((reference) => isNear(reference, price - Number(reference.index), side));
  });
}
/** An order at the end of the price band: the least movement of the mark puts it out of bounds. */
const hasPriceAtBound = (texts: readonly string[], markets: readonly string[]): boolean => {
  const bounds = REFERENCE_MARKETS.filter(({ symbol }) => markets.includes(symbol)).flatMap(({ index }) =>
    BOUNDS.map((bound) => String(Number(index) * bound)),
  );
  return texts.some((text) => bounds.includes(text));
};
const BOUNDS = [0.95, 1.05];

/** Kinds of orders that trade, or are gone. */
const AT_ONCE: ReadonlySet<string> = new Set(['market', 'limitIoc', 'limitFok', 'twap']);

/** Returns the markets that values name; steps that name none are about the usual one. */
function marketsIn(values: readonly string[]): readonly string[] {
  const named = new Set(values.join('\n').match(/\b[A-Z][A-Z0-9]*-USDT\b/g));
  return named.size > 0 ? [...named].sort(compareKeys) : [USUAL_MARKET];
}

/** Returns the names that take a wallet of the target each: those of steps, and those whose id or address a cell states. */
function namesIn(all: readonly StepClaims[], values: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { wallets = [] } of all) for (const name of wallets) if (name !== undefined) names.add(name);
  for (const value of values) {
    for (const [, name = ''] of value.matchAll(/\{([^{}"]+) (?:id|address|wallet)\}/g)) names.add(name);
  }
  for (const { others = [] } of all) for (const name of others) names.delete(name);
  return names;
}

/** What a scenario has done. */
interface Done {
  readonly wallets: number;
  /** Markets in which orders were accepted, and those in which they traded or stood between the best two. */
  readonly rests: ReadonlySet<string>;
  readonly moves: ReadonlySet<string>;
  /** Orders were filled by those that others had placed. */
  readonly takes: boolean;
}

/** Returns what a scenario has taken beyond its claim, in words; undefined when it kept to it. */
export function overdrawn(claim: Claim, { wallets, rests, moves, takes }: Done): string | undefined {
  const undeclared = 'and no step of it claims that (src/suite/run/claims.ts)';
  if (wallets > claim.wallets) return `it takes ${wallets} wallets where its steps claim ${claim.wallets}`;
  if (takes && !claim.takes) return `it takes from a book, ${undeclared}`;
  if (claim.alone) return undefined;
  const placed = [...rests].find((symbol) => !claim.rests.includes(symbol));
  if (placed !== undefined) return `it places orders in ${placed}, ${undeclared}`;
  const moved = [...moves].find((symbol) => !claim.moves.includes(symbol));
  return moved === undefined ? undefined : `it moves ${moved}, ${undeclared}`;
}

/** Returns what a scenario has done in markets, according to its trace. */
export function doneIn(entries: readonly TraceEntry[], wallets: number): Done {
  const rests = new Set<string>();
  const moves = new Set<string>();
  let takes = false;
  /** Prices of orders that the scenario has placed itself. */
  const own = new Set<string>();
  for (const { signed, response, status } of entries) {
    if (!signed || !PLACES.test(signed.action) || status !== 200 || !isRecord(signed.params)) continue;
    const text = response ?? '';
    const isTaken = /"filled":\{|"cumQty":"[\d.]*[1-9]/.test(text);
    if (!isTaken && !/"resting":\{|"status":"(modified|resting|open)"/.test(text)) continue;
    const inside = insideOf(signed.params);
    for (const symbol of inside) moves.add(symbol);
    const prices = pricesIn(signed.params);
    // Between the best two, and at a price where it has placed one before, it meets orders of its own.
    takes ||= isTaken && inside.length === 0 && !prices.some((price) => own.has(price));
    for (const price of prices) own.add(price);
    const markets = claimedMarkets(signed.params);
    for (const symbol of markets) rests.add(symbol);
    // Among several orders the trace does not show which one was filled.
    if (isTaken && markets.length === 1) for (const symbol of markets) moves.add(symbol);
  }
  return { wallets, rests, moves, takes };
}

const PLACES = /^(place|modify)/;

const pricesIn = (params: unknown): string[] =>
  [...JSON.stringify(params).matchAll(/"price":"(\d[\d.]*)"/g)].map(([, price = '']) => price);

const claimedMarkets = (params: unknown): string[] => {
  const found = JSON.stringify(params).matchAll(/"symbol":"([A-Z][A-Z0-9]*-USDT)"/g);
  return [...new Set([...found].map(([, symbol = '']) => symbol))];
};
