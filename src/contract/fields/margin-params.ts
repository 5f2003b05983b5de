import { maxLeverageOf, settlementOf } from '../../kernel/terms.ts';
import type { Market, State } from '../../engine/state.ts';
import { DECIMAL_TEXT_MAX, parseDecimal } from '../../kernel/decimal.ts';
import { type Refusal, refuse } from '../../kernel/errors.ts';
import type { Units } from '../../kernel/units.ts';
import { onGrid } from './funds.ts';
import { checked, first, required, SYMBOL_MAX, tooLong } from './table.ts';
import { invalidMarket } from '../symbols.ts';
import { Type } from '@sinclair/typebox';
import { idAs, json } from './fields.ts';
import { SymbolText } from '../primitives.ts';

/** Leverage and market of the actions that set margin for one market (wire 2.10, R-11). */

export const LeverageText = Type.String({ pattern: '^[1-9][0-9]*$' });
const Leverage = Type.Union([LeverageText, Type.Integer({ minimum: 1 })]);
const NOT_POSITIVE = 'leverage must be a positive integer';

/** A leverage as it is signed: text as sent, a JSON integer in decimal. Errors: VALIDATION_ERROR, INVALID_FORMAT. */
export const leverage = () => required(first(idAs(Leverage)), NOT_POSITIVE);

/** A whole number from 1 to the market's maximum. Errors: VALIDATION_ERROR. */
export function leverageFrom(text: string, { spec }: Market): number | Refusal {
  const whole = wholeOf(text);
  if (whole === undefined) return notPositive();
  return whole > BigInt(maxLeverageOf(spec)) ? refuse('VALIDATION_ERROR', 'leverage exceeds maximum') : Number(whole);
}

/** Returns what is wrong with a leverage before its market is known, or undefined. */
export const leverageFault = (text: string): Refusal | undefined =>
  wholeOf(text) === undefined ? notPositive() : undefined;

const wholeOf = (text: string): bigint | undefined =>
  /^[1-9][0-9]*$/.test(text) ? parseDecimal(text)?.digits : undefined;

const notPositive = (): Refusal => refuse('VALIDATION_ERROR', NOT_POSITIVE);

/** The symbol of a write as it is signed. Errors: VALIDATION_ERROR `symbol is required`, INVALID_FORMAT. */
export const writeSymbol = () =>
  first(
    checked(json(SymbolText), (sent): string | Refusal => {
      if (sent === undefined || sent === '') return refuse('VALIDATION_ERROR', 'symbol is required');
      return typeof sent === 'string' ? sent : refuse('INVALID_FORMAT');
    }),
  );

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
  return amount
    ? onGrid(amount, settlementOf(state.config), 'margin')
    : refuse('VALIDATION_ERROR', `${field} must be a valid decimal number`);
}
