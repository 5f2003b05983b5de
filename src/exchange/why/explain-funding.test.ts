import { expect, test } from 'vitest';
import { testMarket } from '../../engine/config.test-helper.ts';
import { explainFunding, type FundingFacts } from './explain-funding.ts';
import { checkChain, resultOf } from './recompute.test-helper.ts';

const AT = 1_767_574_800_000;

/** Mean premium of 0.001 over an hour at an index of 95,000, and a long of 2 BTC that pays for it. */
const FACTS: FundingFacts = {
  spec: testMarket('BTC-USDT'),
  mark: 95_095,
  settled: {
    type: 'FundingSettled',
    at: AT,
    symbol: 'BTC-USDT',
    rate: 6_250,
    index: 9_500_000_000_000,
    premiumSum: 3_600_000_000_000_000_000n,
    samples: 3_600,
  },
  paid: {
    type: 'FundingPaid',
    at: AT,
    payment: 7,
    account: 0,
    symbol: 'BTC-USDT',
    position: 3,
    lots: 200_000,
    index: 9_500_000_000_000,
    rate: 6_250,
    amount: -1_187_500_000n,
  },
};

test('a payment: samples, pull towards interest, an eighth of it, and the size', () => {
  const why = explainFunding(FACTS);
  checkChain(why);
  expect(why.subject).toEqual({ paymentId: '7', subAccountId: '1867542890123456789', symbol: 'BTC-USDT' });
  expect(why.verdict).toEqual({ payment: '-11.875', fundingRate: '0.0000625' });
  const names = ['premiumMean', 'pullSum', 'eightHourSum', 'rate', 'payment'];
  expect(names.map((name) => resultOf(why, name))).toEqual(['0.001', '-1.8', '1.8', '0.0000625', '-11.875']);
});

test('beyond the cap of the market', () => {
  const settled = { ...FACTS.settled, premiumSum: 360_000_000_000_000_000_000n, rate: 250_000 };
  const why = explainFunding({ ...FACTS, settled, paid: { ...FACTS.paid, rate: 250_000 } });
  checkChain(why);
  expect(resultOf(why, 'eightHourSum')).toBe('72');
  expect(resultOf(why, 'rate')).toBe('0.0025');
});

test('without a sample the present premium is used for the hour', () => {
  const why = explainFunding({ ...FACTS, settled: { ...FACTS.settled, samples: 0, premiumSum: 0n } });
  checkChain(why);
  expect(resultOf(why, 'premiumSum')).toBe('0.001');
  expect(resultOf(why, 'rate')).toBe('0.0000625');
});
