import { afterEach, describe, expect, test } from 'vitest';
import { type BookLevel, bookChecksum } from '../../../contract/book-checksum.ts';
import type { Core } from '../../core.ts';
import { type Lab, startLab } from '../../lab.test-helper.ts';
import { livingWorld, nextTurn, place, type Push } from '../listener.test-helper.ts';
import { STREAM_LIMITS, type StreamSession } from '../sink.ts';
import { shareOf } from '../../../kernel/test-budget.test-helper.ts';

/** SEC-36: a reader that does not read costs a bounded amount, catches up, and does not affect other clients. */

const labs: Lab[] = [];
afterEach(() => {
  for (const { core, logged } of labs.splice(0)) {
    core.clock.stop();
    core.stop();
    expect(logged).toEqual([]);
  }
});

async function living(symbols: readonly string[], stepMs: number): Promise<Lab> {
  const lab = await startLab({ world: livingWorld(symbols, stepMs), limits: { enabled: false } });
  labs.push(lab);
  return lab;
}

/** A connection whose peer reads at once, or not at all until the test makes it read. */
class Reader {
  frames: string[] = [];
  writes = 0;
  closed: number | null = null;
  reads = true;
  /** Most that its socket ever held. */
  most = 0;
  #buffered = 0;
  readonly session: StreamSession;

  constructor({ streams }: Core, ip = '10.0.0.1') {
    const sink = {
      send: (frames: readonly string[]) => this.#write(frames),
      close: (code: number) => {
        this.closed = code;
      },
      buffered: () => this.#buffered,
    };
    this.session = streams.open('info', sink, { ip });
  }

  follow(type: string, params: object = {}): void {
    this.session.receive(JSON.stringify({ method: 'subscribe', params: { type, ...params } }));
  }

  resume(): void {
    this.reads = true;
    this.#buffered = 0;
    this.session.drained();
  }

  pushes(): Push[] {
    return this.frames.map((frame) => JSON.parse(frame) as Push).filter((frame) => 'channel' in frame);
  }

  #write(frames: readonly string[]): void {
    this.writes += 1;
    for (const frame of frames) {
      this.frames.push(frame);
      if (!this.reads) this.#buffered += frame.length;
    }
    this.most = Math.max(this.most, this.#buffered);
  }
}

/** A book kept by the frames of one market; a gap in the chain or a wrong checksum throws. */
function bookFrom(
  pushes: readonly Push[],
  symbol: string,
): { bids: BookLevel[]; asks: BookLevel[]; snapshots: number } {
  const sides = { bids: new Map<string, string>(), asks: new Map<string, string>() };
  const sorted = (side: 'bids' | 'asks'): BookLevel[] =>
    [...sides[side]]
      .map(([price, quantity]) => ({ price, quantity }))
      .sort((a, b) => (Number(a.price) - Number(b.price)) * (side === 'asks' ? 1 : -1));
  let last = -1;
  let snapshots = 0;
  for (const { channel, type, meseq = 0, prevMeseq, checksum, data } of pushes) {
    if (channel !== 'orderbookUpdate' || data.symbol !== symbol) continue;
    if (type === 'snapshot') {
      snapshots += 1;
      sides.bids.clear();
      sides.asks.clear();
    } else if (prevMeseq !== last) throw new Error(`a gap: ${prevMeseq} after ${last}`);
    last = meseq;
    for (const side of ['bids', 'asks'] as const) {
      for (const { price, quantity } of data[side] as BookLevel[]) {
        if (quantity === '0') sides[side].delete(price);
        else sides[side].set(price, quantity);
      }
    }
    if (bookChecksum(sorted('bids'), sorted('asks')) !== checksum) throw new Error('a wrong checksum');
  }
  return { bids: sorted('bids'), asks: sorted('asks'), snapshots };
}

const MARKETS = ['BTC-USDT', 'ETH-USDT', 'SOL-USDT'];

/** Each has ten subscriptions. */
const CONNECTIONS = shareOf(100);

test(`one paused reader among ${CONNECTIONS} connections is conflated and comes back with a right book`, async () => {
  const { core } = await living(MARKETS, 1_000);
  const readers = Array.from({ length: CONNECTIONS }, () => new Reader(core));
  for (const reader of readers) {
    for (const symbol of MARKETS) {
      reader.follow('orderbook', { symbol, depth: 50, updateFrequencyMs: 250 });
      reader.follow('marketPrices', { symbol });
      reader.follow('candles', { symbol, timeframe: '1m' });
    }
    reader.follow('liquidations', { symbol: 'BTC-USDT' });
  }
  const [paused, ...others] = readers as [Reader, ...Reader[]];
  expect(paused.frames.filter((frame) => frame.includes('"status":"subscribed"'))).toHaveLength(10);
  expect(core.streams.held()).toEqual({ sessions: CONNECTIONS, streams: 10, addresses: 1, waitingBytes: 0 });
  for (const reader of readers) reader.frames = [];
  for (const reader of readers) for (const symbol of MARKETS) reader.follow('orderbook', { symbol, depth: 10 });
  await nextTurn();

  paused.reads = false;
  for (let step = 0; step < 600; step += 1) {
    core.clock.advance(1_000);
    await nextTurn();
    expect(core.streams.held().waitingBytes).toBe(0);
  }
  // What its socket took until it counted as slow, and not a turn more.
  expect(paused.most).toBeGreaterThan(STREAM_LIMITS.slowBytes);
  expect(paused.most).toBeLessThan(2 * STREAM_LIMITS.slowBytes);
  expect(paused.closed).toBeNull();
  const before = paused.frames.length;
  expect(before).toBeLessThan((others[0]?.frames.length ?? 0) / 2);

  paused.resume();
  await nextTurn();
  expect(paused.frames.length).toBeGreaterThan(before);
  for (let step = 0; step < 20; step += 1) {
    core.clock.advance(1_000);
    await nextTurn();
  }
  for (const other of others) expect(other.frames).toEqual(others[0]?.frames);
  for (const symbol of MARKETS) {
    const { snapshots, ...book } = bookFrom(paused.pushes(), symbol);
    const { snapshots: ones, ...right } = bookFrom(others[0]?.pushes() ?? [], symbol);
    expect(book).toEqual(right);
    expect([snapshots, ones]).toEqual([2, 1]);
    expect(book.bids.length).toBe(10);
  }
  // The newest of everything else, too.
  const newest = (reader: Reader, channel: string): string | undefined =>
    reader.frames.findLast((frame) => frame.includes(`"channel":"${channel}"`));
  for (const channel of ['marketPriceUpdate', 'candleUpdate']) {
    expect(newest(paused, channel)).toBe(newest(others[0] as Reader, channel));
  }
});

test('a paused reader of trades is closed with 1013 at the bound, and the others have every trade', async () => {
  const lab = await startLab({ world: 'quiet', limits: { enabled: false } });
  labs.push(lab);
  const { core } = lab;
  const readers = [new Reader(core), new Reader(core), new Reader(core)] as const;
  const [paused, ...others] = readers;
  for (const reader of readers) {
    reader.follow('trades');
    reader.follow('trades', { symbol: 'BTC-USDT' });
  }
  paused.reads = false;
  let most = 0;
  let traded = 0;
  while (paused.closed === null && traded < 20_000) {
    if (traded % 1_000 === 0) {
      place(lab, 0, 'sell', '0.5', '95001');
      place(lab, 0, 'buy', '0.5', '94999');
    }
    const isBuy = traded % 2 === 0;
    place(lab, 1, isBuy ? 'buy' : 'sell', '0.001', isBuy ? '95001' : '94999', { orderType: 'limitIoc' });
    traded += 1;
    if (traded % 10 !== 0) continue;
    await nextTurn();
    most = Math.max(most, core.streams.held().waitingBytes);
  }
  expect(most).toBeLessThanOrEqual(STREAM_LIMITS.queuedBytesMax);
  await nextTurn();
  expect(paused.closed).toBe(1013);
  expect(most).toBeGreaterThan(STREAM_LIMITS.queuedBytesMax * 0.9);
  // Nothing is kept for it, and nothing more is made for it.
  expect(core.streams.held()).toMatchObject({ sessions: 2, waitingBytes: 0 });
  const sent = paused.frames.length;
  place(lab, 1, 'buy', '0.001', '95001', { orderType: 'limitIoc' });
  await nextTurn();
  expect(paused.frames).toHaveLength(sent);
  const ids = others[0].pushes().map(({ data }) => Number(data.tradeId));
  // Each of the two streams has each trade once, in order.
  expect(ids).toHaveLength(2 * (traded + 1));
  expect(new Set(ids).size).toBe(traded + 1);
  expect(others[1].frames).toEqual(others[0].frames);
});

describe('turns', () => {
  test('all that one input causes reaches a connection in one write', async () => {
    const { core } = await living(['BTC-USDT'], 1_000);
    const reader = new Reader(core);
    reader.follow('trades');
    reader.follow('marketPrices');
    reader.follow('candles', { symbol: 'BTC-USDT', timeframe: '1m' });
    reader.follow('orderbook', { symbol: 'BTC-USDT' });
    const before = reader.frames.length;
    reader.writes = 0;
    core.clock.advance(20_000);
    expect(reader.writes).toBe(0);
    await nextTurn();
    expect(reader.writes).toBe(1);
    expect(reader.frames.length - before).toBeGreaterThan(20);
  });
});
