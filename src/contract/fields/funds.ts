import { type Decimal, parseDecimal } from '../../kernel/decimal.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/errors.ts';
import { type TimeMs, UNIT_DECIMALS, type Units } from '../../kernel/units.ts';
import type { CollateralSpec } from '../../engine/config.ts';
import type { State } from '../../engine/state.ts';
import { type SentBounds, type TimeWindow, untilNow } from './time-window.ts';

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

/** Time windows of balance updates and transfers; both bounds are inclusive, and a future end counts as now. */

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const MONTH_MS = 30 * DAY_MS;
const YEAR_MS = 365 * DAY_MS;

const unusable = (error: string): Refusal =>
  refuse('VALIDATION_ERROR', 'invalid request parameters', { details: { error } });

/**
 * Refuses bounds that no window can have.
 * Errors: VALIDATION_ERROR `invalid request parameters`, with what is wrong in its details (wire 2.18).
 */
function refuseBounds({ startTime, endTime }: SentBounds, list: string, longestMs: number): Refusal | undefined {
  if (startTime !== undefined && startTime < 0) return unusable(`${list} startTime must be non-negative`);
  if (endTime !== undefined && endTime < 0) return unusable(`${list} endTime must be non-negative`);
  if (startTime === undefined || endTime === undefined) return undefined;
  if (startTime > endTime) return unusable(`${list} startTime must be before endTime`);
  if (endTime - startTime <= longestMs) return undefined;
  return unusable(`${list} time range cannot exceed ${longestMs / 1_000} seconds`);
}

/** The window of getBalanceUpdates: seven days where a bound is missing, at most 365 days. */
export function balanceWindow(sent: SentBounds, now: TimeMs): TimeWindow | Refusal {
  const bounds = untilNow(sent, now);
  const refusal = refuseBounds(bounds, 'balanceUpdates', YEAR_MS);
  if (refusal) return refusal;
  const { startTime, endTime } = bounds;
  const to = Math.min(endTime ?? (startTime === undefined ? now : startTime + WEEK_MS), now);
  return { from: startTime ?? Math.max(to - WEEK_MS, 1), to };
}

/**
 * The window of getTransfers: at most the last thirty days.
 * Errors: also VALIDATION_ERROR for a start, or a lone end, from before them.
 */
export function transferWindow(sent: SentBounds, now: TimeMs): TimeWindow | Refusal {
  const bounds = untilNow(sent, now);
  const refusal = refuseBounds(bounds, 'transfers', MONTH_MS);
  if (refusal) return refusal;
  const floor = now - MONTH_MS;
  const { startTime, endTime = now } = bounds;
  if (startTime !== undefined && startTime < floor) {
    return refuse('VALIDATION_ERROR', 'startTime cannot be more than 30 days in the past');
  }
  if (endTime < floor) return refuse('VALIDATION_ERROR', 'endTime is older than the 30-day historical data cap');
  return { from: startTime ?? floor, to: endTime };
}
