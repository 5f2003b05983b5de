import assert from 'node:assert/strict';
import type { DataTable } from '@cucumber/cucumber';
import { amountIn } from '../../src/suite/amount.ts';
import { Unmet } from '../../src/suite/deployment.ts';
import { BookCopy } from '../../src/suite/book-copy.ts';
import { valueAt } from '../../src/suite/paths.ts';
import { defineStep } from '../../src/suite/steps/library.ts';
import { EXAMINES } from '../../src/suite/steps/requests.ts';
import type { StreamPeer } from '../../src/suite/transports/stream-peer.ts';
import { noteFigures } from '../support/figures.ts';
import type { ExchangeWorld } from '../support/world.ts';
import { assertFrame, nextFrame } from './stream.steps.ts';

/**
 * Sentences about frames that arrive among others, or some time after their cause. With a real clock the steps wait a few seconds
 * for them; in a world of the scenario's own all frames have already arrived.
 */

const WAITS = 5;
const WAIT_MS = 1_000;

/** The copies of books that a scenario keeps, one per connection. */
const copies = new WeakMap<StreamPeer, BookCopy>();

/** Rows of path and cell: of the next frame, or of the first frame that matches all of them. */
defineStep(
  /^the stream of "([^"]+)" sends( at last)?:$/,
  EXAMINES,
  async function (this: ExchangeWorld, who: string, atLast: string | undefined, table: DataTable) {
    const assertIt = (text: string): void => {
      for (const [path = '', cell = ''] of table.raw()) assertFrame(this, text, path, cell);
    };
    const noteIt = async (text: string): Promise<void> => {
      const { data } = JSON.parse(text) as {
        readonly data?: { readonly eventType?: string; readonly subAccountId?: string };
      };
      const compared = table.raw().map(([path = '', cell = '']) => ({ whole: data, path, cell }));
      await noteFigures(this, data?.eventType ?? '', data?.subAccountId, compared);
    };
    if (!atLast) {
      const text = await nextFrame(this, who, table.raw().find(([path]) => path === 'eventType')?.[1]);
      assertIt(text);
      return noteIt(text);
    }
    let found: string | undefined;
    const passedOver: assert.AssertionError[] = [];
    const isIt = (text: string): boolean => {
      try {
        assertIt(text);
        found = text;
        return true;
      } catch (error) {
        if (!(error instanceof assert.AssertionError)) throw error;
        passedOver.push(error);
        return false;
      }
    };
    if (!(await comes(this, this.peer(who), isIt))) {
      const message = `no frame was as stated:\n${passedOver.map((error) => error.message).join('\n')}`;
      const error = new assert.AssertionError({ message, operator: 'fail' });
      const missed = passedOver.flatMap((one) => this.terms.missedBy(one) ?? []);
      if (missed.length > 0) this.terms.excuse(error, missed);
      throw error;
    }
    if (found !== undefined) await noteIt(found);
  },
);

/**
 * The trades of the last response, newest first, arrive among those of others: each of them in one frame, in the order in which they
 * came about.
 */
defineStep(
  'the stream of {string} sends each trade of the response once, the oldest first',
  EXAMINES,
  async function (this: ExchangeWorld, who: string) {
    const listed = valueAt(this.response(), 'trades');
    assert.ok(Array.isArray(listed) && listed.length > 0, 'the response should list trades');
    const wanted = listed.toReversed().map((trade: unknown) => tradeIn(trade));
    const ids = new Set(wanted.map(({ tradeId }) => tradeId));
    const found: ReturnType<typeof tradeIn>[] = [];
    const take = (text: string): void => {
      const trade = tradeIn(valueAt(JSON.parse(text), 'data'));
      if (ids.has(trade.tradeId)) found.push(trade);
    };
    await comes(this, this.peer(who), (text) => {
      take(text);
      return found.length === wanted.length;
    });
    for (const text of await this.peer(who).rest()) take(text);
    assert.deepEqual(found, wanted);
  },
);

const tradeIn = (trade: unknown) => ({
  tradeId: valueAt(trade, 'tradeId'),
  symbol: valueAt(trade, 'symbol'),
  price: valueAt(trade, 'price'),
  quantity: valueAt(trade, 'quantity'),
});

/**
 * Every frame up to that state must continue the one before it and match its checksum. An empty quantity is a removed level; where
 * other people may stand at the same price, it says `or more`.
 */
defineStep(
  'the book that {string} keeps comes to:',
  EXAMINES,
  async function (this: ExchangeWorld, who: string, table: DataTable) {
    const copy = copyOf(this.peer(who));
    const levels = table.hashes().map(({ side, price = '', quantity = '' }) => {
      const least = / or more$/.test(quantity);
      return {
        side: side as 'bids' | 'asks',
        price: this.text(price),
        quantity: this.text(quantity.replace(/ or more$/, '')),
        least,
      };
    });
    const isThere = (): boolean =>
      levels.every(({ side, price, quantity, least }) => {
        const there = copy.at(side, price) ?? '';
        return least ? amountIn(there)?.gte(quantity) === true : there === quantity;
      });
    const hasCome = await comes(this, this.peer(who), (text) => {
      copy.apply(text);
      return isThere();
    });
    if (hasCome) return;
    const message = `the book has come to bids ${show(copy, 'bids')} and asks ${show(copy, 'asks')}`;
    throw new assert.AssertionError({ message, operator: 'book' });
  },
);

/**
 * Of the changes that have come by now: as many as fit between the first and the last, and one at each end. So a frame that was held
 * up on its way does not count against the target.
 */
defineStep(
  'the book that {string} follows has come no more often than every {int} ms',
  EXAMINES,
  async function (this: ExchangeWorld, who: string, every: number) {
    const frames = (await this.peer(who).rest()).map((text): unknown => JSON.parse(text));
    const changes = frames.filter((frame) => valueAt(frame, 'type') === 'diff');
    const times = changes.map((frame) => Number(valueAt(frame, 'timestamp')));
    const [first, last] = [times[0], times.at(-1)];
    if (first === undefined || last === undefined)
      throw new Unmet('time', `no change of the book has come to ${who} yet`);
    assert.ok(times.every(Number.isSafeInteger), `each change should have a timestamp: ${JSON.stringify(times)}`);
    const most = (last - first) / every + 2;
    assert.ok(times.length <= most, `${times.length} changes came within ${last - first} ms`);
  },
);

defineStep('the response shows the book that {string} keeps', EXAMINES, function (this: ExchangeWorld, who: string) {
  const copy = copyOf(this.peer(who));
  const { bids, asks } = this.response() as { readonly bids: unknown; readonly asks: unknown };
  assert.deepEqual({ bids, asks }, { bids: copy.levels('bids'), asks: copy.levels('asks') });
});

async function comes(world: ExchangeWorld, peer: StreamPeer, isIt: (text: string) => boolean): Promise<boolean> {
  for (let wait = 0; (await peer.until(isIt)) === undefined; wait += 1) {
    if (world.target.began === undefined || wait === WAITS) return false;
    await world.pass(WAIT_MS);
  }
  return true;
}

function copyOf(peer: StreamPeer): BookCopy {
  const copy = copies.get(peer) ?? new BookCopy();
  copies.set(peer, copy);
  return copy;
}

const show = (copy: BookCopy, side: 'bids' | 'asks'): string => JSON.stringify(copy.levels(side));
