import type { CollateralSpec } from '../../engine/config.ts';
import type { State } from '../../engine/state.ts';
import { type Decimal, parseDecimal } from '../../kernel/decimal.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/errors.ts';
import { UNIT_DECIMALS, type Units } from '../../kernel/units.ts';

/** How collateral assets and amounts of them are read. */

/** Only ASCII may be folded, so that no other alphabet ends up naming an asset (SEC-18). */
const ASCII = /^[ -~]*$/;

/** The spelling of an asset that a read compares with: upper case, as reads of markets do it (wire 7.1). */
export const assetText = (text: string): string => (ASCII.test(text) ? text.trim().toUpperCase() : text);

/** The collateral of exactly this name. Errors: ASSET_NOT_FOUND. */
export function readCollateral(asset: string, state: Readonly<State>): CollateralSpec | Refusal {
  return state.config.collaterals.find((spec) => spec.asset === asset) ?? refuse('ASSET_NOT_FOUND');
}

/** What is being moved, as the text about its precision calls it. */
export type Movement = 'transfer' | 'withdrawal' | 'exchange' | 'margin';

/** A decimal text of any size. Errors: VALIDATION_ERROR `amount must be a valid decimal number`. */
export const readDecimal = (text: string): Decimal | Refusal =>
  parseDecimal(text) ?? refuse('VALIDATION_ERROR', 'amount must be a valid decimal number');

/** An amount on the grid of its asset; zeros beyond the grid say nothing and are no fault. Errors: VALIDATION_ERROR. */
export function onGrid(amount: Decimal, spec: CollateralSpec, movement: Movement): Units | Refusal {
  const { asset, quantityPrecision } = spec;
  if (amount.scale > quantityPrecision) {
    const allowed = `allowed precision: ${quantityPrecision} decimal places`;
    return refuse(
      'VALIDATION_ERROR',
      `${movement} quantity for ${asset} does not conform to quantity tick size (${allowed})`,
    );
  }
  return amount.digits * 10n ** BigInt(UNIT_DECIMALS - amount.scale);
}

/** The same from the text as sent. */
export function readAmount(text: string, spec: CollateralSpec, movement: Movement): Units | Refusal {
  const amount = readDecimal(text);
  return isRefusal(amount) ? amount : onGrid(amount, spec, movement);
}
