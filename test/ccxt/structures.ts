import { Exchange, Precise } from 'ccxt';
import { expect } from 'vitest';

/**
 * The unified structures of ccxt, in our own words: the package of ccxt ships no validators. Each has the fields that ccxt's manual
 * lists, a kind for each, and what must hold between them. A field that the manual lists is there even where it is undefined.
 */

export type Item = Readonly<Record<string, unknown>>;
/** `?` allows undefined. */
type Kind =
  | `${'number' | 'text' | 'flag' | 'time' | 'date' | 'object' | 'list'}${'' | '?'}`
  | 'info'
  | readonly unknown[];
type Fields = Readonly<Record<string, Kind>>;

const TESTS: Readonly<Record<string, (value: unknown) => boolean>> = {
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  text: (value) => typeof value === 'string' && value !== '',
  flag: (value) => typeof value === 'boolean',
  // After 2024 and before 2100: seconds in place of milliseconds, or microseconds, are not.
  time: (value) => Number.isSafeInteger(value) && Number(value) > 1.7e12 && Number(value) < 4.1e12,
  date: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  list: (value) => Array.isArray(value),
};

function isOf(kind: Kind, value: unknown): boolean {
  if (kind === 'info') return value !== undefined;
  if (typeof kind !== 'string') return kind.includes(value);
  if (kind.endsWith('?')) return value === undefined || TESTS[kind.slice(0, -1)]?.(value) === true;
  return TESTS[kind]?.(value) === true;
}

const MIN_MAX: Fields = { min: 'number?', max: 'number?' };
const FEE: Fields = { currency: 'text', cost: 'number' };
const BY: Fields = { timestamp: 'time', datetime: 'date' };
const MAYBE_BY: Fields = { timestamp: 'time?', datetime: 'date?' };

const SIDE = ['buy', 'sell'];

const FIELDS = {
  Market: {
    ...{ id: 'text', symbol: 'text', base: 'text', quote: 'text', settle: 'text', baseId: 'text', quoteId: 'text' },
    ...{ settleId: 'text', type: ['swap'], subType: ['linear'], spot: [false], margin: [false], swap: [true] },
    ...{ future: [false], option: [false], index: [false], contract: [true], linear: [true], inverse: [false] },
    ...{
      active: 'flag',
      contractSize: 'number',
      taker: 'number',
      maker: 'number',
      percentage: 'flag',
      tierBased: 'flag',
    },
    ...{ expiry: [undefined], expiryDatetime: [undefined], strike: [undefined], optionType: [undefined] },
    ...{ precision: 'object', limits: 'object', marginModes: 'object', created: 'time?', info: 'info' },
  },
  Currency: {
    ...{ id: 'text', code: 'text', name: 'text', type: 'text', active: 'flag', deposit: 'flag', withdraw: 'flag' },
    ...{ fee: 'number', precision: 'number', limits: 'object', networks: 'object', margin: 'flag', info: 'info' },
  },
  Status: { status: ['ok'], updated: 'time', eta: [undefined], url: [undefined], info: 'info' },
  Ticker: {
    ...{ symbol: 'text', ...BY, high: 'number?', low: 'number?', bid: 'number', bidVolume: 'number?', ask: 'number' },
    ...{ askVolume: 'number?', vwap: 'number?', open: 'number', close: 'number', last: 'number', info: 'info' },
    ...{ previousClose: 'number?', change: 'number', percentage: 'number', average: 'number', baseVolume: 'number' },
    ...{ quoteVolume: 'number', markPrice: 'number', indexPrice: 'number' },
  },
  LastPrice: { symbol: 'text', ...BY, price: 'number', side: [undefined], info: 'info' },
  OrderBook: { symbol: 'text', bids: 'list', asks: 'list', ...MAYBE_BY, nonce: 'number?' },
  Trade: {
    ...{ id: 'text', order: 'text?', ...BY, symbol: 'text', type: 'text?', side: SIDE, price: 'number' },
    ...{ takerOrMaker: ['taker', 'maker', undefined], amount: 'number', cost: 'number', fee: 'object?', info: 'info' },
  },
  FundingRate: {
    ...{
      symbol: 'text',
      ...MAYBE_BY,
      fundingRate: 'number',
      markPrice: 'number?',
      indexPrice: 'number?',
      info: 'info',
    },
    ...{ interestRate: 'number?', estimatedSettlePrice: 'number?', fundingTimestamp: 'time', fundingDatetime: 'date' },
    ...{ nextFundingRate: 'number?', nextFundingTimestamp: 'time?', nextFundingDatetime: 'date?', interval: ['1h'] },
    ...{ previousFundingRate: 'number?', previousFundingTimestamp: 'time?', previousFundingDatetime: 'date?' },
  },
  FundingRateHistory: { symbol: 'text', ...BY, fundingRate: 'number', info: 'info' },
  OpenInterest: { symbol: 'text', ...BY, openInterestAmount: 'number', openInterestValue: 'number?', info: 'info' },
  LeverageTier: {
    ...{ tier: 'number', symbol: 'text', currency: 'text', minNotional: 'number', maxNotional: 'number?' },
    ...{ maintenanceMarginRate: 'number', maxLeverage: 'number', info: 'info' },
  },
  DepositWithdrawFee: { withdraw: 'object', deposit: 'object', networks: 'object', info: 'info' },
  /** What the exchange says of an order that it has just taken, edited or cancelled. */
  NewOrder: { id: 'text', symbol: 'text?', status: ['open', 'closed', 'canceled'], info: 'info' },
  Order: {
    ...{ id: 'text', clientOrderId: 'text?', ...BY, lastTradeTimestamp: 'time?', lastUpdateTimestamp: 'time' },
    ...{ status: ['open', 'closed', 'canceled', 'expired', 'rejected'], symbol: 'text', type: ['limit', 'market'] },
    ...{ timeInForce: ['GTC', 'IOC', 'PO', 'GTD', undefined], side: SIDE, price: 'number?', average: 'number?' },
    ...{ amount: 'number', filled: 'number', remaining: 'number', cost: 'number', trades: 'list', fee: 'object?' },
    ...{ fees: 'list', reduceOnly: 'flag', postOnly: 'flag', triggerPrice: 'number?', stopLossPrice: 'number?' },
    ...{ takeProfitPrice: 'number?', info: 'info' },
  },
  Position: {
    ...{
      symbol: 'text',
      id: 'text?',
      ...MAYBE_BY,
      contracts: 'number',
      contractSize: 'number',
      side: ['long', 'short'],
    },
    ...{ notional: 'number?', leverage: 'number?', unrealizedPnl: 'number?', realizedPnl: 'number?', info: 'info' },
    ...{
      collateral: 'number?',
      entryPrice: 'number',
      markPrice: 'number?',
      liquidationPrice: 'number?',
      hedged: [false],
    },
    ...{ marginMode: ['cross', 'isolated', undefined], maintenanceMargin: 'number?', initialMargin: 'number?' },
    ...{ maintenanceMarginPercentage: 'number?', initialMarginPercentage: 'number?', marginRatio: 'number?' },
    ...{ lastUpdateTimestamp: 'time?', lastPrice: 'number?', stopLossPrice: 'number?', takeProfitPrice: 'number?' },
    percentage: 'number?',
  },
  StreamedPosition: {
    ...{ symbol: 'text', ...BY, contracts: 'number', contractSize: 'number', side: ['long', 'short'], info: 'info' },
    ...{
      entryPrice: 'number',
      unrealizedPnl: 'number',
      collateral: 'number',
      initialMargin: 'number',
      hedged: [false],
    },
  },
  PositionMode: { hedged: [false], info: 'info' },
  ADL: {
    ...{ symbol: 'text', rank: [1, 2, 3, 4, 5], rating: 'text?', percentage: 'number?', ...BY, info: 'info' },
  },
  Leverage: { symbol: 'text', marginMode: [undefined], longLeverage: 'number', shortLeverage: 'number', info: 'info' },
  LeverageChange: { symbol: 'text', previousLeverage: 'text', newLeverage: 'text' },
  MarginModification: {
    ...{ symbol: 'text', type: ['add', 'reduce'], marginMode: ['isolated'], amount: 'number', total: 'number' },
    ...{ code: ['USDT'], status: ['ok'], ...MAYBE_BY, info: 'info' },
  },
  FundingHistory: { symbol: 'text', code: ['USDT'], ...BY, id: 'text', amount: 'number', info: 'info' },
  Balances: { free: 'object', used: 'object', total: 'object', ...BY, info: 'info' },
  Account: { id: 'text', type: 'text', code: 'text?', info: 'info' },
  TradingFee: {
    ...{ symbol: 'text', maker: 'number', taker: 'number', percentage: [true], tierBased: [true], info: 'info' },
  },
  LedgerEntry: {
    ...{
      id: 'text',
      ...BY,
      direction: ['in', 'out'],
      account: 'text?',
      referenceId: 'text?',
      referenceAccount: 'text?',
    },
    ...{ type: ['trade', 'transaction', 'transfer', 'funding'], currency: 'text', amount: 'number', before: 'number?' },
    ...{ after: 'number?', status: ['pending', 'ok', 'failed'], fee: 'object?', info: 'info' },
  },
  Transaction: {
    ...{ id: 'text', txid: 'text?', ...MAYBE_BY, network: 'text?', address: 'text?', addressTo: 'text?', info: 'info' },
    ...{ addressFrom: 'text?', tag: 'text?', tagTo: 'text?', tagFrom: 'text?', type: ['deposit', 'withdrawal'] },
    ...{ amount: 'number', currency: 'text', status: ['pending', 'ok', 'failed', 'canceled'], updated: 'time?' },
    ...{ internal: 'flag?', comment: 'text?', fee: 'object?' },
  },
  Transfer: {
    ...{ id: 'text?', ...MAYBE_BY, currency: 'text', amount: 'number', fromAccount: 'text', toAccount: 'text' },
    ...{ status: ['ok', 'pending', 'failed'], info: 'info' },
  },
  CancelSwitch: { info: 'info', triggerTime: 'time', datetime: 'date' },
} as const satisfies Readonly<Record<string, Fields>>;

export type StructureName = keyof typeof FIELDS;

/** Asserts that a value is one of these structures, and that its figures agree. */
export function expectStructure(name: StructureName, value: unknown): Item {
  const fields: Fields = FIELDS[name];
  const item = value as Item;
  expect(typeof value, `${name} is an object`).toBe('object');
  const missing = Object.keys(fields).filter((field) => !(field in item));
  expect(missing, `${name} lacks`).toEqual([]);
  const wrong = Object.entries(fields).filter(([field, kind]) => !isOf(kind, item[field]));
  expect(
    wrong.map(([field, kind]) => [field, kind, item[field]]),
    `${name} has wrong fields`,
  ).toEqual([]);
  if (typeof item['timestamp'] === 'number' && 'datetime' in item) {
    expect(item['datetime']).toBe(new Date(item['timestamp']).toISOString());
  }
  AGREES[name]?.(item);
  return item;
}

const CCXT = new Exchange();
/** Every digit of a number, as ccxt writes it. */
const text = (value: unknown): string => CCXT.numberToString(Number(value));
const sameAmount = (found: unknown, wanted: string, what: string): void =>
  expect(Precise.stringEq(text(found), text(Number(wanted))), `${what}: ${text(found)} is ${wanted}`).toBe(true);

const AGREES: Readonly<Partial<Record<StructureName, (item: Item) => void>>> = {
  Market: ({ symbol, base, quote, settle, precision, limits, info }) => {
    expect(symbol).toBe(`${String(base)}/${String(quote)}:${String(settle)}`);
    const steps = precision as Record<string, number>;
    const raw = info as Record<string, string>;
    expect(steps).toMatchObject({ amount: Number(raw['orderSizeIncrement']), price: Number(raw['priceIncrement']) });
    for (const limit of ['amount', 'price', 'cost', 'leverage', 'market']) {
      const bounds = (limits as Record<string, Item>)[limit] ?? {};
      for (const [field, kind] of Object.entries(MIN_MAX)) expect(isOf(kind, bounds[field]), limit).toBe(true);
    }
  },
  Ticker: ({ bid, ask, open, last, change, average }) => {
    expect(Number(bid)).toBeLessThan(Number(ask));
    sameAmount(change, Precise.stringSub(text(last), text(open)), 'change');
    expect(Number(average)).toBeGreaterThan(0);
  },
  OrderBook: ({ bids, asks }) => {
    expectLevels(bids as number[][], -1);
    expectLevels(asks as number[][], 1);
    expect(Number((bids as number[][])[0]?.[0])).toBeLessThan(Number((asks as number[][])[0]?.[0]));
  },
  Trade: ({ price, amount, cost, fee }) => {
    sameAmount(cost, Precise.stringMul(text(price), text(amount)), 'cost');
    if (fee !== undefined && (fee as Item)['cost'] !== undefined) expectFields(fee as Item, FEE);
  },
  FundingRate: ({ fundingTimestamp, fundingDatetime, previousFundingTimestamp: before }) => {
    expect(fundingDatetime).toBe(new Date(Number(fundingTimestamp)).toISOString());
    if (before !== undefined) expect(Number(before)).toBeLessThan(Number(fundingTimestamp));
  },
  Order: ({ amount, filled, remaining, cost, average, status }) => {
    sameAmount(amount, Precise.stringAdd(text(filled), text(remaining)), 'amount');
    if (status === 'closed') expect(remaining).toBe(0);
    if (average === undefined) expect(cost).toBe(0);
    // The average has two decimals, so that it may lie half a hundredth away, and a float a little more.
    else expect(Math.abs(Number(cost) / Number(filled) - Number(average))).toBeLessThan(0.005_001);
  },
  Position: ({ contracts, contractSize, markPrice, notional, initialMargin, collateral }) => {
    if (markPrice === undefined) return;
    const size = Precise.stringMul(text(contracts), text(contractSize));
    sameAmount(notional, Precise.stringMul(size, text(markPrice)), 'notional');
    expect(collateral).toBe(initialMargin);
  },
  Balances: ({ free, used, total }) => {
    const codes = Object.keys(total as object);
    expect(codes.length).toBeGreaterThan(0);
    for (const code of codes) {
      const [a, b, sum] = [free, used, total].map((part) => text((part as Record<string, number>)[code]));
      expect(Precise.stringEq(Precise.stringAdd(String(a), String(b)), String(sum)), code).toBe(true);
    }
  },
  Transaction: ({ fee }) => {
    if (fee !== undefined) expectFields(fee as Item, FEE);
  },
};

function expectFields(item: Item, fields: Fields): void {
  for (const [field, kind] of Object.entries(fields)) expect(isOf(kind, item[field]), field).toBe(true);
}

function expectLevels(levels: readonly (readonly number[])[], sign: number): void {
  expect(levels.length).toBeGreaterThan(0);
  levels.forEach((level, index) => {
    expect(level.length).toBe(2);
    expect(level.every((figure) => Number.isFinite(figure) && figure > 0)).toBe(true);
    const before = levels[index - 1]?.[0];
    if (before !== undefined) expect(sign * (Number(level[0]) - before)).toBeGreaterThan(0);
  });
}

/** Asserts that a list has something in it, and that it is of these structures, the oldest first. */
export function expectList(name: StructureName, value: unknown): Item[] {
  expect(Array.isArray(value), `a list of ${name}`).toBe(true);
  const items = (value as unknown[]).map((each) => expectStructure(name, each));
  expect(items.length, `a list of ${name} is not empty`).toBeGreaterThan(0);
  expectAscending(items.map(({ timestamp }) => timestamp));
  return items;
}

/** Asserts that a map has something in it, and that it is of these structures by their symbol or code. */
export function expectMap(name: StructureName, value: unknown, key: 'symbol' | 'code' = 'symbol'): Item[] {
  const entries = Object.entries(value as object).map(([of, each]) => {
    const item = expectStructure(name, each);
    if (key in FIELDS[name]) expect(item[key]).toBe(of);
    return item;
  });
  expect(entries.length, `a map of ${name} is not empty`).toBeGreaterThan(0);
  return entries;
}

export function expectAscending(times: readonly unknown[]): void {
  const known = times.filter((time) => time !== undefined).map(Number);
  expect(
    known.every((time, index) => index === 0 || Number(known[index - 1]) <= time),
    `ascending: ${known.join()}`,
  ).toBe(true);
}

/** [time, open, high, low, close, volume], each a candle later than the one before. */
export function expectCandles(value: unknown, lengthMs: number): number[][] {
  const candles = value as number[][];
  expect(candles.length).toBeGreaterThan(0);
  candles.forEach(([time, open, high, low, close, volume, ...others], index) => {
    expect(others).toEqual([]);
    expect(isOf('time', time) && Number(time) % lengthMs === 0).toBe(true);
    expect(Number(low) <= Math.min(Number(open), Number(close))).toBe(true);
    expect(Number(high) >= Math.max(Number(open), Number(close))).toBe(true);
    expect(Number(volume)).toBeGreaterThanOrEqual(0);
    const before = candles[index - 1]?.[0];
    if (before !== undefined) expect(Number(time) - before).toBe(lengthMs);
  });
  return candles;
}
