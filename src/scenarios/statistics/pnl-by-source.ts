import type { PnlBySource } from '../run-result.ts';
import { Amount, sumOf, textOf } from './amount.ts';

/** Signed amounts of the settlement asset: negative was paid or lost. */
export interface PnlParts {
  /** Change of account value less what was paid in and out. */
  readonly total: string;
  readonly fees: readonly string[];
  readonly funding: readonly string[];
  readonly liquidation: readonly string[];
}

/** Adds up each source. Price is the rest: realized and unrealized profit, and changes in the value of collateral. */
export function pnlBySource(parts: PnlParts): PnlBySource {
  const sum = (amounts: readonly string[]): Amount => sumOf(amounts.map((amount) => new Amount(amount)));
  const [fees, funding, liquidation] = [sum(parts.fees), sum(parts.funding), sum(parts.liquidation)];
  const total = new Amount(parts.total);
  return {
    price: textOf(total.minus(fees).minus(funding).minus(liquidation)),
    fees: textOf(fees),
    funding: textOf(funding),
    liquidation: textOf(liquidation),
    total: textOf(total),
  };
}
