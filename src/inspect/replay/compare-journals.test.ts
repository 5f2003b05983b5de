import { beforeAll, describe, expect, test } from 'vitest';
import { createExchange, type ExchangeOptions } from '../../exchange/exchange.ts';
import { resummed } from '../../exchange/journal/tampered-lines.test-helper.ts';
import { type Comparison, compareJournals } from './compare-journals.ts';

/** The journal of a run that places one bid a second, the third of them at `price`. */
async function journalOf(price: string, options: ExchangeOptions = {}): Promise<readonly string[]> {
  const exchange = await createExchange({ world: 'quiet', seed: 7, ...options });
  const order = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.01' } as const;
  for (let round = 0; round < 4; round += 1) {
    await exchange.client(0).placeOrder(round === 2 ? { ...order, price } : order);
    exchange.clock.advance(1_000);
  }
  const lines = [...exchange.control.journal()].map((line) => line.trimEnd());
  await exchange.close();
  return lines;
}

async function* streamed(lines: readonly string[]): AsyncIterable<string> {
  for (const line of lines) yield await Promise.resolve(line);
}

const compared = (a: readonly string[], b: readonly string[]): Promise<Comparison> =>
  compareJournals({ name: 'a', lines: streamed(a) }, { name: 'b', lines: streamed(b) });

/** The journal as another build would have written it, whose checksums part at this line. */
const withSums = (lines: readonly string[], from: number): readonly string[] =>
  resummed(lines.map((line, index) => (index < from ? line : line.replace(/"crc":\d+/, '"crc":5'))));

let base: readonly string[];
let other: readonly string[];

beforeAll(async () => {
  base = await journalOf('94000');
  other = await journalOf('94500');
});

describe('comparing journals', () => {
  test('finds no difference in two runs of one script', async () => {
    expect(await compared(base, await journalOf('94000'))).toEqual({ inputs: 8, difference: null, otherBuild: null });
  });

  test('names the first input that differs and the states after it', async () => {
    const { inputs, difference } = await compared(base, other);
    expect([inputs, difference?.what, difference?.seq, difference?.input?.kind]).toEqual([4, 'input', 5, 'request']);
    expect(difference?.inputs.first).toEqual([{ path: 'input.commands[0].price', a: '"94000"', b: '"94500"' }]);
    expect(difference?.events.first.map(({ path }) => path)).toContain('events[1].order.price');
    expect(difference?.state.first).toContainEqual({
      path: 'state.markets.BTC-USDT.book.bids[20][0]',
      a: '94000',
      b: '94500',
    });
  });

  test('says what only one run has', async () => {
    const cut = [...base.slice(0, 7)];
    const { inputs, difference } = await compared(base, cut);
    expect([inputs, difference?.what, difference?.seq]).toEqual([6, 'length', 7]);
    expect(difference?.inputs.first).toHaveLength(1);
    expect(difference?.inputs.first[0]).toMatchObject({ path: 'input', b: 'nothing' });
  });

  test('names the field of the configuration when the runs began differently', async () => {
    const { difference } = await compared(base, await journalOf('94000', { seed: 8 }));
    expect([difference?.what, difference?.inputs]).toEqual([
      'start',
      { total: 1, first: [{ path: 'header.config.seed', a: '"7"', b: '"8"' }] },
    ]);
  });

  test('finds the input at which recorded checksums part although the inputs are equal', async () => {
    const { inputs, difference } = await compared(base, withSums(base, 5));
    expect([inputs, difference?.what, difference?.seq, difference?.state.total]).toEqual([3, 'effects', 4, 0]);
    const [a, b] = difference?.chains.recorded ?? [];
    expect(difference?.chains.computed).toEqual([a, a]);
    expect(b).toBe('5');
  });

  test('takes the digests at the end into account, which tell apart what checksums may not', async () => {
    const last = base.length - 1;
    const other = base.map((line, index) =>
      index === last ? line.replace(/"chain":"\w+"/, `"chain":"${'0'.repeat(64)}"`) : line,
    );
    const { difference } = await compared(base, resummed(other));
    expect([difference?.what, difference?.seq, difference?.chains.recorded[1]]).toEqual(['effects', 8, '0'.repeat(64)]);
  });

  test('says from where this build differs from the build that wrote both', async () => {
    const both = withSums(base, 5);
    const { difference, otherBuild } = await compared(both, both);
    expect([difference, otherBuild?.input, otherBuild?.recorded]).toEqual([null, 4, '5']);
  });

  test('refuses a journal that cannot be read with its name and line', async () => {
    const broken = base.map((line, index) => (index === 3 ? 'no line' : line));
    await expect(compared(base, broken)).rejects.toThrow(/^b line 4 \(byte \d+\): is not as a journal writes it/);
  });
});
