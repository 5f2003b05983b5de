import type { Command, Input } from '../../engine/command.ts';
import type { CancelOrder, ModifyOrder, OrderType, PlaceOrder } from '../../engine/orders/order-terms.ts';
import type { Charge } from '../../engine/token-bucket.ts';
import { parseDumpText } from '../../kernel/canonical-json.ts';
import { isListOf } from '../../kernel/guards.ts';
import { isCommand } from './input-codec.ts';
import type { JournalRecord } from './journal.ts';
import { type LineCursor, literal, SUM_DIGITS } from './line-cursor.ts';

/** A line of the kinds that a journal is nearly all made of, with its sum, which is still to be compared. */
export interface FrequentLine extends JournalRecord {
  readonly sum: string;
}

const CRC = literal('{"crc":');
const INPUT = literal(',"input":{');
const AT = literal('"at":');
const KIND_CLOCK = literal(',"kind":"clock"');
const ACCOUNT_NEXT = literal('"account":');
const ACTION = literal(',"action":');
const REQUEST_AT = literal(',"at":');
const CHARGE = literal(',"charge":{"account":');
const IP = literal(',"ip":');
const ORDERS = literal(',"orders":');
const TRADE = literal(',"surface":"trade"');
const INFO = literal(',"surface":"info"');
const TOKENS = literal(',"tokens":');
const END_OF_CHARGE = literal('}');
const COMMANDS = literal(',"commands":');
const BEHIND_COMMANDS = ',"kind":"request","nonce":';
const NONCE = literal(BEHIND_COMMANDS);
const WALLET = literal(',"wallet":');
const SEQ = literal('},"seq":');
const SUM = literal(',"sum":');
const OBJECT_END = literal('}');

/**
 * Reads a request or a move of the clock in half the time that it takes to parse any line and to check its members. Null
 * for every other line, and for one that is not exactly as a journal writes it: what is wrong with it is said elsewhere.
 */
export function readFrequentLine(cursor: LineCursor, line: string): FrequentLine | null {
  if (!cursor.start(line)) return null;
  cursor.skip(CRC);
  const crc = cursor.whole();
  cursor.skip(INPUT);
  const input = cursor.sees(AT) ? clockOf(cursor) : requestOf(cursor);
  cursor.skip(SEQ);
  const seq = cursor.whole();
  cursor.skip(SUM);
  const sum = cursor.hex(SUM_DIGITS);
  cursor.skip(OBJECT_END);
  cursor.end();
  return input && cursor.fits ? { seq, input, crc, sum } : null;
}

function clockOf(cursor: LineCursor): Input {
  cursor.skip(AT);
  const at = cursor.whole();
  cursor.skip(KIND_CLOCK);
  return { at, kind: 'clock' };
}

function requestOf(cursor: LineCursor): Input | null {
  cursor.skip(ACCOUNT_NEXT);
  const account = cursor.whole();
  cursor.skip(ACTION);
  const action = cursor.repeatedText();
  cursor.skip(REQUEST_AT);
  const at = cursor.whole();
  const charge = cursor.sees(CHARGE) ? chargeOf(cursor) : null;
  cursor.skip(COMMANDS);
  const commands = commandsOf(cursor);
  cursor.skip(NONCE);
  const nonce = cursor.bigintOrNull();
  cursor.skip(WALLET);
  const wallet = cursor.repeatedText();
  if (commands === null) return null;
  // With the keys in the order of the line, as if it had been parsed.
  if (charge === null) return { account, action, at, commands, kind: 'request', nonce, wallet };
  return { account, action, at, charge, commands, kind: 'request', nonce, wallet };
}

/** Plain orders, changes and cancels are read here, and commands of all other kinds parsed. */
function commandsOf(cursor: LineCursor): Command[] | null {
  if (!cursor.fits) return null;
  const { place } = cursor;
  const orders = readOrderCommands(cursor);
  if (orders !== null) return orders;
  cursor.back(place);
  // If this is inside of a command, what stands before it is no JSON and the line is read in the other way.
  const commands = parseDumpText(cursor.upTo(BEHIND_COMMANDS));
  return isListOf(isCommand)(commands) ? commands : null;
}

function chargeOf(cursor: LineCursor): Charge {
  cursor.skip(CHARGE);
  const account = cursor.wholeOrNull();
  cursor.skip(IP);
  const ip = cursor.repeatedText();
  cursor.skip(ORDERS);
  const orders = cursor.whole();
  const surface = cursor.sees(INFO) ? 'info' : 'trade';
  cursor.skip(surface === 'info' ? INFO : TRADE);
  cursor.skip(TOKENS);
  const tokens = cursor.whole();
  cursor.skip(END_OF_CHARGE);
  return { account, ip, orders, surface, tokens };
}

const BEGIN = literal('[');
const LIST_END = literal(']');
const COMMA = literal(',');
const ACCOUNT_FIRST = literal('{"account":');
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
function readOrderCommands(cursor: LineCursor): Command[] | null {
  cursor.skip(BEGIN);
  const commands: Command[] = [];
  do {
    if (commands.length > 0) cursor.skip(COMMA);
    cursor.skip(ACCOUNT_FIRST);
    const account = cursor.whole();
    commands.push(cursor.sees(ORDER) ? changeOf(cursor, account) : placementOf(cursor, account));
  } while (cursor.fits && cursor.sees(COMMA));
  cursor.skip(LIST_END);
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
