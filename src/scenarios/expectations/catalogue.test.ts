import { beforeAll, describe, expect, test } from 'vitest';
import type { RunEvent } from '../run-result.ts';
import type { Expectation } from '../scenario.ts';
import { evaluate } from './catalogue.ts';
import type { RequestFact, RunFacts, StreamFacts } from './sentence.ts';
import { factsOf, inRun, type Told } from './facts.test-helper.ts';

const MINUTE = 60_000;
type Rows = Expectation['rows'];

/** A sentence with its rows, and what was found instead: an empty text where it holds. */
type Case = readonly [sentence: string, rows: Rows, message: string];

const request = (name: string, code: string | null): RequestFact => ({
  time: 0,
  account: 'alice',
  action: 'placeOrders',
  name,
  code,
});

const push = (channel: string, time: number, data: object): StreamFacts['pushes'][number] => ({
  time,
  channel,
  frame: { meseq: 7, data },
});

const event = (text: string): RunEvent => ({ time: 0, kind: 'liquidation', account: 'alice', symbol: null, text });

/** What a run tells beside what the API says. */
const TOLD: Told = {
  requests: [
    request('entry', null),
    request('refused', 'INSUFFICIENT_MARGIN'),
    request('refused', 'INSUFFICIENT_MARGIN'),
    request('crossed', 'POST_ONLY_WOULD_TRADE'),
  ],
  streams: new Map([
    [
      'alice',
      {
        isOpen: false,
        connections: 2,
        pushes: [push('trades', 0, { price: '95000' }), push('trades', 0, { price: '95010' })],
      },
    ],
  ]),
  events: [
    event('Liquidation begins at stage 1: equity 1 is below the maintenance margin of 2.'),
    event('Liquidation ends: no position is left.'),
    event('Liquidation begins at stage 2: equity 0 is below the maintenance margin of 2.'),
  ],
};

/** In the calm day, two minutes after its start: alice has bought "0.1" at "95010". */
const PASSING: readonly Case[] = [
  ['the mark price of "BTC-USDT" is above "94000"', [], ''],
  ['the best bid of "BTC-USDT" is between "94990" and "94990"', [], ''],
  ['the spread of "BTC-USDT" is "20"', [], ''],
  ['the trades of "BTC-USDT" include:', [{ price: '95010', quantity: '0.10', side: 'buy' }], ''],
  ['"maker" has no positions', [], ''],
  ['"maker" has no position in "BTC-USDT"', [], ''],
  ['"alice" is long "0.10" in "BTC-USDT"', [], ''],
  ['"alice" has the positions:', [{ symbol: 'BTC-USDT', side: 'long', quantity: '0.1' }], ''],
  ['the entry price of "alice" in "BTC-USDT" is "95010"', [], ''],
  ['"alice" has no open orders', [], ''],
  ['"alice" has no open orders in "BTC-USDT"', [], ''],
  ['"alice" has 0 open orders', [], ''],
  ['"alice" has the open orders:', [], ''],
  ['order "entry" is filled', [], ''],
  ['order "entry" has filled "0.1"', [], ''],
  ['order "entry" has the fills:', [{ price: '95010', orderId: '${entry.orderId}', maker: 'false' }], ''],
  ['the average price of order "entry" is at most "95010"', [], ''],
  ['"alice" has had 1 fill', [], ''],
  ['the USDT balance of "alice" is "9995.2495"', [], ''],
  ['the WETH balance of "alice" is "0"', [], ''],
  ['the fees paid by "alice" is "4.7505"', [], ''],
  ['the funding paid by "alice" is "0"', [], ''],
  ['"alice" is in tier "tier_0"', [], ''],
  ['request "entry" was accepted', [], ''],
  ['request "refused" was refused with INSUFFICIENT_MARGIN', [], ''],
  ['the response to "entry" has:', [{ path: 'statuses[0].filled.totalSize', value: '0.1' }], ''],
  ['"alice" has had 3 requests refused', [], ''],
  ['"alice" has had 1 request refused with POST_ONLY_WOULD_TRADE', [], ''],
  ['"alice" has had requests refused with INSUFFICIENT_MARGIN', [], ''],
  ['"maker" has had no request refused', [], ''],
  ['getFeeRate of "alice" shows:', [{ path: 'currentTier.tierId', value: 'tier_0' }], ''],
  ['getMids of "alice" shows:', [{ path: 'BTC-USDT', value: '95000' }], ''],
  ['"alice" has been liquidated', [], ''],
  ['"alice" has been liquidated 2 times', [], ''],
  ['"alice" has not been deleveraged', [], ''],
  ['the exchange has sold no collateral of "alice"', [], ''],
  ['the position of the vault in "BTC-USDT" is "0"', [], ''],
  ['the account value of the vault is "1000000"', [], ''],
  ['market "BTC-USDT" is open', [], ''],
  ['the index price of "BTC-USDT" is fresh', [], ''],
  ['the exchange is running', [], ''],
  ['the stream of "alice" is not open', [], ''],
  ['"alice" has connected 2 times', [], ''],
  ['the stream of "alice" has received 2 frames of trades', [], ''],
  ['the stream of "alice" has received at least 1 frame of trades', [], ''],
  ['the stream of "alice" has received of trades:', [{ price: '95000' }, { price: '95010', 'frame.meseq': '7' }], ''],
  ['the stream of "alice" has missed 1 trade of "BTC-USDT"', [], ''],
  ['the stream of "alice" has missed 1 own fill', [], ''],
];

const FAILING: readonly Case[] = [
  ['the index price of "BTC-USDT" is below "2"', [], 'the index price of BTC-USDT is 95009'],
  ['the mid price of "BTC-USDT" is "2"', [], 'the mid price of BTC-USDT is 95000'],
  ['the last price of "BTC-USDT" is not "95010"', [], 'the last price of BTC-USDT is 95010'],
  ['the best ask of "BTC-USDT" is between "1" and "2"', [], 'the best ask of BTC-USDT is 95010'],
  ['the spread of "BTC-USDT" is "5"', [], 'the spread of BTC-USDT is 20'],
  ['the open interest of "BTC-USDT" is at most "0"', [], 'the open interest of BTC-USDT is 0.1'],
  ['the funding rate of "BTC-USDT" is "1"', [], 'the last funding rate of BTC-USDT is 0'],
  ['the 24-hour volume of "BTC-USDT" is at least "1"', [], 'the volume of BTC-USDT is 0.1'],
  [
    'the trades of "BTC-USDT" include:',
    [{ price: '95010' }, { price: '1' }],
    'found no trade { price: 1 } after the rows before it, but 1 trade: { price: 95010 }',
  ],
  ['"alice" has no position in "BTC-USDT"', [], 'alice is long 0.1 in BTC-USDT'],
  ['"alice" has no positions', [], 'alice is long 0.1 in BTC-USDT'],
  ['"alice" is short "0.1" in "BTC-USDT"', [], 'alice is long 0.1 in BTC-USDT'],
  ['"maker" is short "0.1" in "BTC-USDT"', [], 'maker has no position in BTC-USDT'],
  ['"alice" has the positions:', [{ symbol: 'ETH-USDT' }], 'found 1 position: { symbol: BTC-USDT }'],
  ['"maker" has the positions:', [{ symbol: 'ETH-USDT' }], 'found no positions'],
  ['the used margin of "alice" in "BTC-USDT" is "0"', [], 'the used margin of alice in BTC-USDT is 1900.02'],
  ['"alice" has 2 open orders', [], 'alice has no open orders'],
  ['"alice" has 2 open orders in "BTC-USDT"', [], 'alice has no open orders in BTC-USDT'],
  ['order "entry" is open', [], 'order entry is filled'],
  ['order "refused" is open', [], 'order refused is rejected'],
  ['order "later" is open', [], 'the entry later has not been carried out yet'],
  ['order "entry" has filled "0.2"', [], 'order entry has filled 0.1'],
  ['order "entry" has not filled', [], 'order entry has filled 0.1'],
  ['order "entry" has the fills:', [{ maker: 'true' }], 'found 1 fill: { maker: false }'],
  ['the average price of order "entry" is below "95010"', [], 'the average price of order entry is 95010'],
  ['"alice" has had 2 fills', [], 'alice has had 1 fill'],
  ['the account value of "alice" is "0"', [], 'the account value of alice is 9994.35'],
  ['the USDT balance of "alice" is above "9999"', [], 'the USDT balance of alice is 9995.2495'],
  ['the funding paid by "alice" is "1"', [], 'alice has paid 0 in funding'],
  ['the fees paid by "alice" is "1"', [], 'alice has paid 4.7505 in fees'],
  ['"alice" is in tier "tier_9"', [], 'alice is in tier tier_0'],
  ['request "refused" was accepted', [], 'it was refused with INSUFFICIENT_MARGIN'],
  ['request "entry" was refused with NOT_FOUND', [], 'it was accepted'],
  [
    '"alice" has had 2 requests refused with POST_ONLY_WOULD_TRADE',
    [],
    'alice has had refused 2 with INSUFFICIENT_MARGIN, 1 with POST_ONLY_WOULD_TRADE',
  ],
  ['"maker" has had requests refused with NOT_FOUND', [], 'no request of maker was refused'],
  [
    'the response to "entry" has:',
    [{ path: 'statuses[0].filled.totalSize', value: '3' }],
    'statuses[0].filled.totalSize of the response to entry is 0.1',
  ],
  ['the response to "later" has:', [{ path: 'orderId', value: '3' }], 'the response to later is not there yet'],
  ['getFeeRate of "alice" shows:', [{ path: 'takerFee', value: '1' }], 'takerFee of getFeeRate is not there'],
  [
    'getOrderbook of "alice" shows:',
    [{ path: 'bids', value: '1' }],
    'getOrderbook was refused with INVALID_FORMAT: market name empty',
  ],
  ['"alice" has not been liquidated', [], 'alice has been liquidated 2 times'],
  ['"alice" has been deleveraged', [], 'alice has not been deleveraged'],
  ['the exchange has sold collateral of "alice"', [], 'no collateral of alice was sold by force'],
  ['the position of the vault in "BTC-USDT" is "1"', [], 'the position of the vault in BTC-USDT is 0'],
  ['the account value of the vault is below "1"', [], 'the account value of the vault is 1000000'],
  ['market "BTC-USDT" is close-only', [], 'market BTC-USDT is open'],
  ['the index price of "BTC-USDT" is stale', [], 'the index price of BTC-USDT is fresh'],
  ['the exchange is draining', [], 'the exchange is running'],
  ['the stream of "alice" is open', [], 'the stream of alice is not open'],
  ['"maker" has connected 1 time', [], 'maker has connected no times'],
  ['the stream of "alice" has received 3 frames of trades', [], 'it has received 2 frames of trades'],
  [
    'the stream of "alice" has received of trades:',
    [{ price: '1' }],
    'found no frame { price: 1 }, but 2 frames: { price: 95000 }, { price: 95010 }',
  ],
  ['the stream of "alice" has missed 0 trades of "BTC-USDT"', [], 'it has missed 1 trade with the trade ids 1'],
  ['the stream of "alice" has missed 0 own fills', [], 'it has missed 1 fill with the trade ids 1'],
  [
    'the response to "entry" has:',
    [{ path: '.', value: '${later.orderId}' }],
    '${later.orderId} leads nowhere: later has no response',
  ],
];

describe('expectations two minutes into the calm day', () => {
  let messages: ReadonlyMap<Case, string>;

  beforeAll(async () => {
    messages = await inRun('calm-day', 2 * MINUTE, async (run) => {
      const facts = factsOf(run, TOLD);
      const found = new Map<Case, string>();
      for (const each of [...PASSING, ...FAILING]) found.set(each, await messageOf(each, facts));
      return found;
    });
  });

  test.each(PASSING)('hold: %s', (...each) => {
    const found = [...messages].find(([[sentence, rows]]) => sentence === each[0] && rows === each[1]);
    expect(found?.[1]).toBe('');
  });

  test.each(FAILING)('say what was found instead of: %s', (...each) => {
    const found = [...messages].find(([[sentence, rows]]) => sentence === each[0] && rows === each[1]);
    expect(found?.[1]).toBe(each[2]);
  });
});

test('A result carries the time of the run, the line and the sentence', async () => {
  const result = await inRun('calm-day', MINUTE, (run) =>
    evaluate({ atMs: 0, line: 3, sentence: 'the exchange is draining', rows: [] }, factsOf(run)),
  );
  expect(result).toEqual({
    time: 1_767_571_260_000,
    line: 3,
    sentence: 'the exchange is draining',
    passed: false,
    message: 'the exchange is running',
  });
});

const messageOf = async ([sentence, rows]: Case, facts: RunFacts): Promise<string> =>
  (await evaluate({ atMs: 0, line: 3, sentence, rows }, facts)).message;
