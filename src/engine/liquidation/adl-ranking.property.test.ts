import { expect, test } from 'vitest';
import { VAULT_NO } from '../../kernel/ids.ts';
import { RandomInputs } from '../../kernel/random-inputs.test-helper.ts';
import { runsOf } from '../../kernel/test-budget.test-helper.ts';
import { stateDigest } from '../canonical-state.ts';
import { testConfig } from '../config.test-helper.ts';
import { PRESETS } from '../random-run/presets.test-helper.ts';
import { RandomRun } from '../random-run/random-run.test-helper.ts';
import type { State } from '../state.ts';
import { TestVenue } from '../venue.test-helper.ts';
import { adlBucketOf, rankedWinners } from './adl-ranking.ts';
import { CountedList, type Listed } from './counted-list.ts';
import { naiveBucket, naiveWinners } from './naive-adl.test-helper.ts';

const SEEDS = runsOf({ quick: 6, full: 20 });
const COMMANDS = 400;

/** Holds the bucket of every position, and the winners of its side, against the definition; counts those that are not in the first or unranked. */
function compare(state: State, where: string): { above: number; vault: number } {
  const seen = { above: 0, vault: 0 };
  for (const account of state.accounts.values()) {
    for (const position of account.positions.values()) {
      const bucket = adlBucketOf(state, position);
      expect(bucket, `${where}, position ${position.no}`).toBe(naiveBucket(state, position));
      const market = state.markets.get(position.symbol);
      if (!market) throw new Error(`${position.symbol} is a market`);
      const { first, count } = rankedWinners(
        state,
        market,
        position.lots > 0 ? 'buy' : 'sell',
        Number.MAX_SAFE_INTEGER,
      );
      const winners = naiveWinners(state, position);
      expect(
        first.map(({ position: { account } }) => account),
        `${where}, winners beside ${position.no}`,
      ).toEqual(winners);
      expect(count).toBe(winners.length);
      if (bucket > 1) seen.above += 1;
      if (account.no === VAULT_NO) seen.vault += 1;
    }
  }
  return seen;
}

// Goal: INV-44 against the definition. Method: random runs of every preset; now and then, after whatever happened
// since the last look, every bucket is compared with that of sorting all positions. Reading buckets changes nothing
// of the state.
test('the index of the ranking agrees with sorting all positions', () => {
  const seen = { above: 0, vault: 0 };
  for (let seed = 0; seed < SEEDS; seed += 1) {
    const preset = PRESETS[seed % PRESETS.length];
    if (!preset) throw new Error('there are presets');
    const run = new RandomRun(seed, { ...preset, idleMs: 20_000 });
    const draw = new RandomInputs(String(seed), 'looks');
    for (let command = 1; command <= COMMANDS; command += 1) {
      run.step();
      if (!draw.chance(100_000)) continue;
      const digest = stateDigest(run.state);
      const { above, vault } = compare(run.state, `seed ${seed}, ${preset.name}, command ${command}`);
      expect(stateDigest(run.state)).toBe(digest);
      seen.above += above;
      seen.vault += vault;
    }
  }
  expect(seen.above).toBeGreaterThan(10 * SEEDS);
  expect(seen.vault).toBeGreaterThan(SEEDS / 2);
});

// Goal: ties and many leverages. Method: forty holders, a handful of prices, sizes and leverages, so that equal scores at
// equal and at different leverages are common.
test('equal scores stand by the number of the position, at one leverage and across them', () => {
  const holders = 40;
  const config = testConfig();
  const [like] = config.devAccounts;
  if (!like) throw new Error('a world has accounts');
  const devAccounts = Array.from({ length: holders + 1 }, (_, no) => ({
    ...like,
    address: `0x${String(no).padStart(40, '0')}`,
  }));
  const venue = new TestVenue({ ...config, devAccounts });
  const { state } = venue.engine;
  const draw = new RandomInputs('7', 'crowd');
  for (let turn = 0; turn < 400; turn += 1) {
    const account = draw.between(1, holders);
    if (draw.chance(200_000)) {
      venue.run({ type: 'SetLeverage', account, symbol: 'BTC-USDT', leverage: draw.between(1, 4) * 5 });
    } else {
      const side = draw.chance(500_000) ? 'buy' : 'sell';
      const price = String(95_000 + draw.between(-1, 1) * 100);
      venue.place(0, side === 'buy' ? 'sell' : 'buy', '0.1', price);
      venue.place(account, side, '0.1', price, { orderType: 'limitIoc' });
    }
    if (draw.chance(50_000)) venue.advance(61_000);
    if (draw.chance(100_000)) compare(state, `turn ${turn}`);
  }
  venue.advance(61_000);
  expect(compare(state, 'the end').above).toBeGreaterThan(holders / 3);
});

interface Figure extends Listed<Figure> {
  readonly value: number;
}

// Goal: the list counts as a sorted array does. Method: it grows to many blocks, changes at random, and shrinks to nothing, so that blocks
// are split and put together; after each step its counts are compared with those of the array.
test('a counted list agrees with a sorted array', () => {
  const draw = new RandomInputs('7', 'list');
  const list = new CountedList<Figure>((a, b) => a.value - b.value);
  const sorted: number[] = [];
  const members = new Map<number, Figure>();
  const placeOf = (value: number): number => {
    const place = sorted.findIndex((other) => other >= value);
    return place < 0 ? sorted.length : place;
  };
  const toggle = (value: number): void => {
    const member = members.get(value);
    if (member) {
      list.remove(member);
      members.delete(value);
      sorted.splice(placeOf(value), 1);
      return;
    }
    const added = { value, block: null };
    sorted.splice(placeOf(value), 0, value);
    members.set(value, added);
    list.add(added);
  };
  const check = (what: string): void => {
    const [bound, one] = [draw.between(0, 10_000), sorted[draw.between(0, sorted.length)]];
    expect(list.size, what).toBe(sorted.length);
    expect(
      list.countBefore(({ value }) => value < bound),
      `${what}, before ${bound}`,
    ).toBe(placeOf(bound));
    expect(list.placeOf({ value: bound, block: null }), `${what}, ${bound}`).toBe(placeOf(bound));
    const member = one === undefined ? undefined : members.get(one);
    if (member) expect(list.placeOf(member), `${what}, ${member.value}`).toBe(placeOf(member.value));
  };
  const isSorted = (): void => expect(Array.from(list.items(), ({ value }) => value)).toEqual(sorted);
  const filled = Array.from({ length: 1_300 }, (_, place) => ({ value: place * 7, block: null }));
  for (const figure of filled) members.set(figure.value, figure);
  sorted.push(...members.keys());
  list.fill(filled.toReversed());
  isSorted();
  for (let step = 0; step < 9_000; step += 1) {
    // At first in a narrow band, where blocks are split, then everywhere.
    toggle(step < 3_000 ? draw.between(4_000, 6_000) : draw.between(0, 9_999));
    check(`step ${step}`);
    if (step % 1_000 === 0) isSorted();
  }
  expect(sorted.length).toBeGreaterThan(3_000);
  while (sorted.length > 0) {
    toggle(sorted[draw.between(0, sorted.length - 1)] ?? 0);
    check(`${sorted.length} left`);
  }
  isSorted();
  toggle(3);
  check('one again');
  expect(() => list.remove({ value: 3, block: null })).toThrow('what is removed is in the list');
});
