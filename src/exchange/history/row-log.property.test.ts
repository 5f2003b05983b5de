import { expect, test } from 'vitest';
import { itemAt } from '../../kernel/errors.ts';
import { RandomInputs } from '../../kernel/random-inputs.test-helper.ts';
import { runsOf } from '../../kernel/test-budget.test-helper.ts';
import { BTC, ETH } from './history.test-helper.ts';
import { amount, fewTexts, large, largeOrNone, marketOf, rareText, rising, RowLog, small, wordOf } from './row-log.ts';
import type { KnownMarket } from './row-sink.ts';

/** A row with a column of each kind. */
interface Row {
  readonly row: number;
  readonly at: number;
  readonly account: number;
  readonly market: KnownMarket;
  readonly lots: number;
  readonly most: number;
  readonly leverage: number | null;
  readonly fee: bigint;
  readonly side: 'long' | 'short';
  readonly asset: string;
  readonly hash: string | null;
}

const MARKETS: readonly KnownMarket[] = [
  { spec: BTC, row: 1 },
  { spec: ETH, row: 2 },
];
const WIDE = 2 ** 40;
const HUGE = 2n ** 70n;
const LISTS = [1, 2, WIDE];

/** Takes note of the rows that are dropped. */
const newLog = (kept: number, dropped: number[] = []): RowLog<Row> =>
  new RowLog<Row>({
    columns: {
      row: rising,
      at: rising,
      account: small,
      market: marketOf(MARKETS),
      lots: small,
      most: large,
      leverage: largeOrNone,
      fee: amount,
      side: wordOf('long', 'short'),
      asset: fewTexts(),
      hash: rareText,
    },
    kept,
    time: 'at',
    listedBy: ['account', 'lots'],
    listsOf: ({ account, lots }) => (lots > 0 ? [account] : [account, account + 1]),
    onDrop: ({ row }) => void dropped.push(row),
  });

const textOf = (log: RowLog<Row>): string => JSON.stringify([...log.saved()]);

// Goal: a window of a list has the latest rows that are kept, each as it came, whatever was dropped and however wide a number is.
// Method: random rows in a log that now and then goes through its saved cells or parts from a copy, against all of them in a plain list.
test.each([1, 25, 3_000, 100_000])('a log of %s rows has the rows that a plain list has', (kept) => {
  const draw = new RandomInputs(`${kept}`, 'row log');
  const of = <T>(...options: readonly T[]): T => itemAt(options, draw.between(0, options.length - 1));
  const all: Row[] = [];
  const dropped: number[] = [];
  let log = newLog(kept, dropped);
  let at = WIDE;
  let found = 0;
  let parted: { readonly log: RowLog<Row>; readonly text: string } | null = null;
  for (let step = 1; step <= runsOf({ quick: 6_000, full: 20_000 }); step += 1) {
    at += of(0, 0, 1, 500, 2 ** 22);
    const row: Row = {
      row: (all.at(-1)?.row ?? 0) + of(1, 2, 2 ** 33),
      at,
      account: of(...LISTS),
      market: of(...MARKETS),
      lots: of(-(2 ** 31), -1, 1, 7, WIDE),
      most: of(0, WIDE, -5),
      leverage: of(null, 0, 20),
      fee: of(0n, -17n, HUGE, 2n ** 53n),
      side: of('long', 'short'),
      asset: of('USDT', 'BTC'),
      hash: of(null, null, `0x${step}`),
    };
    all.push(row);
    log.add(row);
    if (step % 2_500 === 0) {
      const saved = [...log.saved()];
      log = newLog(kept, dropped);
      for (const cells of saved) log.restore(cells);
    }
    if (step % 1_300 === 0) {
      const saved = log.save();
      log = newLog(kept, dropped);
      log.restoreLog(saved);
    }
    if (step % 900 === 0) {
      if (parted) expect(textOf(parted.log) === parted.text).toBe(true);
      const copy = newLog(kept, dropped);
      log.copyTo(copy);
      const [goesOn, stays] = of(true, false) ? [copy, log] : [log, copy];
      parted = { log: stays, text: textOf(stays) };
      log = goesOn;
    }
    if (step % 100 > 0) continue;
    const latest = all.slice(-kept);
    const account = of(...LISTS, 3);
    const [from, to] = [
      of(0, at, at - draw.between(0, 2 ** 28)),
      of(Number.MAX_SAFE_INTEGER, at - draw.between(0, 2 ** 28)),
    ];
    const listed = latest.filter(
      (each) => each.account === account || (each.lots <= 0 && each.account + 1 === account),
    );
    const asked = listed.filter((each) => each.at >= from && each.at <= to).toReversed();
    const [limit, offset] = [of(0, 1, 9, 1_000), of(0, 0, 3, 40)];
    const window = log.window(account, from, to);
    expect(log.page(window, limit, offset)).toEqual(asked.slice(offset, offset + limit));
    expect(Array.from(log.places(window), (place) => log.value(place, 'fee'))).toEqual(asked.map(({ fee }) => fee));
    expect(log.before(window)).toEqual(listed.findLast((each) => each.at < from) ?? null);
    expect(log.first).toEqual(latest[0]);
    found += asked.length;
  }
  expect([...log.rows()]).toEqual(all.slice(-kept));
  expect(found).toBeGreaterThan(Math.min(kept, 5_000));
  expect(dropped.every((row) => row < itemAt(all.slice(-kept), 0).row)).toBe(true);
});
