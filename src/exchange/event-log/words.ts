import { formatAmount, formatLots, formatPrice, formatPriceUnits } from '../../contract/format.ts';
import type { State } from '../../engine/state.ts';
import { type AccountNo, type OrderNo, subAccountIdOf, VAULT_NO, venueIdOf } from '../../kernel/ids.ts';
import type { Lots, PriceUnits, Ticks, Units } from '../../kernel/units.ts';
import type { KnownOrder } from './log-row.ts';

/** Figures and names as the texts of the log write them. */
export class Words {
  readonly #state: Readonly<State>;
  /** The order that the event is about, where it is known. */
  readonly #order: KnownOrder | null;

  constructor(state: Readonly<State>, order: KnownOrder | null = null) {
    this.#state = state;
    this.#order = order;
  }

  price(symbol: string, ticks: Ticks): string {
    const spec = this.#state.markets.get(symbol)?.spec;
    return spec ? formatPrice(spec, ticks) : String(ticks);
  }

  index(symbol: string, price: PriceUnits): string {
    const spec = this.#state.markets.get(symbol)?.spec;
    return spec ? formatPriceUnits(spec, price) : String(price);
  }

  lots(symbol: string, lots: Lots): string {
    const spec = this.#state.markets.get(symbol)?.spec;
    return spec ? formatLots(spec, lots) : String(lots);
  }

  amount(value: Units): string {
    return formatAmount(value);
  }

  account(no: AccountNo): string {
    if (no === VAULT_NO) return 'the vault';
    return this.#state.accounts.get(no)?.agent === true ? 'an agent' : subAccountIdOf(no);
  }

  orderId(no: OrderNo): string {
    return venueIdOf(no);
  }

  /** `buy 0.5 at 94990`, or the id of an order that is not known any more. */
  order(no: OrderNo): string {
    const known = this.#order;
    return known?.no === no ? this.terms(known) : `order ${venueIdOf(no)}`;
  }

  terms({ symbol, side, quantity, price }: KnownOrder): string {
    const size = quantity === 0 ? 'the whole position' : this.lots(symbol, quantity);
    return `${side} ${size} ${price === 0 ? 'at the market' : `at ${this.price(symbol, price)}`}`;
  }

  /** A price of the order's own market. */
  orderPrice(ticks: Ticks): string {
    return this.#order ? this.price(this.#order.symbol, ticks) : String(ticks);
  }

  /** A quantity of the order's own market. */
  orderLots(lots: Lots): string {
    return this.#order ? this.lots(this.#order.symbol, lots) : `${lots} lots`;
  }
}
