import type { Charge } from '../../engine/token-bucket.ts';
import type { Command, Input } from '../../engine/command.ts';
import type { ExchangeConfig } from '../../engine/config.ts';
import type { CancelOrder, ModifyOrder, OrderType, PlaceOrder } from '../../engine/orders/order-terms.ts';
import { parseDumpText } from '../../kernel/canonical-json.ts';
import type { JournalRecord, JournalStart, NumberedInput } from './journal.ts';
import type { LedgerRecord } from './ledger-record.ts';
import { hasRightSum, LineCursor, literal, SUM_DIGITS } from './line-cursor.ts';
import { type Check, END, HEADER, INPUTS, ShapeError } from './shape.ts';
import { isRecord } from '../../kernel/entries.ts';

/**
 * A journal as text, one JSON document a line: a header, every input in order, and what the exchange had come to after
 * the last of them. The start and these inputs give every state it was in.
 */
export const DUMP_FORMAT = 'perpsim-journal';
/** Counts from the first release on: it goes up when an older reader would misread what is written. */
export const DUMP_VERSION = 1;

export interface DumpHeader {
  readonly format: typeof DUMP_FORMAT;
  readonly version: number;
  /** Of the package that wrote it: another one may replay the same inputs to another state. */
  readonly package: string;
  readonly world: string;
  readonly serviceName: string;
  readonly seed: string;
  readonly config: ExchangeConfig;
  readonly start: JournalStart;
  /** In a data directory: the clock follows the wall, so a restarted exchange catches up with it. */
  readonly followsWall?: boolean;
}

export interface DumpEnd {
  readonly inputs: number;
  /** Rolling digest over all inputs and their events, and the digest of the state. */
  readonly chain: string;
  readonly state: string;
  readonly ledger: LedgerRecord;
}

export type DumpLine =
  | { readonly kind: 'header'; readonly header: DumpHeader }
  /** `chain`: the rolling digest before this input. */
  | { readonly kind: 'input'; readonly record: NumberedInput; readonly chain: string }
  | { readonly kind: 'end'; readonly end: DumpEnd };

/** A journal cannot be read; the message names the line, where it begins and the field. */
export class DumpError extends Error {
  override readonly name = 'DumpError';
  /** From 1. */
  readonly line: number;
  /** Bytes before this line. */
  readonly offset: number;

  constructor({ line, offset }: DumpPlace, message: string) {
    super(`line ${line} (byte ${offset}): ${message}`);
    this.line = line;
    this.offset = offset;
  }
}

/** A line of a journal: its number from 1, and the bytes before it. */
export interface DumpPlace {
  readonly line: number;
  readonly offset: number;
}

/**
 * Reads a journal line by line and checks each against what may stand there. An end may be followed by more inputs:
 * an exchange that was closed and started again.
 */
export class DumpReader {
  readonly #cursor = new LineCursor();
  #line = 0;
  #offset = 0;
  #next = 0;
  #sum = '';
  #at = 0;
  #inputs = 0;
  #ended = false;

  /** Where the line that was read last begins. */
  get place(): DumpPlace {
    return { line: this.#line, offset: this.#offset };
  }

  /** Bytes read so far, with the end of each line. */
  get bytes(): number {
    return this.#next;
  }

  /** Number of the last input read, or of the one that the journal starts after. */
  get inputs(): number {
    return this.#inputs;
  }

  /** Sum of the last line read. */
  get sum(): string {
    return this.#sum;
  }

  /** Whether the line that was read last is an end. */
  get ended(): boolean {
    return this.#ended;
  }

  /**
   * Takes the next line, without its end.
   *
   * @throws DumpError
   */
  read(text: string): DumpLine {
    this.#line += 1;
    this.#offset = this.#next;
    this.#next += Buffer.byteLength(text) + 1;
    const frequent = this.#line > 1 ? readFrequentLine(this.#cursor, text) : null;
    if (frequent) {
      if (frequent.sum !== this.#cursor.sumAfter(this.#sum)) throw this.#error(WRONG_SUM);
      this.#sum = frequent.sum;
      return this.#follow(frequent.seq, frequent.input, frequent.chain);
    }
    const value = parseDumpText(text);
    if (!isObject(value)) throw this.#error(this.#line === 1 ? NO_JOURNAL : CHANGED);
    if (this.#line === 1) return { kind: 'header', header: this.#header(text, value) };
    this.#checkSum(text, value);
    return 'ledger' in value ? { kind: 'end', end: this.#end(value) } : this.#input(value);
  }

  /**
   * Says that no line is left.
   *
   * @throws DumpError when the last line was no end
   */
  close(): void {
    if (this.#ended) return;
    this.#line += 1;
    this.#offset = this.#next;
    throw this.#error(this.#line === 1 ? 'the journal is empty' : 'the end of the journal is missing: it was cut off');
  }

  #header(text: string, value: object): DumpHeader {
    const { format, version } = value as Partial<DumpHeader>;
    if (format !== DUMP_FORMAT) throw this.#error(NO_JOURNAL);
    if (typeof version === 'number' && version > DUMP_VERSION) {
      throw this.#error(
        `field "version": ${version} is newer than ${DUMP_VERSION}, the newest that this perpsim reads`,
      );
    }
    if (version !== DUMP_VERSION) {
      throw this.#error(`field "version": there is no version ${String(version)}`);
    }
    this.#checkSum(text, value);
    this.#check(HEADER, value);
    const { sum: _, ...read } = value as DumpHeader & { readonly sum: string };
    if (read.seed !== read.config.seed) throw this.#error('field "seed": differs from that of the config');
    const { start } = read;
    const isHeld = start.snapshot !== null || start.state !== undefined;
    if ((start.seq === 0) === isHeld || (start.snapshot !== null && start.state !== undefined)) {
      throw this.#error('field "start": takes a state or the name of a snapshot when inputs come before it, else none');
    }
    this.#at = read.config.startTime;
    this.#inputs = start.seq;
    return read;
  }

  #input(value: object): DumpLine {
    const { kind } = (value as Partial<NumberedInput>).input ?? {};
    const shapeOfInput = INPUTS.get(kind);
    if (!shapeOfInput) throw this.#error('field "input.kind": there is no such input');
    this.#check(shapeOfInput, value);
    const { seq, input, chain } = value as NumberedInput & { readonly chain: string };
    return this.#follow(seq, input, chain);
  }

  /** Takes an input that looks as it must, if it is the one that follows. */
  #follow(seq: number, input: Input, chain: string): DumpLine {
    if (seq !== this.#inputs + 1) throw this.#error(`field "seq": ${seq} stands where ${this.#inputs + 1} belongs`);
    if (input.at < this.#at) throw this.#error('field "input.at": is before that of the line before');
    this.#at = input.at;
    this.#inputs = seq;
    this.#ended = false;
    return { kind: 'input', record: { seq, input }, chain };
  }

  #end(value: object): DumpEnd {
    this.#check(END, value);
    const end = value as DumpEnd;
    if (end.inputs !== this.#inputs) {
      throw this.#error(`field "inputs": says ${end.inputs}, but ${this.#inputs} stand before it`);
    }
    this.#ended = true;
    return end;
  }

  #checkSum(text: string, value: object): void {
    if (!hasRightSum(this.#sum, text, value)) throw this.#error(WRONG_SUM);
    this.#sum = (value as { sum: string }).sum;
  }

  #check(shape: Check, value: unknown): void {
    try {
      shape(value);
    } catch (error) {
      if (error instanceof ShapeError) throw this.#error(`field "${error.field}": ${error.message}`);
      throw error;
    }
  }

  #error(message: string): DumpError {
    return new DumpError(this.place, message);
  }
}

const NO_JOURNAL = 'is not the header of a perpsim journal';
const WRONG_SUM = 'field "sum": does not fit this line and the one before: changed, or a line is missing';
const CHANGED = 'is not as a journal writes it: cut off or changed';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** A line of the kinds that a journal is nearly all made of, with its sum, which is still to be compared. */
export interface FrequentLine extends JournalRecord {
  readonly sum: string;
}

const CHAIN = literal('{"chain":');
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
  cursor.skip(OBJECT_END);
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
  return value.every((command: unknown) => isRecord(command) && typeof command['type'] === 'string');
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
