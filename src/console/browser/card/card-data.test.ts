import { expect, test } from 'vitest';
import { cardOf, fileOf, gainCard, largestGain } from './card-data.ts';

const ORIGIN = { seed: '7', world: 'quiet' };
const AT = Date.UTC(2026, 0, 5, 0, 10);
const PARTS = { at: AT, rules: [], said: '' } as const;

test('the card of a liquidation has its margin line, its sums and the command that shows it again', () => {
  const card = cardOf(
    {
      ...PARTS,
      kind: 'liquidation',
      subject: { liquidation: '1', mode: 'cross' },
      verdict: { equity: '10', maintenance: '12.5', outcome: 'takenOver' },
      inputs: [{ name: 'mark[BTC-USDT]', value: '38000', unit: 'USDT', from: 'mark price of BTC-USDT' }],
      steps: [
        { name: 'maintenance[BTC-USDT]', formula: 'a * b', with: '5 * 2.5', result: '12.5', rule: 'M' },
        { name: 'liquidated', formula: 'equity < maintenance', with: '10 < 12.5', result: 'yes', rule: 'L' },
      ],
    },
    'Account 0',
    ORIGIN,
  );
  expect(card).toEqual({
    title: 'Liquidated',
    subtitle: 'Account 0 · BTC-USDT',
    said: 'Equity 10.00 < maintenance 12.50: takenOver',
    lines: [{ price: 38_000, name: 'margin is used up at the mark 38,000' }],
    sums: ['maintenance[BTC-USDT] = 5 * 2.5 = 12.5', 'liquidated = 10 < 12.5 = yes'],
    origin: 'seed 7 · world quiet · 05 Jan 2026, 00:10:00 UTC · liquidation 1',
    command: 'perpsim why liquidation 1 --journal liquidation-1.jsonl',
    tone: 'bad',
  });
});

test('the card of a refusal says the sentence, and draws the price that was asked for', () => {
  const said = '94,500.37 is no multiple of the tick 1';
  const inputs = [{ name: 'price', value: '94500.37', unit: 'USDT', from: 'the request' }];
  const card = cardOf(
    {
      ...PARTS,
      kind: 'refusal',
      subject: { symbol: 'BTC-USDT', input: '411', place: '2' },
      verdict: { code: 'INVALID_VALUE' },
      said,
      inputs,
      steps: [],
    },
    '',
    ORIGIN,
  );
  expect(card).toMatchObject({ title: 'Refused', subtitle: 'BTC-USDT', said, lines: [{ price: 94_500.37 }] });
  expect(card.command).toBe('perpsim why refusal 411 --item 2 --journal refusal-411-2.jsonl');
});

test('the largest gain is drawn with the price that it was entered at', () => {
  const trade = {
    tradeId: '17',
    symbol: 'BTC-USDT',
    side: 'sell',
    price: '96000',
    quantity: '0.5',
    fee: '20',
    timestamp: AT,
  } as const;
  const best = { ...trade, realizedPnl: '500' };
  expect(largestGain([{ ...trade, realizedPnl: '-1' }, best, { ...trade, realizedPnl: '20' }])).toBe(best);
  expect(largestGain([{ ...trade, realizedPnl: '0' }])).toBeUndefined();
  expect(gainCard(best, 'Account 0', ORIGIN)).toMatchObject({
    title: '+500.00 USDT',
    said: '0.5 BTC sold at 96,000, entered at 95,000',
    lines: [{ price: 95_000 }],
    command: `perpsim query gain-17.jsonl "select entry_price, price, quantity, realized_pnl, fee from fills where trade_id='17'"`,
    sums: ['gain = (96000 - 95000) * 0.5 = 500', 'fee = 20', 'after the fee = 480'],
  });
  expect(gainCard({ ...best, side: 'buy' }, '', ORIGIN).sums[0]).toBe('gain = (97000 - 96000) * 0.5 = 500');
});

test('a request that was refused before it came to the engine is in no journal, so it has no card', () => {
  const refusal = { ...PARTS, kind: 'refusal', verdict: {}, inputs: [], steps: [] } as const;
  expect(fileOf({ ...refusal, subject: { requestId: 'be114fcc8c458788' } })).toBeUndefined();
  expect(fileOf({ ...refusal, subject: { input: '411' } })).toBe('refusal-411');
});
