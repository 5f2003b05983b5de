import type { Command } from '../../engine/command.ts';
import type { CancelOrder, ModifyOrder, OrderType, PlaceOrder } from '../../engine/orders/order-commands.ts';
import { type LineCursor, literal } from './line-cursor.ts';

const BEGIN = literal('[');
const END = literal(']');
const COMMA = literal(',');
const ACCOUNT = literal('{"account":');
const CLIENT_ID = literal(',"clientId":');
const EXPIRES_AT = literal(',"expiresAt":');
const ORDER_TYPE = literal(',"orderType":');
const POST_ONLY = literal(',"postOnly":');
const PRICE = literal(',"price":');
const QUANTITY = literal(',"quantity":');
const REDUCE_ONLY = literal(',"reduceOnly":');
const BUY = literal(',"side":"buy"');
const SELL = literal(',"side":"sell"');
const SOURCE = literal(',"source":');
const SYMBOL = literal(',"symbol":');
const PLACE = literal(',"type":"PlaceOrder"}');
const ORDER = literal(',"order":{"no":');
const CANCEL = literal('},"type":"CancelOrder"}');
const CHANGE = literal('},"price":');
const TRIGGER_PRICE = literal(',"triggerPrice":');
const MODIFY = literal(',"type":"ModifyOrder"}');

/** Reads a list of plain orders, changes and cancels; null for a list with any other command. */
export function readOrderCommands(cursor: LineCursor): Command[] | null {
  cursor.skip(BEGIN);
  const commands: Command[] = [];
  do {
    if (commands.length > 0) cursor.skip(COMMA);
    cursor.skip(ACCOUNT);
    const account = cursor.whole();
    commands.push(cursor.sees(ORDER) ? changeOf(cursor, account) : placementOf(cursor, account));
  } while (cursor.fits && cursor.sees(COMMA));
  cursor.skip(END);
  return cursor.fits ? commands : null;
}

function placementOf(cursor: LineCursor, account: number): PlaceOrder {
  cursor.skip(CLIENT_ID);
  const clientId = cursor.text();
  cursor.skip(EXPIRES_AT);
  const expiresAt = cursor.wholeOrNull();
  cursor.skip(ORDER_TYPE);
  const orderType = cursor.repeatedText() as OrderType;
  cursor.skip(POST_ONLY);
  const postOnly = cursor.isTrue();
  cursor.skip(PRICE);
  const price = cursor.text();
  cursor.skip(QUANTITY);
  const quantity = cursor.text();
  cursor.skip(REDUCE_ONLY);
  const reduceOnly = cursor.isTrue();
  const side = cursor.sees(BUY) ? 'buy' : 'sell';
  cursor.skip(side === 'buy' ? BUY : SELL);
  cursor.skip(SOURCE);
  const source = cursor.repeatedText();
  cursor.skip(SYMBOL);
  const symbol = cursor.repeatedText();
  cursor.skip(PLACE);
  return {
    account,
    clientId,
    expiresAt,
    orderType,
    postOnly,
    price,
    quantity,
    reduceOnly,
    side,
    source,
    symbol,
    type: 'PlaceOrder',
  };
}

function changeOf(cursor: LineCursor, account: number): CancelOrder | ModifyOrder {
  cursor.skip(ORDER);
  const order = { no: cursor.whole() };
  if (cursor.sees(CANCEL)) {
    cursor.skip(CANCEL);
    return { account, order, type: 'CancelOrder' };
  }
  cursor.skip(CHANGE);
  const price = cursor.textOrNull();
  cursor.skip(QUANTITY);
  const quantity = cursor.textOrNull();
  cursor.skip(TRIGGER_PRICE);
  const triggerPrice = cursor.textOrNull();
  cursor.skip(MODIFY);
  return { account, order, price, quantity, triggerPrice, type: 'ModifyOrder' };
}
