import { Amount, amountText } from '../amount.ts';
import { isRole, type MarketRole, ROLES } from './roles.ts';
import { isCollateralTerm } from './collateral.ts';
import type { Look } from './view.ts';

/**
 * Terms of a market. Cells of scenarios say `{best bid - 2 ticks}` or `{entry x size x taker rate, rounded to 8 decimals}`
 * instead of figures, which each target has of its own. An expression has numbers, terms and names of figures, with
 * `+ - x /` between blanks and parentheses; a number before a word multiplies: `3 lots`. A term of another market begins with
 * its place: `second mark`. After a comma stands the form:
 *
 * - `N decimals`: rounded to even, with all N decimals
 * - `rounded to N decimals`, `cut to N decimals`: without zeros at the end; cut is towards zero
 * - `price`: as prices of the market are written; `entry price`: with two decimals more
 * - `to whole ticks`, `to whole lots`: down; `rounded to whole ticks`: to the nearest, halves to the even one
 *
 * The names of roles, `settlement` (the asset that the market settles in), `base`, `haircut collateral` and `settlement collateral` are
 * texts; terms of collaterals are figures of what getCollaterals publishes.
 */

/** What a term is: a figure, or a text such as a symbol. */
export type TermValue = Amount | string;

/** The price between the best two; of a book with an empty side the mark. Whole ticks. */
const middle = ({ bestBid, bestAsk, mark, tick }: Look): Amount => {
  const between = bestBid && bestAsk ? bestBid.plus(bestAsk).div(2) : mark;
  return between.div(tick).floor().times(tick);
};

const inTicks = (price: Amount, { tick }: Look): Amount => price.div(tick).floor().times(tick);

/** The ends of the price band, rounded outward. */
const bandTop = ({ mark, cap, tick }: Look): Amount => mark.times(cap.plus(1)).div(tick).ceil().times(tick);
const bandBottom = ({ mark, floor, tick }: Look): Amount =>
  mark.times(floor.neg().plus(1)).div(tick).floor().times(tick);

/** How far the far prices are away: this share of the way from the middle of the book to the end of the band. */
const FAR = new Amount('0.4');

/**
 * A quantity that is worth more than the least value, also in tenth parts: ten times the least quantity or a multiple
 * of that. A market whose prices double meanwhile does not change that.
 */
function usualSize({ minimumSize, lot, minimumValue, mark }: Look): Amount {
  const least = minimumSize.div(lot).ceil().times(lot);
  const times = minimumValue.times(2).div(least.times(mark)).ceil();
  return least.times(Amount.max(1, times)).times(10);
}

/** The largest quantity that is too small; there is none where the least is a single lot. */
const sizeBelowMinimum = ({ minimumSize, lot }: Look): Amount | undefined => {
  const below = minimumSize.minus(lot);
  return below.gt(0) ? below : undefined;
};

/** Figures that stand as long as the rules of the market do, or that a scenario holds from its beginning on. */
const STILL: Readonly<Record<string, (look: Look) => Amount | undefined>> = {
  tick: ({ tick }) => tick,
  ticks: ({ tick }) => tick,
  lot: ({ lot }) => lot,
  lots: ({ lot }) => lot,
  'minimum size': ({ minimumSize }) => minimumSize,
  'size below minimum': sizeBelowMinimum,
  'largest size': ({ largestSize }) => largestSize,
  'largest market size': ({ largestMarketSize }) => largestMarketSize,
  'minimum value': ({ minimumValue }) => minimumValue,
  'default leverage': ({ defaultLeverage }) => defaultLeverage,
  'largest leverage': ({ largestLeverage }) => largestLeverage,
  'initial rate': ({ initialRate }) => initialRate,
  'maintenance rate': ({ maintenanceRate }) => maintenanceRate,
  size: usualSize,
  // Prices at which orders rest, out of the way of everybody.
  'far bid': (look) => inTicks(middle(look).minus(middle(look).minus(bandBottom(look)).times(FAR)), look),
  'far ask': (look) => inTicks(middle(look).plus(bandTop(look).minus(middle(look)).times(FAR)), look),
};

/** Figures that change while a scenario runs. */
const LIVE: Readonly<Record<string, (look: Look) => Amount | undefined>> = {
  'best bid': ({ bestBid }) => bestBid,
  'best ask': ({ bestAsk }) => bestAsk,
  mid: middle,
  mark: ({ mark }) => mark,
  index: ({ index }) => index,
  'last price': ({ last }) => last,
  'band top': bandTop,
  'band bottom': bandBottom,
};

const TEXTS: Readonly<Record<string, (look: Look) => string>> = {
  settlement: ({ settle }) => settle,
  base: ({ base }) => base,
};

/** Places that a term of another market than the first begins with. */
const PLACES = ROLES.flatMap((role) => (role === 'market' ? [] : [{ role, place: role.replace(' market', '') }]));

/** Words of an expression as the role of a market and the term in it. */
function ofMarket(phrase: string): { readonly role: MarketRole; readonly term: string } {
  const found = PLACES.find(({ place }) => phrase.startsWith(`${place} `));
  return found ? { role: found.role, term: phrase.slice(found.place.length + 1) } : { role: 'market', term: phrase };
}

const isTerm = (term: string): boolean => [STILL, LIVE, TEXTS].some((terms) => Object.hasOwn(terms, term));

type Node =
  | { readonly kind: 'number'; readonly value: Amount }
  | { readonly kind: 'words'; readonly words: string }
  | { readonly kind: 'operation'; readonly sign: string; readonly left: Node; readonly right: Node };

interface Form {
  readonly kind:
    | 'decimals'
    | 'rounded'
    | 'cut'
    | 'price'
    | 'entry price'
    | 'ticks'
    | 'nearest ticks'
    | 'lots'
    | 'lower case'
    | 'plain';
  readonly decimals: number;
}

/** An expression that has been read. What its words stand for shows when it is worked out. */
export interface Expression {
  readonly text: string;
  readonly node: Node;
  readonly form: Form;
  /** Words of it, each once: terms of markets and names of figures. */
  readonly words: readonly string[];
}

const FORM =
  /^(?:(rounded to |cut to )?(\d+) decimals?|price|entry price|(?:rounded )?to whole ticks|to whole lots|in lower case)$/;

const KINDS: ReadonlyMap<string, Form['kind']> = new Map([
  ['price', 'price'],
  ['entry price', 'entry price'],
  ['to whole ticks', 'ticks'],
  ['rounded to whole ticks', 'nearest ticks'],
  ['to whole lots', 'lots'],
  ['in lower case', 'lower case'],
]);

function formOf(text: string | undefined): Form | undefined {
  if (text === undefined) return { kind: 'plain', decimals: 0 };
  const found = FORM.exec(text);
  if (!found) return undefined;
  const [whole, how, digits] = found;
  if (digits !== undefined) {
    const kind = how === undefined ? 'decimals' : how.startsWith('cut') ? 'cut' : 'rounded';
    return { kind, decimals: Number(digits) };
  }
  const kind = KINDS.get(whole);
  return kind === undefined ? undefined : { kind, decimals: 0 };
}

const READ = new Map<string, Expression | undefined>();

/** Reads an expression; undefined for a text that is none, such as the name of an id with a sign in it. */
export function readTerm(text: string): Expression | undefined {
  if (!READ.has(text)) READ.set(text, read(text));
  return READ.get(text);
}

function read(text: string): Expression | undefined {
  const [whole = '', last, ...more] = text.split(', ');
  const form = formOf(last);
  if (more.length > 0 || !form) return undefined;
  const tokens = whole
    .replace(/([()])/g, ' $1 ')
    .split(/\s+/)
    .filter(Boolean);
  const reader = new Reader(tokens);
  const node = reader.sum();
  if (!node || !reader.isAtEnd) return undefined;
  const words = new Set<string>();
  collect(node, words);
  return words.size === 0 ? undefined : { text, node, form, words: [...words] };
}

function collect(node: Node, words: Set<string>): void {
  if (node.kind === 'words') words.add(node.words);
  if (node.kind !== 'operation') return;
  collect(node.left, words);
  collect(node.right, words);
}

const SIGNS = new Set(['+', '-', 'x', '/', '(', ')']);

/** Reads sums of products; each method is undefined where the tokens are none. */
class Reader {
  readonly #tokens: readonly string[];
  #place = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.#place === this.#tokens.length;
  }

  sum(): Node | undefined {
    return this.#operations(['+', '-'], () => this.#operations(['x', '/'], () => this.#factor()));
  }

  #operations(signs: readonly string[], next: () => Node | undefined): Node | undefined {
    let left = next();
    for (let sign = this.#token; left && sign !== undefined && signs.includes(sign); sign = this.#token) {
      this.#place += 1;
      const right = next();
      left = right && { kind: 'operation', sign, left, right };
    }
    return left;
  }

  #factor(): Node | undefined {
    const token = this.#token;
    if (token === '(') {
      this.#place += 1;
      const inner = this.sum();
      if (this.#token !== ')') return undefined;
      this.#place += 1;
      return inner;
    }
    if (token === undefined || SIGNS.has(token)) return undefined;
    if (!/^-?\d+(\.\d+)?$/.test(token)) return this.#words();
    this.#place += 1;
    const left: Node = { kind: 'number', value: new Amount(token) };
    const right = this.#words();
    return right ? { kind: 'operation', sign: 'x', left, right } : left;
  }

  #words(): Node | undefined {
    const words: string[] = [];
    for (let token = this.#token; token !== undefined && !SIGNS.has(token); token = this.#token) {
      words.push(token);
      this.#place += 1;
    }
    return words.length > 0 ? { kind: 'words', words: words.join(' ') } : undefined;
  }

  get #token(): string | undefined {
    return this.#tokens[this.#place];
  }
}

/** A term that a market has no figure for now, such as the best bid of an empty side. */
export class NoFigure extends Error {
  override readonly name = 'NoFigure';
}

/** Where the words of an expression get their values from. */
export interface TermSource {
  /** A figure that the scenario has named; undefined for another word. */
  readonly figure: (name: string) => Amount | undefined;
  readonly symbol: (role: MarketRole) => string | undefined;
  /** What the target publishes of the market of a role; undefined when there is none. */
  readonly look: (role: MarketRole) => Look | undefined;
  /** What a term of collaterals stands for; undefined where there is no such collateral. */
  readonly collateral?: (term: string) => TermValue | undefined;
}

/**
 * Works an expression out.
 *
 * @returns the text that stands in a request or a response; undefined when a word of it is neither a term nor a figure
 * @throws NoFigure for a term that this market has no figure for; Error for sums of texts
 */
export function termText(expression: Expression, source: TermSource): string | undefined {
  const value = valueOf(expression.node, source);
  if (value === undefined) return undefined;
  if (typeof value === 'string') return textIn(value, expression);
  // So many lots less than the least quantity are none where that is small.
  if (expression.words.includes('minimum size') && value.lte(0)) {
    throw new NoFigure(`${source.symbol('market') ?? 'the market'} has no quantity of ${expression.text}`);
  }
  return formed(value, expression, source);
}

function valueOf(node: Node, source: TermSource): TermValue | undefined {
  if (node.kind === 'number') return node.value;
  if (node.kind === 'words') return valueOfWords(node.words, source);
  const [left, right] = [valueOf(node.left, source), valueOf(node.right, source)];
  if (left === undefined || right === undefined) return undefined;
  if (typeof left === 'string' || typeof right === 'string') throw new Error('a text is no figure to calculate with');
  if (node.sign === '+') return left.plus(right);
  if (node.sign === '-') return left.minus(right);
  return node.sign === 'x' ? left.times(right) : left.div(right);
}

function valueOfWords(words: string, { figure, symbol, look, collateral }: TermSource): TermValue | undefined {
  const named = figure(words);
  if (named) return named;
  if (isCollateralTerm(words)) {
    const held = collateral?.(words);
    if (held === undefined) throw new NoFigure(`the target has no collateral for "${words}"`);
    return held;
  }
  if (isRole(words)) return symbol(words);
  const { role, term } = ofMarket(words);
  const known = [STILL, LIVE, TEXTS].find((terms) => Object.hasOwn(terms, term))?.[term];
  const seen = known && look(role);
  if (!known || !seen) return undefined;
  const value = known(seen);
  if (value === undefined) throw new NoFigure(`${seen.symbol} has no ${term} now`);
  return value;
}

const textIn = (value: string, { form, text }: Expression): string => {
  if (form.kind === 'plain') return value;
  if (form.kind === 'lower case') return value.toLowerCase();
  throw new Error(`"${text}" gives a text the form of a figure`);
};

function formed(value: Amount, { form, words }: Expression, { look }: TermSource): string {
  const { kind, decimals } = form;
  if (kind === 'decimals') return value.toFixed(decimals, Amount.ROUND_HALF_EVEN);
  if (kind === 'rounded') return amountText(value.toDecimalPlaces(decimals, Amount.ROUND_HALF_EVEN));
  if (kind === 'cut') return amountText(value.toDecimalPlaces(decimals, Amount.ROUND_DOWN));
  if (kind === 'plain' || kind === 'lower case') return amountText(value);
  const role = words.map((one) => ofMarket(one).role).find((one) => one !== 'market') ?? 'market';
  const market = look(role);
  if (!market) return amountText(value);
  if (kind === 'lots') return amountText(value.div(market.lot).floor().times(market.lot));
  const whole = market.tick.decimalPlaces();
  if (kind === 'price') return value.toFixed(whole, Amount.ROUND_HALF_EVEN);
  if (kind === 'entry price') return value.toFixed(whole + 2, Amount.ROUND_HALF_EVEN);
  if (kind === 'nearest ticks') {
    const ticks = value.div(market.tick).toDecimalPlaces(0, Amount.ROUND_HALF_EVEN);
    return amountText(ticks.times(market.tick));
  }
  return amountText(inTicks(value, market));
}

/** True when the value of an expression changes with the market while a scenario runs. */
export const isLive = ({ words }: Expression): boolean => words.some((one) => Object.hasOwn(LIVE, ofMarket(one).term));

/** The markets that an expression speaks of; none where it has names of figures alone. */
export function rolesOf({ words }: Expression): readonly MarketRole[] {
  return words.flatMap((one) => {
    if (isRole(one)) return one;
    const { role, term } = ofMarket(one);
    return isTerm(term) ? role : [];
  });
}

const BRACES = /\{([^{}"]+)\}/g;

const expressionsIn = (texts: readonly string[]): readonly Expression[] =>
  texts.flatMap((text) => [...text.matchAll(BRACES)].flatMap(([, inner = '']) => readTerm(inner) ?? []));

/** The expressions in texts that speak of a market; what else stands in braces is left out. */
export const termsIn = (texts: readonly string[]): readonly Expression[] =>
  expressionsIn(texts).filter((expression) => rolesOf(expression).length > 0);

/** True when texts speak of a collateral by its role. */
export const speaksOfCollaterals = (texts: readonly string[]): boolean =>
  expressionsIn(texts).some(({ words }) => words.some(isCollateralTerm));

/** Forms that follow the increments of a market. */
const OF_INCREMENTS: ReadonlySet<Form['kind']> = new Set(['price', 'entry price', 'ticks', 'nearest ticks', 'lots']);

/** True when texts rest on what a target publishes of a market, and not on its name alone. */
export const needsLook = (texts: readonly string[]): boolean =>
  termsIn(texts).some(({ words }) => !words.every(isRole)) ||
  expressionsIn(texts).some(({ form }) => OF_INCREMENTS.has(form.kind));
