import { expect, test } from 'vitest';
import type { Command } from '../../engine/command.ts';
import { conditional, plain } from '../../engine/orders/conditional-venue.test-helper.ts';
import { ExplainingVenue } from './explaining-venue.test-helper.ts';
import { saidOf } from './said.ts';

const said = (command: Command, before: readonly Command[] = []): string => {
  const venue = new ExplainingVenue();
  for (const each of before) venue.run(each);
  return venue.why(command).said;
};

const ask = plain({ account: 1, side: 'sell', price: '95000', quantity: '0.4' });
const long = [plain({ account: 1, side: 'sell' }), plain({ quantity: '1', orderType: 'limitIoc' })];

test.each<[Command, readonly Command[], string]>([
  [plain({ price: '94500.37' }), [], '94,500.37 is no multiple of the tick 1; use 94,500 or 94,501'],
  [plain({ quantity: '0.0000001' }), [], '0.0000001 is no multiple of the lot 0.00001; use 0.00001'],
  [plain({ quantity: '101' }), [], '101 is more than the most quantity of an order of this kind, 100; use 100 or less'],
  [plain({ quantity: '0.0009' }), [], '0.0009 is less than the least quantity 0.001; use 0.001 or more'],
  [plain({ price: '99751' }), [], '99,751 is too far over the mark 95,000; use 99,750 or less'],
  [plain({ side: 'sell', price: '90249' }), [], '90,249 is too far under the mark 95,000; use 90,250 or more'],
  [
    plain({ orderType: 'market', price: '' }),
    [],
    'Nobody sells in BTC-USDT now; place a limit order, or try again later',
  ],
  [conditional({ triggerPrice: '' }), [], 'A conditional order needs a trigger; give triggerPrice'],
  [conditional({ triggerPrice: '0.5' }), [], '0.5 is no multiple of the tick 1; use 1'],
  [conditional({ price: '89299' }), [], '89,299 is too far under the trigger 94,000; use 89,300 or more'],
  [plain({ symbol: 'NO-USDT' }), [], 'There is no market NO-USDT; getMarkets lists those that there are'],
  [
    { type: 'SetLeverage', account: 0, symbol: 'BTC-USDT', leverage: 101 },
    [],
    '101 is more than the leverage that the market allows, 100; use 100 or less',
  ],
  [plain({ reduceOnly: true }), [], 'There is no position in BTC-USDT to reduce; leave reduceOnly out to open one'],
  [
    plain({ reduceOnly: true }),
    long,
    'A buy enlarges the long position of 1 in BTC-USDT; sell to reduce it, or leave reduceOnly out',
  ],
  [
    plain({ price: '95000', orderType: 'limitAlo' }),
    [ask],
    'At 95,000 it would trade at once with the best ask 95,000; use a price below 95,000, or leave postOnly out',
  ],
  [
    plain({ price: '94000', clientId: 'mine' }),
    [plain({ price: '94000', clientId: 'mine' })],
    'The live order 1948058938469519360 has the client id mine already; use another id',
  ],
])('%j', (command, before, sentence) => {
  expect(said(command, before)).toBe(sentence);
});

test('too little margin says how much is missing', () => {
  expect(said(plain({ quantity: '100', price: '99000' }), [plain({ quantity: '60', price: '94000' })])).toMatch(
    /^It needs [\d,.]+ of margin and [\d,.]+ is there, [\d,.]+ too little; use a smaller quantity/,
  );
});

test('a refusal without figures is its text with advice', () => {
  const told = { subject: {}, inputs: [], steps: [] };
  const nonce = { code: 'UNAUTHORIZED', message: 'nonce is already used', step: 'checkNonce' };
  expect(saidOf({ ...told, verdict: nonce })).toMatch(/^nonce is already used; use a nonce that is higher/);
  const near = { code: 'NOT_FOUND', message: 'no such route', hint: 'did you mean /v1/info?' };
  expect(saidOf({ ...told, verdict: near })).toBe('no such route; did you mean /v1/info?');
  expect(saidOf({ ...told, verdict: { code: 'NOT_FOUND', message: 'Subaccount not found' } })).toBe(
    'Subaccount not found',
  );
});
