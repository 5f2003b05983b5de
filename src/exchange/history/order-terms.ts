import { DEFAULT_TRIGGER_PRICE_TYPE } from '../../contract/words.ts';
import { invariant } from '../../kernel/assert.ts';
import type { Reader, Row } from './database.ts';
import { integer, text } from './query.ts';

/** The terms of orders as records show them: JSON that begins and ends where a record puts values between. */
export interface TermsJson {
  /** From the market of an order record to the value of its status. */
  readonly toStatus: string;
  /** From the trigger price type of an order record to the value of its time. */
  readonly toCreated: string;
  /** From the type of a trade record to its direction. */
  readonly toDirection: string;
  /** The flags of a trade record. */
  readonly flags: string;
}

/** What was read of each database. Terms never change. */
const READ = new WeakMap<Reader, Map<string, TermsJson>>();

/** Returns the terms of a row of order_terms. */
export function termsOf(database: Reader, row: string): TermsJson {
  let known = READ.get(database);
  if (!known) READ.set(database, (known = new Map<string, TermsJson>()));
  let terms = known.get(row);
  if (!terms) known.set(row, (terms = readTerms(database, row)));
  return terms;
}

function readTerms(database: Reader, row: string): TermsJson {
  const sql = 'SELECT t.*, m.symbol FROM order_terms t JOIN markets m ON m.row = t.market WHERE t.row = :row';
  const [terms] = database.all(sql, { ':row': Number(row) }, termsJson);
  invariant(terms, () => `terms ${row} of orders are known`);
  return terms;
}

function termsJson(row: Row): TermsJson {
  const flag = (name: string): boolean => integer(row, name) === 1;
  const { symbol, side } = { symbol: text(row, 'symbol'), side: text(row, 'side') };
  const flags = `"reduceOnly":${flag('reduce_only')},"postOnly":${flag('post_only')},"triggeredByLiquidation":${flag(
    'triggered_by_liquidation',
  )}`;
  // Orders without a trigger leave it empty; the field itself has no empty value.
  const triggerPriceType = text(row, 'trigger_price_type') || DEFAULT_TRIGGER_PRICE_TYPE;
  return {
    toStatus: `,"symbol":"${symbol}","side":"${side}","type":"${text(row, 'type')}","status":"`,
    toCreated: `,"triggerPriceType":"${triggerPriceType}","timeInForce":"${text(
      row,
      'time_in_force',
    )}",${flags},"closePosition":${flag('close_position')},"createdTime":`,
    toDirection: `,"orderType":"${text(row, 'kind')}","symbol":"${symbol}","side":"${side}","direction":"`,
    flags: `,${flags}`,
  };
}
