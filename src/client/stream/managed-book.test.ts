import { describe, expect, test } from 'vitest';
import { comparePrices, type ManagedBook } from './managed-book.ts';
import { bookFrame, settled, Stage } from './fake-server.test-helper.ts';

const SNAPSHOT = bookFrame('snapshot', [undefined, 10], ['100@1 99.5@2', '101@1 102@3']);
/** The best bid goes, a new one comes in second; the best ask shrinks. */
const DIFF_11 = bookFrame('diff', [10, 11], ['99.8@4 100@0', '101@0.5'], ['99.8@4 99.5@2', '101@0.5 102@3']);
const DIFF_12 = bookFrame('diff', [11, 12], ['99.5@0', ''], ['99.8@4', '101@0.5 102@3']);
const DIFF_13 = bookFrame('diff', [12, 13], ['', '103@7'], ['99.8@4', '101@0.5 102@3 103@7']);

/** A live book at `SNAPSHOT`. */
async function liveBook(options = {}): Promise<{ stage: Stage; book: ManagedBook; states: string[] }> {
  const stage = new Stage();
  const waiting = stage.client.book('BTC-USDT', options);
  await settled();
  stage.socket.gives(SNAPSHOT);
  const book = await waiting;
  const states: string[] = [];
  book.onChange(({ state }) => states.push(state));
  return { stage, book, states };
}

const textOf = ({ bids, asks }: ManagedBook): string =>
  [bids, asks].map((side) => side.map(({ price, quantity }) => `${price}@${quantity}`).join(' ')).join(' / ');

describe('following', () => {
  test('it is live with the snapshot, and each diff changes levels, adds some and takes some away', async () => {
    const { stage, book, states } = await liveBook({ depth: 10, updateFrequencyMs: 100 });
    expect(stage.socket.sent.map(({ params }) => params)).toEqual([
      { type: 'orderbook', symbol: 'BTC-USDT', depth: 10, updateFrequencyMs: 100 },
    ]);
    expect([book.state, book.symbol, book.meseq, book.timestamp, textOf(book)]).toEqual([
      'live',
      'BTC-USDT',
      10,
      10_000,
      '100@1 99.5@2 / 101@1 102@3',
    ]);
    expect(book.best).toEqual({ bid: { price: '100', quantity: '1' }, ask: { price: '101', quantity: '1' } });
    for (const frame of [DIFF_11, DIFF_12, DIFF_13]) stage.socket.gives(frame);
    expect(textOf(book)).toBe('99.8@4 / 101@0.5 102@3 103@7');
    expect([book.meseq, book.heals, book.lastHeal, states]).toEqual([13, 0, null, ['live', 'live', 'live']]);
  });

  test('a side may be empty, and fill again', async () => {
    const { stage, book } = await liveBook();
    const nothing = bookFrame('diff', [10, 11], ['100@0 99.5@0', '102@0 101@0'], ['', '']);
    expect(nothing.checksum).toBe('00000000');
    stage.socket.gives(nothing);
    expect([textOf(book), book.best]).toEqual([' / ', { bid: undefined, ask: undefined }]);
    stage.socket.gives(bookFrame('diff', [11, 12], ['9@1', ''], ['9@1', '']));
    expect([textOf(book), book.state]).toEqual(['9@1 / ', 'live']);
  });

  test('a removal of a level that is not there changes nothing', async () => {
    const { stage, book } = await liveBook();
    const both = ['100@1 99.5@2', '101@1 102@3'] as const;
    stage.socket.gives(bookFrame('diff', [10, 11], ['98@0 100.5@0', '101.5@0.00'], both));
    expect([textOf(book), book.state]).toEqual(['100@1 99.5@2 / 101@1 102@3', 'live']);
  });

  test('in format `snapshot` every frame is the whole book', async () => {
    const { stage, book } = await liveBook({ format: 'snapshot' });
    stage.socket.gives(bookFrame('snapshot', [10, 15], ['7@1', '8@1']));
    expect([textOf(book), book.meseq, book.state]).toEqual(['7@1 / 8@1', 15, 'live']);
  });

  test('levels beyond the depth are left out, also of the checksum', async () => {
    const { stage, book } = await liveBook({ depth: 2 as 10 });
    stage.socket.gives(bookFrame('diff', [10, 11], ['100.5@1', ''], ['100.5@1 100@1', '101@1 102@3']));
    expect([textOf(book), book.state]).toEqual(['100.5@1 100@1 / 101@1 102@3', 'live']);
  });

  test('prices are compared as numbers, exactly', () => {
    const prices = ['9', '10', '9.5', '9.05', '100', '0.1', '95000.10', '95000.09'];
    expect([...prices].sort(comparePrices)).toEqual(['0.1', '9', '9.05', '9.5', '10', '100', '95000.09', '95000.10']);
  });
});

describe('healing', () => {
  const altered = { ...DIFF_11, data: { symbol: 'BTC-USDT', bids: [{ price: '99.8', quantity: '5' }], asks: [] } };
  const BROKEN: readonly (readonly [what: string, frames: readonly object[], reason: string])[] = [
    ['dropped', [DIFF_12], 'gap'],
    ['duplicated', [DIFF_11, DIFF_11], 'gap'],
    ['in the wrong order', [DIFF_12, DIFF_11], 'gap'],
    ['altered', [altered], 'checksum'],
    ['with a wrong checksum', [{ ...DIFF_11, checksum: '00000000' }], 'checksum'],
    ['an altered snapshot', [{ ...bookFrame('snapshot', [10, 11], ['7@1', '8@1']), checksum: 'ffffffff' }], 'checksum'],
    ['an older snapshot', [bookFrame('snapshot', [undefined, 9], ['7@1', '8@1'])], 'gap'],
    ['a call to start over', [{ ...DIFF_11, needsResync: true }], 'needsResync'],
  ];
  test.each(BROKEN)('a frame that is %s', async (_, frames, reason) => {
    const { stage, book } = await liveBook();
    for (const frame of frames) stage.socket.gives(frame);
    expect([book.state, book.lastHeal, book.heals]).toEqual(['healing', reason, 1]);
    // Only what was right is ever shown.
    expect(['100@1 99.5@2 / 101@1 102@3', '99.8@4 99.5@2 / 101@0.5 102@3']).toContain(textOf(book));
    await settled();
    expect(stage.socket.words).toEqual(['subscribe orderbook', 'unsubscribe orderbook', 'subscribe orderbook']);
    // What is still on its way belongs to the old stream.
    stage.socket.gives(DIFF_13);
    expect(book.state).toBe('healing');
    stage.socket.gives(bookFrame('snapshot', [undefined, 20], ['100@2', '101@2']));
    stage.socket.gives(bookFrame('diff', [20, 21], ['100@3', ''], ['100@3', '101@2']));
    expect([book.state, book.meseq, book.heals, textOf(book)]).toEqual(['live', 21, 1, '100@3 / 101@2']);
  });

  test('a stream that stays wrong is asked for ever more seldom', async () => {
    const { stage, book } = await liveBook();
    const wrong = { ...bookFrame('snapshot', [undefined, 20], ['7@1', '8@1']), checksum: 'ffffffff' };
    const renewals = (): number => stage.socket.words.filter((word) => word === 'unsubscribe orderbook').length;
    stage.socket.gives(wrong);
    await settled();
    expect(renewals()).toBe(1);
    for (const wait of [125, 250, 500]) {
      stage.socket.gives(wrong);
      await settled();
      const before = renewals();
      await stage.timer.pass(wait - 1);
      expect(renewals()).toBe(before);
      await stage.timer.pass(1);
      expect(renewals()).toBe(before + 1);
    }
    expect([book.state, book.heals]).toEqual(['healing', 4]);
  });

  test('a snapshot that does not come is asked for again', async () => {
    const stage = new Stage();
    const waiting = stage.client.book('BTC-USDT');
    await settled();
    stage.socket.gives(DIFF_11);
    await stage.timer.pass(5_000);
    expect(stage.socket.words).toEqual(['subscribe orderbook', 'unsubscribe orderbook', 'subscribe orderbook']);
    stage.socket.gives(SNAPSHOT);
    expect(await waiting).toMatchObject({ state: 'live', heals: 1, lastHeal: 'no snapshot' });
  });

  test('when the connection is lost it shows what it had, and goes on with the next one', async () => {
    const { stage, book, states } = await liveBook();
    await stage.lose();
    expect([book.state, book.lastHeal, textOf(book)]).toEqual([
      'healing',
      'connection lost',
      '100@1 99.5@2 / 101@1 102@3',
    ]);
    await stage.timer.pass(125);
    // A server that started over counts from its own beginning.
    stage.socket.gives(bookFrame('snapshot', [undefined, 3], ['7@1', '8@1']));
    expect([book.meseq, textOf(book), states]).toEqual([3, '7@1 / 8@1', ['healing', 'live']]);
    expect(stage.socket.words).toEqual(['subscribe orderbook']);
  });
});

describe('reading and closing', () => {
  test('iterating gives the book as it is now, without what lies between, and ends when it is closed', async () => {
    const { stage, book } = await liveBook();
    const seen: number[] = [];
    const reader = (async () => {
      for await (const { meseq } of book) seen.push(meseq);
    })();
    await settled();
    for (const frame of [DIFF_11, DIFF_12]) stage.socket.gives(frame);
    await settled();
    stage.socket.gives(DIFF_13);
    await settled();
    await book.close();
    await reader;
    expect(seen).toEqual([10, 12, 13]);
    expect([book.state, stage.socket.words.at(-1)]).toEqual(['closed', 'unsubscribe orderbook']);
    stage.socket.gives(SNAPSHOT);
    expect(book.meseq).toBe(13);
    await expect(book.ready()).rejects.toThrow('the book is closed');
  });

  test('a subscription that is not given again ends it with the reason', async () => {
    const { stage, book } = await liveBook();
    const reader = (async () => {
      for await (const { symbol } of book) expect(symbol).toBe('BTC-USDT');
    })();
    const thrown = expect(reader).rejects.toThrow('market name invalid');
    await stage.lose();
    stage.response = () => ({ status: 400, error: { code: 'INVALID_FORMAT', message: 'market name invalid' } });
    await stage.timer.pass(125);
    expect(book.state).toBe('closed');
    await thrown;
    await expect(book.ready()).rejects.toThrow('market name invalid');
  });

  test('a market that does not exist is refused, and may be asked for again', async () => {
    const stage = new Stage();
    stage.response = () => ({ status: 400, error: { code: 'INVALID_FORMAT', message: 'market name invalid' } });
    await expect(stage.client.book('NO-SUCH')).rejects.toThrow('market name invalid');
    await expect(stage.client.book('NO-SUCH')).rejects.toThrow('market name invalid');
    expect(stage.timer.waits).toEqual([30_000]);
  });

  test('closing the client closes its books', async () => {
    const { stage, book } = await liveBook();
    await stage.client.close();
    expect([book.state, stage.timer.waits]).toEqual(['closed', []]);
    await book.close();
  });
});
