/**
 * What travels between a client and the exchange, as types. Decimals and ids are strings, times are Unix
 * milliseconds unless a field says otherwise. Responses may carry more fields than are named here; a client must let
 * them pass.
 */
export type * from './records/account.ts';
export type * from './records/funds.ts';
export type * from './records/market.ts';
export type * from './records/order.ts';
export type * from './records/query.ts';
