import { amountOrNothing, amountText, NOTHING } from '../amount.ts';
import { valueAt } from '../paths.ts';
import type { SuiteClient, HouseWallet } from './suite-client.ts';
import { type Damage, damageTo, NOT_CANCELLED, priceFault, type ReferenceMarket } from './reference-market.ts';

export interface LadderParts {
  readonly suiteClient: SuiteClient;
  /** Those that stand open. */
  readonly reference: readonly ReferenceMarket[];
  /** Who stands in for what was taken; undefined where there is none. */
  readonly keeper: HouseWallet | undefined;
  readonly clientId: () => string;
  /** Whether this run has placed an order in a market at a price. */
  readonly hasPlacedAt: (symbol: string, price: string) => boolean;
  /** Receives a text for orders that are still open although they were cancelled. */
  readonly stillOpen: (text: string) => void;
  /** Whether other lanes have orders in a market, far from the best two. */
  readonly isShared: (symbol: string) => boolean;
  readonly wait: (ms: number) => Promise<void>;
}

const BATCH = 20;
/** Looks at marks that are on their way back, and milliseconds between them. */
const LOOKS = 40;
export const LOOK_MS = 1_000;

/** Keeps the books of a reference market as scenarios state them: twenty levels a side, each of one order. */
export class Ladder {
  readonly #parts: LadderParts;

  constructor(parts: LadderParts) {
    this.#parts = parts;
  }

  /**
   * Fills up what is missing.
   *
   * @param markets that were traded in
   * @returns in words what cannot be put right
   */
  async restore(markets: readonly string[]): Promise<string | undefined> {
    const { suiteClient, keeper } = this.#parts;
    for (const reference of this.#parts.reference.filter(({ symbol }) => markets.includes(symbol))) {
      const { symbol } = reference;
      if (keeper) await suiteClient.ask(keeper, 'cancelAllOrders', { symbols: [symbol] });
      const book = await suiteClient.book(symbol);
      if (!book) return `getOrderbook does not show ${symbol}`;
      const damage = damageTo(reference, book, {
        isOurs: (price) => this.#parts.hasPlacedAt(symbol, price),
        isShared: this.#parts.isShared(symbol),
      });
      if (typeof damage === 'string') {
        if (damage.includes(NOT_CANCELLED)) this.#parts.stillOpen(damage);
        return damage;
      }
      if (damage.length === 0) continue;
      if (!keeper) return `the book of ${symbol} has gaps, and no wallet is the keeper who would fill them`;
      for (const side of damage) {
        const fault = await this.#repair(keeper, reference, side);
        if (fault !== undefined) return fault;
      }
    }
    return undefined;
  }

  /** True where a level of a market is smaller than scenarios state it. */
  async hasGaps(symbol: string): Promise<boolean> {
    const reference = this.#parts.reference.find((one) => one.symbol === symbol);
    const book = reference && (await this.#parts.suiteClient.book(symbol));
    if (!book) return false;
    const damage = damageTo(reference, book, { isShared: true });
    return typeof damage !== 'string' && damage.length > 0;
  }

  /** What is left of damaged levels is bought up first, so that each level is one order again. */
  async #repair(
    keeper: HouseWallet,
    { symbol, size }: ReferenceMarket,
    { side, levels }: Damage,
  ): Promise<string | undefined> {
    const { suiteClient, clientId } = this.#parts;
    const isSwept = await this.#sweep(keeper, symbol, { side, levels });
    const orders = levels
      .map(({ price, there }) => ({
        price,
        quantity: isSwept ? size : amountText(amountOrNothing(size).minus(amountOrNothing(there))),
      }))
      .filter(({ quantity }) => amountOrNothing(quantity).gt(0))
      .map((level) => ({ symbol, side, orderType: 'limitAlo', clientOrderId: clientId(), ...level }));
    for (let from = 0; from < orders.length; from += BATCH) {
      const batch = orders.slice(from, from + BATCH);
      const response = await suiteClient.place(keeper, batch);
      const isAllResting = batch.every((_order, index) =>
        valueAt(response.body, `response.statuses[${index}].resting`),
      );
      if (!isAllResting) return `the gaps in the book of ${symbol} cannot be filled: ${response.text}`;
    }
    return undefined;
  }

  /** False when something is left, such as less than may be traded. */
  async #sweep(keeper: HouseWallet, symbol: string, { side, levels }: Damage): Promise<boolean> {
    const { suiteClient, clientId } = this.#parts;
    const quantity = amountText(levels.reduce((sum, { there }) => sum.plus(amountOrNothing(there)), NOTHING));
    if (quantity === '0') return true;
    const price = levels.at(-1)?.price;
    const against = side === 'buy' ? 'sell' : 'buy';
    const order = { symbol, side: against, orderType: 'limitIoc', price, quantity, clientOrderId: clientId() };
    const response = await suiteClient.place(keeper, [order]);
    return valueAt(response.body, 'response.statuses[0].filled.totalSize') === quantity;
  }

  /** Waits until marks are back, which follow their books by an average. Returns a text for the first one that is not. */
  async marksBack(markets: readonly string[]): Promise<string | undefined> {
    const { suiteClient, wait } = this.#parts;
    const reference = this.#parts.reference.filter(({ symbol }) => markets.includes(symbol));
    for (let look = 1; reference.length > 0; look += 1) {
      const fault = await priceFault(suiteClient, reference);
      if (fault === undefined || look === LOOKS) return fault;
      await wait(LOOK_MS);
    }
    return undefined;
  }
}
