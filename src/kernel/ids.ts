/**
 * Ids are decimal strings of 19 digits on the wire and small counters inside: a counter is a cheap Map
 * key and stays exact as a number, while the wire id outgrows one.
 */

/** Counter of an order, from 0. */
export type OrderNo = number;
/** Counter of a subaccount, from 0. */
export type AccountNo = number;
/** Counter of an execution, from 1. */
export type TradeNo = number;
/** Counter of a position, from 1. */
export type PositionNo = number;
/** 0x and 40 lower-case hex digits. */
export type Address = string;

const ORDER_BASE = 1948058938469519360n;
const ACCOUNT_BASE = 1867542890123456789n;
const UINT64_MAX = 2n ** 64n - 1n;

/** The insurance vault. Its number is larger than any that a counter reaches, so it shifts no other id. */
export const VAULT_NO: AccountNo = 1_000_000_000_000;

/** Wire id (venueId) of order 0. Those of the others follow it. */
export const FIRST_VENUE_ID = ORDER_BASE;
const LAST_DIGITS = 1_000_000_000;
const FIRST_DIGITS = String(ORDER_BASE / BigInt(LAST_DIGITS));
const FIRST_LAST_DIGITS = Number(ORDER_BASE % BigInt(LAST_DIGITS));

/** Wire id (venueId) of an order. */
export function venueIdOf(no: OrderNo): string {
  // Of half a billion orders only the last nine digits differ, which a number holds.
  const last = FIRST_LAST_DIGITS + no;
  return last < LAST_DIGITS ? FIRST_DIGITS + String(last) : (ORDER_BASE + BigInt(no)).toString();
}
/** Wire id of a subaccount. */
export const subAccountIdOf = (no: AccountNo): string => (ACCOUNT_BASE + BigInt(no)).toString();

/** Counter behind a venue id, or undefined when no order can have that id. */
export const orderNoOf = (venueId: bigint): OrderNo | undefined => counterOf(venueId, ORDER_BASE);
/** Counter behind a subaccount id, or undefined when no subaccount can have that id. */
export const accountNoOf = (id: bigint): AccountNo | undefined => counterOf(id, ACCOUNT_BASE);

function counterOf(id: bigint, base: bigint): number | undefined {
  const offset = id - base;
  return offset >= 0n && offset <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(offset) : undefined;
}

/** Reads ASCII decimal digits as uint64: no sign, no space, no leading zero except "0" itself (SEC-04). */
export function parseUint64(text: string): bigint | undefined {
  if (!/^(?:0|[1-9][0-9]{0,19})$/.test(text)) return undefined;
  const value = BigInt(text);
  return value <= UINT64_MAX ? value : undefined;
}
