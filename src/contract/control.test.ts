import { expect, test } from 'vitest';
import {
  CONTROL_COMMAND_NAMES,
  controlArguments,
  controlBodyOf,
  controlRequest,
  isControlCommand,
  TIMELINE_COMMANDS,
} from './control.ts';

test.each([
  ['deposit', ['1', 'USDT', '5'], { subAccountId: '1', asset: 'USDT', amount: '5' }],
  ['pinPrice', ['BTC-USDT', undefined], { symbol: 'BTC-USDT' }],
  ['setTier', ['0x1', null], { wallet: '0x1', tierId: null }],
  ['setManager', ['0x1', '0x2', true], { owner: '0x1', manager: '0x2', action: 'add' }],
  ['setManager', ['0x1', '0x2', false], { owner: '0x1', manager: '0x2', action: 'remove' }],
  [
    'historyOrder',
    ['BTC-USDT', 'add', '7', 'buy', '95000', '1'],
    { symbol: 'BTC-USDT', event: 'add', id: '7', side: 'buy', price: '95000', quantity: '1' },
  ],
] as const)('%s takes %j as %j', (name, given, body) => {
  expect(controlBodyOf(name, given)).toEqual(body);
  expect(controlArguments(name, body)).toEqual(given);
});

test('timelines have no commands of recorded liquidity', () => {
  expect(CONTROL_COMMAND_NAMES.filter((name) => !TIMELINE_COMMANDS.includes(name))).toEqual([
    'setHistoryDepth',
    'historyTrade',
    'historyOrder',
  ]);
});

test.each(['constructor', '__proto__', 'toString', 'advance'])('%s is no command of the table', (name) => {
  expect(isControlCommand(name)).toBe(false);
});

test('a call is sent with its fields in the path, in the query or in the body', () => {
  expect(controlRequest('advance', { ms: 5 })).toEqual({ method: 'POST', path: '/clock/advance', body: { ms: 5 } });
  expect(controlRequest('startBranch', { name: 'a b', port: 0 })).toEqual({
    method: 'POST',
    path: '/snapshots/a%20b/branch',
    body: { port: 0 },
  });
  expect(controlRequest('whyMargin', { subAccountId: '7', symbol: 'BTC-USDT' })).toEqual({
    method: 'GET',
    path: '/why/margin/7?symbol=BTC-USDT',
    body: {},
  });
  expect(controlRequest('clock', {}).path).toBe('/clock');
});
