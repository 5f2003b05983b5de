import type { Charge } from '../../engine/admission/limit-terms.ts';
import type { Command, Input } from '../../engine/command.ts';
import type { JournalRecord } from './journal.ts';
import { parseDumpText } from './dump-text.ts';
import { readOrderCommands } from './order-commands-line.ts';
import { type LineCursor, literal } from './line-cursor.ts';
import { SUM_DIGITS } from './line-sum.ts';

/** A line of the kinds that a journal is nearly all made of, with its sum, which is still to be compared. */
export interface FrequentLine extends JournalRecord {
  readonly sum: string;
}

const CHAIN = literal('{"chain":');
const INPUT = literal(',"input":{');
const AT = literal('"at":');
const KIND_CLOCK = literal(',"kind":"clock"');
const ACCOUNT = literal('"account":');
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
const END = literal('}');
const CHAIN_DIGITS = 64;

/**
 * Reads a request or a move of the clock in half the time that it takes to parse any line and to check its members. Null
 * for every other line, and for one that is not exactly as a journal writes it: what is wrong with it is said elsewhere.
 */
export function readFrequentLine(cursor: LineCursor, line: string): FrequentLine | null {
  if (!cursor.start(line)) return null;
  cursor.skip(CHAIN);
  const chain = cursor.hex(CHAIN_DIGITS);
  cursor.skip(INPUT);
  const input = cursor.sees(AT) ? clockOf(cursor) : requestOf(cursor);
  cursor.skip(SEQ);
  const seq = cursor.whole();
  cursor.skip(SUM);
  const sum = cursor.hex(SUM_DIGITS);
  cursor.skip(END);
  cursor.end();
  return input && cursor.fits ? { seq, input, chain, sum } : null;
}

function clockOf(cursor: LineCursor): Input {
  cursor.skip(AT);
  const at = cursor.whole();
  cursor.skip(KIND_CLOCK);
  return { at, kind: 'clock' };
}

function requestOf(cursor: LineCursor): Input | null {
  cursor.skip(ACCOUNT);
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
  return areCommands(commands) ? commands : null;
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

function areCommands(value: unknown): value is Command[] {
  if (!Array.isArray(value)) return false;
  for (const command of value as readonly unknown[]) {
    if (typeof command !== 'object' || command === null || Array.isArray(command)) return false;
    if (typeof (command as Partial<Command>).type !== 'string') return false;
  }
  return true;
}
