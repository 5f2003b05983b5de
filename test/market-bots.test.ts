import { expect, test } from 'vitest';
import { runCourse, type StrategyResult } from '../scripts/market-bots/trivial-course.ts';
import { Ledger, Ledgers } from '../scripts/market-bots/trivial-ledger.ts';
import { judge, trivialPage } from '../scripts/market-bots/trivial-report.ts';
import { type Seen, STRATEGIES, TAKING_BOTS, TOUCH } from '../scripts/market-bots/trivial.ts';
import { createExchange } from '../src/exchange/exchange.ts';
import { invariant } from '../src/kernel/errors.ts';
import { accountNoOf } from '../src/kernel/ids.ts';

const CALM: Seen = {
  second: 600,
  mids: new Array<number>(601).fill(100),
  distances: new Array<number>(600).fill(0),
  imbalance: 0,
  fundingRate: 0,
  takers: [],
  toHourMs: 1_800_000,
};
const wants = (name: string, part: Partial<Seen>): number | null => {
  const bot = TAKING_BOTS.find((each) => each.name === name);
  if (!bot) throw new Error(`there is no bot ${name}`);
  return bot.wants({ ...CALM, ...part });
};
/** A last mid after a minute of 100. */
const after = (last: number): number[] => [...CALM.mids.slice(0, -1), last];

test('momentum goes with a move of a minute and reversal against it, once a minute', () => {
  expect([100.07, 99.93, 100.05].map((mid) => wants('momentum', { mids: after(mid) }))).toEqual([1, -1, 0]);
  expect([100.07, 99.93, 100.05].map((mid) => wants('reversal', { mids: after(mid) }))).toEqual([-1, 1, 0]);
  expect(wants('momentum', { mids: after(101), second: 601 })).toBeNull();
  expect(wants('momentum', { mids: [100, 101] })).toBeNull();
});

test('index against book trades back to the mean distance', () => {
  const away = (distance: number): number[] => [...new Array<number>(599).fill(0.0002), distance];
  const asked = [0.0006, -0.0002, 0.0003, 0.0002].map((distance) => away(distance));
  expect(asked.map((distances) => wants('index against book', { distances }))).toEqual([-1, 1, null, 0]);
  expect(wants('index against book', { distances: [1] })).toBeNull();
});

test('the others act on what they are named after', () => {
  expect([0.7, -0.7, 0.5].map((imbalance) => wants('imbalance', { imbalance }))).toEqual([1, -1, 0]);
  expect(wants('imbalance', { imbalance: 1, second: 601 })).toBeNull();
  const harvest = (toHourMs: number, fundingRate = 0.0001) => wants('funding harvest', { toHourMs, fundingRate });
  expect([harvest(1_800_000), harvest(120_000), harvest(120_000, -0.0001), harvest(60_000)]).toEqual([0, -1, 1, null]);
  expect(wants('sandwich', { takers: [0.1, 0.2, -0.05] })).toBe(1);
  expect(wants('sandwich', { takers: [-0.25, 0.01] })).toBe(-1);
  expect(wants('sandwich', { takers: [0.2, -0.2] })).toBe(0);
  expect(wants('sandwich', { takers: [0.1], second: 601 })).toBeNull();
});

test('a ledger comes to what a trade of an hour costs by hand, for the taker and for the maker', async () => {
  const exchange = await createExchange({ world: 'bare' });
  const ledgers = [new Ledger(), new Ledger()];
  const [taker, maker] = ledgers as [Ledger, Ledger];
  const complete: number[] = [];
  const accounts = exchange.accounts.slice(0, 2).map(({ address, subAccountId }) => {
    exchange.control.setTier(address, 'tier_0');
    const no = accountNoOf(BigInt(subAccountId));
    invariant(no !== undefined, 'an account of the exchange has a number');
    return no;
  });
  const byAccount = new Map(accounts.map((no, place) => [no, place === 0 ? taker : maker]));
  exchange.runView.observe(new Ledgers(byAccount, (order) => complete.push(order)));
  const balances = (): bigint[] =>
    accounts.map((no) => exchange.runView.state.accounts.get(no)?.balances.get('USDT') ?? 0n);
  const before = balances();
  const trade = async (side: 'buy' | 'sell', price: string): Promise<void> => {
    const order = { symbol: 'BTC-USDT', quantity: '0.1' } as const;
    const other = side === 'buy' ? 'sell' : 'buy';
    await exchange.client(1).placeOrder({ ...order, side: other, orderType: 'limitAlo', price });
    await exchange.client(0).placeOrder({ ...order, side, orderType: 'market' });
  };
  await trade('buy', '95010');
  expect(() => taker.earned).toThrow('a position of 10000 lots is still open');
  exchange.clock.advance(3_600_000);
  await trade('sell', '94990');
  // 0.1 BTC is bought for 9,501 and sold for 9,499. The taker pays 5 bp of both, the maker 2 bp. The mark is the index of 95,000, so the
  // rate of the hour is that of interest alone, 0.0000125, and the long one pays 0.1 * 95,000 * 0.0000125 to the short one.
  expect(taker).toMatchObject({ fees: 950_000_000n, funding: -11_875_000n, notional: 1_900_000_000_000n, fills: 2 });
  expect(taker.earned).toBe(-200_000_000n - 950_000_000n - 11_875_000n);
  expect(maker).toMatchObject({ fees: 380_000_000n, funding: 11_875_000n });
  expect(maker.earned).toBe(200_000_000n - 380_000_000n + 11_875_000n);
  expect(balances().map((now, place) => now - (before[place] ?? 0n))).toEqual(ledgers.map(({ earned }) => earned));
  expect(complete).toHaveLength(4);
  await exchange.close();
});

test('a run gives each strategy a result that its balance confirms, and the same again', async () => {
  const task = { world: 'default', seed: 3, seconds: 20, strategies: [TOUCH, 'imbalance'] };
  const [once, again] = [await runCourse(task), await runCourse(task)];
  expect(once.results.map(({ strategy, seed }) => [strategy, seed])).toEqual([[TOUCH, 3], ['imbalance', 3]]); // prettier-ignore
  expect(once.results[0]?.fills).toBeGreaterThan(0);
  expect(again.results).toEqual(once.results);
});

const result = (strategy: string, seed: number, earned: number): StrategyResult => ({
  strategy,
  seed,
  earned,
  fees: 2,
  funding: 0.5,
  notional: 10_000,
  fills: 4,
});

test('a strategy earns where the whole interval is above 0', () => {
  const rows = judge([
    ...[1, 2, 3, 4, 5].map((seed) => result('momentum', seed, seed)),
    ...[1, 2, 3, 4, 5].map((seed) => result('reversal', seed, seed - 3)),
    ...[1, 2].map((seed) => result('sandwich', seed, 100)),
  ]);
  expect(rows.map(({ strategy, verdict }) => [strategy, verdict])).toEqual([
    ['momentum', 'earns'],
    ['reversal', 'does not earn'],
    ['sandwich', 'too few seeds'],
  ]);
  // The mean of 1 to 5 is 3, its error the root of 2.5 / 5. Two of 32 choices of five signs are as far from 0, three times as much for three strategies.
  expect(rows[0]).toMatchObject({ earned: { count: 5, mean: 3 }, corrected: 0.1875, beforeFees: 5, fees: 2, fills: 4 });
  expect(rows[0]?.earned.error).toBeCloseTo(0.7071, 4);
  const course = { command: 'c', world: 'w', seeds: 5, hours: 1, alone: false, cpu: 50 };
  const page = trivialPage(rows, course);
  expect(page).toContain('| momentum | 3.00 | 0.71 |');
  // Five of 10,000 are 5 bp.
  expect(page).toContain('| 0.1875 | 5.00 | 5.00 | 2.00 | 0.500 | 4 | **earns** |');
  expect(page).toContain('10.0 s for an hour of a seed');
  expect(page).not.toContain('- **imbalance**');
  expect(STRATEGIES).toHaveLength(7);
});
