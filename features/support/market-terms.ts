import assert from 'node:assert/strict';
import { type Amount, amountIn } from '../../src/suite/amount.ts';
import { Unmet } from '../../src/suite/deployment.ts';
import { type CollateralTerms, collateralTerms } from '../../src/suite/market/collateral.ts';
import {
  HAIRCUT_COLLATERAL,
  type MarketRole,
  type Roles,
  USUAL_COLLATERAL,
  USUAL_ROLES,
} from '../../src/suite/market/roles.ts';
import {
  type Expression,
  isLive,
  needsLook,
  NoFigure,
  readTerm,
  rolesOf,
  speaksOfCollaterals,
  termsIn,
  termText,
  type TermSource,
} from '../../src/suite/market/terms.ts';
import { type AskPublic, lookAtBook, type Look, looksAgain, looksAt } from '../../src/suite/market/view.ts';
import { valueAt } from '../../src/suite/paths.ts';
import type { Target } from '../../src/suite/targets/target.ts';

const NUMBER = /^-?\d+(\.\d+)?$/;

/** The sentence that names figures: it prepares no request. */
export const THESE_FIGURES = 'these figures:';

/** The least and the greatest figure that a cell has meant since the scenario began. */
export interface Bracket {
  readonly least: Amount;
  readonly greatest: Amount;
}

/**
 * The markets of a scenario. It looks at them once, when the scenario begins, and its terms keep those figures. What is stated of
 * a market that moves holds for any moment between that look and the last one.
 */
export class MarketTerms {
  readonly #ask: AskPublic;
  readonly #target: () => Target;
  readonly #figures = new Map<string, Amount>();
  /** Expressions that named figures were worked out from. */
  readonly #sources = new Map<string, string>();
  /** Expressions in requests that rest on what moves. */
  readonly #asked = new Set<string>();
  /** What each term that was used has come to. */
  readonly #used = new Map<string, string>();
  #isUsed = false;
  #collaterals: CollateralTerms = new Map();
  /** The first look, the last one, and those between; none where the scenario has names of markets alone. */
  #looks: ReadonlyMap<string, Look>[] = [];

  constructor(target: () => Target, ask: AskPublic) {
    this.#target = target;
    this.#ask = ask;
  }

  /** Looks at the markets that texts of a scenario speak of; at none where they speak of none. */
  async begin(texts: readonly string[]): Promise<void> {
    const roles = new Set(termsIn(texts).flatMap(rolesOf));
    const symbols = [...roles].map((role) => {
      const symbol = this.symbolOf(role);
      if (symbol === undefined) throw new Unmet('market', `the target has no market to be the ${role}`);
      return symbol;
    });
    const isOfCollaterals = speaksOfCollaterals(texts);
    this.#isUsed = symbols.length > 0 || isOfCollaterals;
    this.#looks = [];
    if (isOfCollaterals) {
      const roles: Roles = this.#target().roles ?? { [HAIRCUT_COLLATERAL]: USUAL_COLLATERAL };
      const list = valueAt(await this.#ask('getCollaterals', {}), 'response');
      this.#collaterals = collateralTerms(list, roles[HAIRCUT_COLLATERAL]);
    }
    if (symbols.length === 0 || !needsLook(texts)) return;
    const looks = await this.#look(symbols, !termsIn(texts).some(isLive));
    const missing = symbols.find((symbol) => !looks.has(symbol));
    assert.equal(missing, undefined, `getMarkets or getMarketPrices lacks figures of ${missing ?? ''}`);
    this.#looks = [looks];
  }

  symbolOf(role: MarketRole): string | undefined {
    const roles: Roles = this.#target().roles ?? USUAL_ROLES;
    return roles[role];
  }

  /** True when the scenario has terms of a market. */
  get isUsed(): boolean {
    return this.#isUsed;
  }

  /** Terms that were used, and what they have come to. */
  get used(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#used);
  }

  /**
   * Gives a figure a name, by which expressions know it from here on.
   *
   * @param inner the expression that it was worked out from
   */
  name(name: string, figure: Amount, inner?: string): void {
    assert.doesNotMatch(
      name,
      /^(second|third|session) /,
      `a figure that is called "${name}" reads as a term of another market`,
    );
    this.#figures.set(name, figure);
    this.#used.set(name, figure.toFixed());
    if (inner !== undefined) this.#sources.set(name, inner);
  }

  /** Notes what a request of the scenario is made of. */
  asks(texts: readonly string[]): void {
    for (const { text } of this.#liveIn(texts)) this.#asked.add(text);
  }

  /**
   * What stands for an expression; undefined for other words.
   *
   * @throws Unmet for a term that the market has no figure for
   */
  text(inner: string): string | undefined {
    const expression = readTerm(inner);
    const text = expression && this.#worked(expression, this.#looks[0]);
    if (text instanceof NoFigure) throw new Unmet('market', text.message);
    if (text !== undefined) this.#used.set(inner, text);
    return text;
  }

  /**
   * A text with its terms worked out. Names of other things stay, and with `keeps` so do figures that change with the market: terms
   * of it, or also figures that were worked out from them.
   */
  textOf(text: string, keeps: 'nothing' | 'terms' | 'figures' = 'nothing'): string {
    return text.replace(BRACES, (whole, inner: string) => {
      const expression = readTerm(inner);
      const isKept = (one: Expression): boolean =>
        keeps !== 'nothing' && (keeps === 'figures' ? this.#isLive(one) : isLive(one));
      return !expression || isKept(expression) ? whole : (this.text(inner) ?? whole);
    });
  }

  /** What a look says of the market with this symbol, the first one. */
  first(symbol: string): Look | undefined {
    return this.#looks[0]?.get(symbol);
  }

  /** True when a text states a figure that changes with its market. */
  watchesLive(texts: readonly string[]): boolean {
    return this.isUsed && termsIn(texts).some(isLive);
  }

  /** Looks again, and keeps what it saw. */
  async lookAgain(): Promise<void> {
    const [first] = this.#looks;
    if (first) this.#looks = [...this.#looks, await looksAgain(this.#ask, first)];
  }

  /** Looks at the book of a market now, whether the scenario has a term of it or not. */
  async lookNow(symbol: string): Promise<Look> {
    return lookAtBook(this.#ask, await this.rulesOf(symbol));
  }

  /** What is published of the prices of a market now, whether the scenario has a term of it or not. */
  async pricesNow(symbol: string): Promise<Look> {
    const rules = await this.rulesOf(symbol);
    return (await looksAgain(this.#ask, new Map([[symbol, rules]]))).get(symbol) ?? rules;
  }

  /** What rules a market, with prices of an earlier look. */
  async rulesOf(symbol: string): Promise<Look> {
    const look = this.first(symbol) ?? this.#target().markets?.get(symbol) ?? (await looksAt(this.#ask)).get(symbol);
    assert.ok(look, `getMarkets lists no market ${symbol} with all its figures`);
    return look;
  }

  /** Between what a cell lies that states one live figure; undefined for any other cell, and while nothing has moved. */
  bracket(cell: string): Bracket | undefined {
    const inner = /^(?:number |text )?\{([^{}"]+)\}$/.exec(cell)?.[1];
    const expression = inner === undefined ? undefined : readTerm(inner);
    if (!expression || !isLive(expression) || this.#looks.length < 2) return undefined;
    const figures = this.#looks.flatMap((looks) => {
      const text = this.#worked(expression, looks);
      return typeof text === 'string' ? (amountIn(text) ?? []) : [];
    });
    const sorted = figures.toSorted((a, b) => a.cmp(b));
    const [least, greatest] = [sorted[0], sorted.at(-1)];
    return least && greatest && { least, greatest };
  }

  /** Expressions of texts whose value changes with the market, by a term in them or by a figure that was worked out from one. */
  #liveIn(texts: readonly string[]): readonly Expression[] {
    return texts
      .flatMap((text) => [...text.matchAll(BRACES)].flatMap(([, inner = '']) => readTerm(inner) ?? []))
      .filter((expression) => this.#isLive(expression));
  }

  #isLive(expression: Expression): boolean {
    return (
      isLive(expression) ||
      expression.words.some((word) => {
        const source = readTerm(this.#sources.get(word) ?? '');
        return source !== undefined && this.#isLive(source);
      })
    );
  }

  /**
   * True for a value that a statement about a moving market could have meant a moment before or after: a figure of the same kind, and
   * no farther away than a market that moves by a hundredth takes it.
   */
  couldMean(actual: unknown, cell: string): boolean {
    const found = /^(number |text )?\{([^{}"]+)\}$/.exec(cell);
    const [expression] = found ? this.#liveIn([cell]) : [];
    if (!expression || this.#looks.length === 0) return false;
    if (typeof actual !== (found?.[1] === 'number ' ? 'number' : 'string')) return false;
    const figure = amountIn(String(actual));
    // A named figure may have been worked out before the move or after it. Sizes go in steps, so that one that follows alone may leave
    // out all that lies on one side.
    const texts = this.#looks.flatMap((looks) =>
      [1 - NEAR, 1, 1 + NEAR].flatMap((times) =>
        [false, true].flatMap((follows) => this.#worked(expression, scaled(looks, times), follows) ?? []),
      ),
    );
    const figures = texts.flatMap((text) => (typeof text === 'string' ? (amountIn(text) ?? []) : []));
    const [least, greatest] = [figures.toSorted((a, b) => a.cmp(b))[0], figures.toSorted((a, b) => b.cmp(a))[0]];
    if (!figure || !least || !greatest || figure.lt(least) || figure.gt(greatest)) return false;
    return expression.form.kind !== 'decimals' || decimalsOf(String(actual)) === expression.form.decimals;
  }

  /** Marks the error of a comparison that failed by no more than a market moves. */
  excuse(error: unknown, cells: readonly string[]): void {
    if (error instanceof Error) MISSED.set(error, cells);
  }

  /** The cells of a comparison that was marked so; undefined for any other error. */
  missedBy(error: Error): readonly string[] | undefined {
    return MISSED.get(error);
  }

  /**
   * How a market has moved since the scenario began, in words; undefined while what the expressions say stands as it did. Looks again.
   *
   * @param cells those whose expressions count; left out: all that are in requests
   */
  async moved(cells?: readonly string[]): Promise<string | undefined> {
    if (!this.isUsed || this.#looks.length === 0) return undefined;
    await this.lookAgain();
    for (const expression of this.#liveIn(cells ?? [...this.#asked].map((inner) => `{${inner}}`))) {
      const [first, ...later] = this.#looks.map((looks) => this.#worked(expression, looks, true));
      const other = later.find((one) => one instanceof NoFigure || one !== first);
      if (other instanceof NoFigure) return other.message;
      if (other !== undefined)
        return `${expression.text} was ${String(first)} when the scenario began, and is ${other}`;
    }
    return undefined;
  }

  /** A price at which an order was to rest and that its market has reached, in words, by the last look. */
  get outrun(): string | undefined {
    return this.#outrun(this.#looks[0], this.#looks.at(-1));
  }

  /** A price at which an order was to rest, and that the market has reached. */
  #outrun(
    first: ReadonlyMap<string, Look> | undefined,
    last: ReadonlyMap<string, Look> | undefined,
  ): string | undefined {
    for (const [inner, text] of this.#used) {
      // A product is no price: the margin that a scenario sets aside, by the far price.
      const isPrice = /far (bid|ask)/.test(inner) && !/ [x/] /.test(inner) && NUMBER.test(text);
      const expression = isPrice ? readTerm(inner) : undefined;
      if (!expression) continue;
      const [role = 'market'] = rolesOf(expression);
      const symbol = this.symbolOf(role) ?? '';
      const [then, now] = [first?.get(symbol), last?.get(symbol)];
      const best = inner.includes('far bid') ? now?.bestAsk : now?.bestBid;
      if (!then || !best) continue;
      const isReached = inner.includes('far bid') ? best.lte(text) : best.gte(text);
      if (isReached) return `${symbol} has reached ${text}, where an order was to rest`;
    }
    return undefined;
  }

  /**
   * Looks at markets. Their rules hold for the run where the probe has seen them.
   *
   * @param mayBeRecent a look that another scenario took some seconds ago will do
   */
  async #look(symbols: readonly string[], mayBeRecent: boolean): Promise<ReadonlyMap<string, Look>> {
    const { markets, lately, saw } = this.#target();
    const isKnown = symbols.every((symbol) => markets?.has(symbol));
    const recent = mayBeRecent && isKnown ? lately?.() : undefined;
    const all = recent ?? (markets && isKnown ? await looksAgain(this.#ask, markets) : await looksAt(this.#ask));
    if (!recent) saw?.(all);
    return new Map([...all].filter(([symbol]) => symbols.includes(symbol)));
  }

  /** @param follows named figures are worked out anew from what they rest on */
  #worked(
    expression: Expression,
    looks: ReadonlyMap<string, Look> | undefined,
    follows = false,
  ): string | NoFigure | undefined {
    try {
      return termText(expression, this.#source(looks, follows));
    } catch (error) {
      if (error instanceof NoFigure) return error;
      throw error;
    }
  }

  #source(looks: ReadonlyMap<string, Look> | undefined, follows: boolean): TermSource {
    return {
      figure: (name) => {
        const source = follows ? readTerm(this.#sources.get(name) ?? '') : undefined;
        const text = source && this.#worked(source, looks, true);
        return (typeof text === 'string' ? amountIn(text) : undefined) ?? this.#figures.get(name);
      },
      symbol: (role) => this.symbolOf(role),
      look: (role) => looks?.get(this.symbolOf(role) ?? ''),
      collateral: (term) => this.#collaterals.get(term),
    };
  }
}

const BRACES = /\{([^{}"]+)\}/g;

/** Errors of comparisons that failed by no more than a market moves, with the cells. */
const MISSED = new WeakMap<Error, readonly string[]>();

/** Share by which a market may move while a scenario runs. */
const NEAR = 0.01;

const decimalsOf = (text: string): number => (text.split('.')[1] ?? '').length;

/** Looks at markets whose prices are so many times as high. */
const scaled = (looks: ReadonlyMap<string, Look>, times: number): ReadonlyMap<string, Look> =>
  new Map(
    [...looks].map(([symbol, look]) => {
      const [mark, index, last] = [look.mark, look.index, look.last].map((price) => price.times(times));
      const [bestBid, bestAsk] = [look.bestBid?.times(times), look.bestAsk?.times(times)];
      return [
        symbol,
        { ...look, mark: mark ?? look.mark, index: index ?? look.index, last: last ?? look.last, bestBid, bestAsk },
      ];
    }),
  );
