import { expect, it } from 'vitest';
import { News, type NewsItem } from './market-feed.ts';

type Channel = NewsItem['channel'];

/** An item with nothing in it but its time, which is all that the order is made from. */
const item = (channel: Channel, timestamp: number): NewsItem =>
  ({ channel, push: { timestamp } }) as unknown as NewsItem;

it('merges channels by time, with fills before trades before the book, and keeps the order of each channel', () => {
  const news = new News();
  for (const [channel, time] of [
    ['orderbook', 5],
    ['orderbook', 10],
    ['trades', 10],
    ['trades', 7],
    ['subAccountUpdates', 10],
  ] as const) {
    news.add(item(channel, time));
  }
  expect(news.has('trades')).toBe(true);
  const taken = news.take().map(({ channel, push }) => `${channel} ${push.timestamp}`);
  // A stream that was disturbed gave the trade of 7 after that of 10: it stays there.
  expect(taken).toEqual(['orderbook 5', 'subAccountUpdates 10', 'trades 10', 'trades 7', 'orderbook 10']);
  expect([news.has('trades'), news.take()]).toEqual([false, []]);
});
