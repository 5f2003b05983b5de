import { maxLeverageOf } from '../../engine/risk/tiers.ts';
import type { Market, State } from '../../engine/state.ts';
import { invariant } from '../../kernel/assert.ts';
import { DECIMAL_TEXT_MAX, parseDecimal } from '../../kernel/decimal.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/errors.ts';
import type { Units } from '../../kernel/units.ts';
import { onGrid } from './funds.ts';
import type { Json, JsonObject } from '../json.ts';
import { SYMBOL_MAX, tooLong } from './lengths.ts';
import { decode } from '../primitives.ts';
import { invalidMarket } from '../symbols.ts';

/** Leverage and market of the actions that set margin for one market (wire 2.10, R-11). */

/** A leverage as it is signed: text as sent, a JSON integer in decimal. Errors: VALIDATION_ERROR, INVALID_FORMAT. */
export function readLeverageText(params: JsonObject): string | Refusal {
  const decoded = decode(params, { leverage: 'id' });
  if (isRefusal(decoded)) return decoded;
  return decoded.leverage ?? notPositive();
}

/** A whole number from 1 to the market's maximum. Errors: VALIDATION_ERROR. */
export function leverageFrom(text: string, { spec }: Market): number | Refusal {
  const whole = wholeOf(text);
  if (whole === undefined) return notPositive();
  return whole > BigInt(maxLeverageOf(spec)) ? refuse('VALIDATION_ERROR', 'leverage exceeds maximum') : Number(whole);
}

/** What is wrong with a leverage before its market is known, or undefined. */
export const leverageFault = (text: string): Refusal | undefined =>
  wholeOf(text) === undefined ? notPositive() : undefined;

const wholeOf = (text: string): bigint | undefined =>
  /^[1-9][0-9]*$/.test(text) ? parseDecimal(text)?.digits : undefined;

const notPositive = (): Refusal => refuse('VALIDATION_ERROR', 'leverage must be a positive integer');

/** The symbol of a write as it is signed. Errors: VALIDATION_ERROR `symbol is required`, INVALID_FORMAT. */
export function readWriteSymbol(value: Json | undefined): string | Refusal {
  if (value === undefined || value === null || value === '') return refuse('VALIDATION_ERROR', 'symbol is required');
  return typeof value === 'string' ? value : refuse('INVALID_FORMAT');
}

/** The market of a write, in its final spelling. Errors: VALIDATION_ERROR when too long; INVALID_FORMAT `market name invalid`. */
export function writeMarket(symbol: string, state: Readonly<State>): Market | Refusal {
  const long = tooLong(SYMBOL_MAX, { symbol });
  if (long !== undefined) return refuse('VALIDATION_ERROR', long);
  return state.markets.get(symbol) ?? invalidMarket();
}

/**
 * An amount of margin, on the grid of the settlement asset.
 * Errors: VALIDATION_ERROR when too long, `<field> must be a valid decimal number`, or the text about precision.
 */
export function readMargin(field: string, text: string, state: Readonly<State>): Units | Refusal {
  const long = tooLong(DECIMAL_TEXT_MAX, { [field]: text });
  if (long !== undefined) return refuse('VALIDATION_ERROR', long);
  const amount = parseDecimal(text);
  const [settlement] = state.config.collaterals;
  invariant(settlement, 'a world has a settlement asset');
  return amount
    ? onGrid(amount, settlement, 'margin')
    : refuse('VALIDATION_ERROR', `${field} must be a valid decimal number`);
}
