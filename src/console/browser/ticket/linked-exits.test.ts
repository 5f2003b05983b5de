import { expect, test } from 'vitest';
import { type Exit, exitFieldAt, type Linked, linkedExits } from './linked-exits.ts';

const draft = (first: Partial<Linked>, ...exits: Exit[]): Linked => ({
  symbol: 'BTC-USDT',
  side: 'buy',
  quantity: '0.5',
  takeProfit: '',
  stopLoss: '',
  exitQuantity: '',
  exits,
  ...first,
});
const exit = (takeProfit: string, stopLoss: string, quantity: string): Exit => ({ takeProfit, stopLoss, quantity });
const shortly = (linked: Linked): string[] =>
  linkedExits(linked).items.map(({ orderType, triggerPrice, quantity }) => `${orderType} ${triggerPrice} ${quantity}`);

test('one exit is for the whole order', () => {
  const linked = draft({ takeProfit: '99000', exitQuantity: '0.1' });
  expect(shortly(linked)).toEqual(['triggerTp 99000 0.5']);
  expect(linkedExits(linked).grouping).toBe('normalTpsl');
});

test('several exits close a part each, as one group', () => {
  const linked = draft({ takeProfit: '97000', stopLoss: '93000', exitQuantity: '0.2' }, exit('99000', '91000', '0.3'));
  expect(shortly(linked)).toEqual([
    'triggerTp 97000 0.2',
    'triggerSl 93000 0.2',
    'triggerTp 99000 0.3',
    'triggerSl 91000 0.3',
  ]);
  expect(linkedExits(linked).grouping).toBe('multipleTpsl');
  expect([0, 1, 2, 3, 4].map((at) => exitFieldAt(linked, at))).toEqual([
    undefined,
    'takeProfit',
    'stopLoss',
    'exits',
    'exits',
  ]);
});

test('an exit after a lone stop loss begins with its own, which is where the exchange cuts', () => {
  const linked = draft({ stopLoss: '93000', exitQuantity: '0.2' }, exit('99000', '91000', '0.3'));
  expect(shortly(linked)).toEqual(['triggerSl 93000 0.2', 'triggerSl 91000 0.3', 'triggerTp 99000 0.3']);
});

test('an exit that is not filled in is not sent', () => {
  const linked = draft({ takeProfit: '97000', exitQuantity: '' }, exit('', '', '0.3'));
  expect(shortly(linked)).toEqual(['triggerTp 97000 0.5']);
  expect(linkedExits(linked).grouping).toBe('normalTpsl');
});
