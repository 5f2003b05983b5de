import { compareKeys } from '../../kernel/canonical-json.ts';
import type { Claim } from '../deployment.ts';
import type { Spoken } from '../needs.ts';
import { REFERENCE_MARKETS, type ReferenceMarket } from '../targets/reference-market.ts';

/**
 * What a scenario takes for itself while it runs beside others on one exchange, derived from its sentences. Too much only costs
 * time; too little is found out by `overdrawn`, in every run.
 */
export function claimOf({ tags, steps, cells = [] }: Spoken): Claim {
  const texts = [...steps, ...cells];
  const touched = steps.some((step) => USES_A_MARKET.test(step));
  const named = marketsIn(texts.join('\n'));
  const markets = touched ? (named.length > 0 ? named : [USUAL_MARKET]) : [];
  const isPlacing =
    steps.some((step) => CHANGES_A_BOOK.test(step)) ||
    (!isRefusalAlone(tags, steps) && texts.some((text) => SENDS_ORDERS.test(text)));
  const isMoving = isPlacing && (steps.some((step) => TRADES.test(step)) || hasPriceNear(texts, markets, meets));
  const isTaking =
    isPlacing &&
    (steps.some((step) => TAKES.test(step)) ||
      texts.some((text) => OF_A_FILL.test(text)) ||
      ((!isRefusalAlone(tags, steps) || steps.some((step) => LEADS_UP.test(step))) &&
        hasPriceNear(texts, markets, crosses)));
  const watchesMarks = touched && (texts.some((text) => OF_A_MARK.test(text)) || hasPriceAtBound(texts, markets));
  const looksAtBooks = steps.some((step) => OF_A_BOOK.test(step)) || (isMoving && sweeps(steps));
  const wallets = namesIn(steps, cells).size + (readsUnsigned(steps, cells) ? 1 : 0);
  const listsFamilies = steps.some((step) => OF_A_FAMILY.test(step));
  return {
    wallets,
    families: familiesIn(steps, listsFamilies ? wallets : 0),
    listsFamilies,
    rests: isPlacing ? markets : [],
    moves: [...(isMoving ? markets : []), ...(steps.some((step) => OFF_THE_WHITELIST.test(step)) ? [UNLISTED] : [])],
    looks: steps.some((step) => OF_ALL_MARKETS.test(step)) ? EVERYWHERE : looksAtBooks ? markets : [],
    stills: watchesMarks ? markets : [],
    takes: isTaking,
    alone: steps.some((step) => ALONE.test(step)) || tags.some((tag) => /^@?alone$/.test(tag)),
    watchesFees: texts.some((text) => OF_A_TIER.test(text)),
    watchesMarks,
  };
}

/** How many second subaccounts each owner is given, and none for the others up to the number of wallets. */
function familiesIn(steps: readonly string[], wallets: number): readonly number[] {
  const counts = new Map<string, number>();
  for (const owner of ownersIn(steps)) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  const owned = [...counts.values()].sort((a, b) => b - a);
  return [...owned, ...Array.from({ length: Math.max(0, wallets - owned.length) }, () => 0)];
}

/** Whose second subaccounts a scenario uses, a name for each of them. */
export const ownersIn = (steps: readonly string[]): readonly string[] =>
  steps.flatMap((step) => /^"([^"]+)" also owns the subaccount /.exec(step)?.[1] ?? []);

/** What lists the subaccounts of a wallet. */
const OF_A_FAMILY = /getSubAccount(s|Ids)\b/;

/** True when two scenarios would get in each other's way, wallets apart. */
export function collide(one: Claim, other: Claim): boolean {
  if (one.alone || other.alone) return true;
  return disturbs(one, other) || disturbs(other, one);
}

const disturbs = (one: Claim, other: Claim): boolean =>
  meet(one.moves, [...other.moves, ...other.stills, ...other.looks]) || meet(one.rests, other.looks);

const meet = (some: readonly string[], others: readonly string[]): boolean =>
  some.some((symbol) => others.includes(symbol));

/** Sentences that name no market speak of this one. */
const USUAL_MARKET = 'BTC-USDT';

/** What the fee tier of a wallet decides: what trades cost and leave, and how much there may be of something. */
const OF_A_TIER =
  /fee|tier|volume|accountLimits|createSubaccount|balance|\bfree|available|withdrawable|isolated|accountValue|MAX_|rateLimit|^\S+ USDT$/i;

/** What follows the mark to the last digit, or is held against it. */
const OF_A_MARK =
  /mark(?!et)|pnl|liq|value|equity|available|\bfree|withdraw|funding|notional|premium|trigger|stop|bound|PRICE_OUT|portfolio|maint|INSUFFICIENT_|isolatedMargin|marginDelta|initialMargin/i;

/** Lists of all markets, whose rows go by their place. */
const OF_ALL_MARKETS =
  /^anyone gets "\/info\/(contracts|pairs|tickers)|^anyone asks get(Mids|MarketPrices|OpenInterest)\b/;
const EVERYWHERE = REFERENCE_MARKETS.map(({ symbol }) => symbol);

/** Books, prices and trades that everybody sees. */
const OF_A_BOOK =
  /^anyone (asks|gets)|^"[^"]+" (follows|subscribes to) (?!subAccountUpdates)|^a connection "[^"]+" to info/;

/** Orders that are accepted, trades, and what leads up to them. */
const CHANGES_A_BOOK =
  /^"[^"]+" (has (the open orders|placed|the TWAP|sent (place|modify|update|voluntary|exchange))|places|posts|is (long|short)|buys|sells|opens and closes|is a wallet with a (funding payment|liquidation))/;

/** Actions that may place, move or fill an order. */
const SENDS_ORDERS =
  /\b(place(Isolated)?Orders?|modifyOrder|updateIsolatedMargin|voluntary|exchangeCollateral|addIsolated|closePosition)/;

const TRADES =
  /^"[^"]+" (has the TWAP|is (long|short)|buys|sells|opens and closes|is a wallet with a (funding payment|liquidation))/;

/** Trades with the orders of the book; a trade `against` another wallet of the scenario is made between the two. */
const TAKES =
  /^"[^"]+" (has the TWAP|is (long|short) (?!.* against )|buys|sells|opens and closes|is a wallet with a (funding payment|liquidation))/;

/** A response in which an order was filled at once. */
const OF_A_FILL = /^statuses\[\d+\]\.filled/;

/** Orders before what a scenario is about, which are accepted even where that is refused. */
const LEADS_UP = /^"[^"]+" (has placed|has sent (place|modify|update))/;

/** Takes so much that orders far from the others might be met. */
const sweeps = (steps: readonly string[]): boolean =>
  steps.some((step) => Number(/^"[^"]+" (?:buys|sells) "(\d+)/.exec(step)?.[1] ?? 0) >= LADDER_AT_RISK);
const LADDER_AT_RISK = 15;

/** Sentences that reach a market, or ask what stands in one. */
const USES_A_MARKET =
  /^"[^"]+" (has (the open orders|placed|the TWAP|sent )|places|posts|is (long|short)|buys|sells|opens and closes|is a wallet with a (funding payment|liquidation)|(sends|tries) (place|modify|update(Lev|Iso)|voluntary|exchange)|follows|subscribes)|^anyone (asks|gets)|^over "/;

/** There is one such wallet; it is held as a market is. */
const OFF_THE_WHITELIST = /^the wallet of "[^"]+" is not whitelisted$/;
const UNLISTED = 'the wallet off the whitelist';

/** Draws on what all scenarios share. */
const ALONE = /^other requests take|^the address |bucket of the address|^\d+ more connections /;

/** A scenario of refusals alone changes no book; it may look at one. */
const isRefusalAlone = (tags: readonly string[], steps: readonly string[]): boolean =>
  tags.some((tag) => /^@?negative$/.test(tag)) &&
  steps.some((step) => /refused/.test(step)) &&
  !steps.some((step) => /^the (response|body) is (ok|200)|^these facts changed|resting|filled/.test(step));

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

const marketsIn = (text: string): string[] => [...new Set(text.match(/\b[A-Z][A-Z0-9]*-USDT\b/g))].sort(compareKeys);

/** Over a stream another wallet must be logged in: the reads of that one need no signature. */
const readsUnsigned = (steps: readonly string[], cells: readonly string[]): boolean =>
  steps.some((step) => /^"[^"]+" sends get/.test(step)) &&
  cells.some((cell, place) => cell === 'tampered.signature' && cells[place + 1] === '<absent>');

/** Sentences whose quoted words are no wallets. */
const NO_WALLETS =
  /^(the (response|answer|body|world|stream|index|mark|peg|price|stored|fault|next)|each |every |item |anyone|order |market |over "|\d)|^"[^"]*" (of the (response|body)|receives(?! ")|and "|lists|tries|sends \w+ with)/;

/** Names that take a wallet of the target each. */
function namesIn(steps: readonly string[], cells: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>();
  const others = new Set<string>();
  // A connection may have the name of a wallet, which is one all the same.
  const certain = new Set<string>();
  for (const step of steps) {
    for (const [, name = ''] of step.matchAll(/(?:^a connection|subaccount|called|named) "([^"]+?)(?: id)?"/g))
      others.add(name);
    const wallet = /^"([^"]+)" is the unknown-wallet /.exec(step)?.[1];
    if (wallet !== undefined) others.add(wallet);
    const trader = /^"([^"]+)" (is a trader$|logs in |has |buys |sells |is (?:long|short) )/.exec(step)?.[1];
    const owner = /^a connection "[^"]+" of "([^"]+)"$/.exec(step)?.[1];
    for (const name of [trader, owner]) if (name !== undefined) certain.add(name);
    const first = /^"([^"]+)" (tries|sends)/.exec(step)?.[1];
    if (first !== undefined) names.add(first);
    if (NO_WALLETS.test(step)) continue;
    for (const [, name = ''] of step.matchAll(/"([a-z][\w -]*)"/gi)) names.add(name);
  }
  for (const text of [...steps, ...cells]) {
    for (const [, name = ''] of text.matchAll(/\{([^{}"]+) (?:id|address|wallet)\}/g)) names.add(name);
  }
  for (const name of names) if (others.has(name) || /^(tier_\d|USDT|WETH|BTC)$/.test(name)) names.delete(name);
  return new Set([...names, ...certain]);
}

/** What a scenario has done. */
export interface Done {
  readonly wallets: number;
  /** Markets in which orders were accepted, and those in which they traded or stood between the best two. */
  readonly rests: ReadonlySet<string>;
  readonly moves: ReadonlySet<string>;
  /** Orders were filled by those that others had placed. */
  readonly takes: boolean;
}

/** What a scenario has taken beyond its claim, in words; undefined when it kept to it. */
export function overdrawn(claim: Claim, { wallets, rests, moves, takes }: Done): string | undefined {
  const where = '(src/harness/suite/claims.ts)';
  if (wallets > claim.wallets) return `it takes ${wallets} wallets, and its sentences name ${claim.wallets} ${where}`;
  if (takes && !claim.takes) return `it takes from a book, and its sentences do not say so ${where}`;
  if (claim.alone) return undefined;
  const placed = [...rests].find((symbol) => !claim.rests.includes(symbol));
  if (placed !== undefined) return `it places orders in ${placed}, and its sentences do not say so ${where}`;
  const moved = [...moves].find((symbol) => !claim.moves.includes(symbol));
  return moved === undefined ? undefined : `it moves ${moved}, and its sentences do not say so ${where}`;
}
