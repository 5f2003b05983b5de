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
    const looks = await this.#look(symbols);
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

  /** Gives a figure a name, by which expressions know it from here on. */
  name(name: string, figure: Amount): void {
    assert.doesNotMatch(
      name,
      /^(second|third) /,
      `a figure that is called "${name}" reads as a term of another market`,
    );
    this.#figures.set(name, figure);
    this.#used.set(name, figure.toFixed());
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
   * A text with its terms worked out. Names of other things stay, and with `keepsLive` so do figures that change with the market.
   */
  textOf(text: string, keepsLive = false): string {
    return text.replace(BRACES, (whole, inner: string) => {
      const expression = readTerm(inner);
      return !expression || (keepsLive && isLive(expression)) ? whole : (this.text(inner) ?? whole);
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
    const look = this.first(symbol) ?? this.#target().markets?.get(symbol) ?? (await looksAt(this.#ask)).get(symbol);
    assert.ok(look, `getMarkets lists no market ${symbol} with all its figures`);
    return lookAtBook(this.#ask, look);
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

  /**
   * How a market has moved out of the way of terms that the scenario used, in words; undefined when they hold as they did. Looks
   * again.
   */
  async moved(): Promise<string | undefined> {
    if (!this.isUsed) return undefined;
    await this.lookAgain();
    const [first, last] = [this.#looks[0], this.#looks.at(-1)];
    for (const [inner, text] of this.#used) {
      const expression = readTerm(inner);
      if (!expression || !isLive(expression)) continue;
      const now = this.#worked(expression, last);
      if (now instanceof NoFigure) return now.message;
      if (now !== text) return `${inner} was ${text} when the scenario began, and is ${String(now)}`;
    }
    return this.#outrun(first, last);
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

  /** Looks at markets. Their rules hold for the run where the probe has seen them. */
  async #look(symbols: readonly string[]): Promise<ReadonlyMap<string, Look>> {
    const { markets } = this.#target();
    const known = new Map<string, Look>();
    for (const symbol of symbols) {
      const look = markets?.get(symbol);
      if (look) known.set(symbol, look);
    }
    if (symbols.every((symbol) => known.has(symbol))) return looksAgain(this.#ask, known);
    const all = await looksAt(this.#ask);
    return new Map([...all].filter(([symbol]) => symbols.includes(symbol)));
  }

  #worked(expression: Expression, looks: ReadonlyMap<string, Look> | undefined): string | NoFigure | undefined {
    try {
      return termText(expression, this.#source(looks));
    } catch (error) {
      if (error instanceof NoFigure) return error;
      throw error;
    }
  }

  #source(looks: ReadonlyMap<string, Look> | undefined): TermSource {
    return {
      figure: (name) => this.#figures.get(name),
      symbol: (role) => this.symbolOf(role),
      look: (role) => looks?.get(this.symbolOf(role) ?? ''),
      collateral: (term) => this.#collaterals.get(term),
    };
  }
}

const BRACES = /\{([^{}"]+)\}/g;
