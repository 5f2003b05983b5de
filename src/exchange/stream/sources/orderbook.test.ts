import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Lab, startLab } from '../../lab.test-helper.ts';
import { cancel, Listener, nextTurn, noOf, place, type Push, run } from '../listener.test-helper.ts';

/** 2026-01-05T00:00:00Z */
const T0 = 1_767_571_200_000;
const BTC = { symbol: 'BTC-USDT' };

let lab: Lab;
let reader: Listener;

beforeEach(async () => {
  lab = await startLab({ world: 'bare' });
  reader = new Listener(lab.core);
});
afterEach(() => lab.core.stop());

/** `T0 + 250 diff bids 94000:0.5 asks -`, once the clock stands that much later. */
async function after(ms: number): Promise<string[]> {
  lab.core.clock.advance(ms);
  await nextTurn();
  return reader.pushes().map(lineOf);
}

function lineOf({ timestamp, type, data }: Push): string {
  const side = (name: string): string =>
    (data[name] as { price: string; quantity: string }[])
      .map(({ price, quantity }) => `${price}:${quantity}`)
      .join(' ') || '-';
  return `+${timestamp - T0} ${type ?? ''} bids ${side('bids')} asks ${side('asks')}`;
}

describe('what a subscriber gets first', () => {
  test('is a snapshot, after the acknowledgement', () => {
    place(lab, 0, 'buy', '0.5', '94000');
    place(lab, 0, 'buy', '0.3', '93990');
    place(lab, 0, 'sell', '0.2', '96000');
    const reply = reader.ask('subscribe', { type: 'orderbook', ...BTC });
    expect(reply).toMatchObject({
      status: 200,
      result: {
        type: 'orderbook',
        symbol: 'BTC-USDT',
        depth: 50,
        format: 'diff',
        updateFrequencyMs: 250,
        status: 'subscribed',
      },
    });
    expect(reader.pushes().map(lineOf)).toEqual(['+0 snapshot bids 94000:0.5 93990:0.3 asks 96000:0.2']);
  });

  test.each(['diff', 'snapshot'])('is a snapshot of an empty book too, without a frame before it (%s)', (format) => {
    const { eventSeq } = lab.core.state;
    reader.follow('orderbook', { ...BTC, format });
    expect(reader.pushes()).toEqual([
      {
        method: 'orderbook_depth_update',
        channel: 'orderbookUpdate',
        timestamp: T0,
        type: 'snapshot',
        meseq: eventSeq,
        checksum: '00000000',
        data: { symbol: 'BTC-USDT', bids: [], asks: [] },
      },
    ]);
  });

  test('is what was published last, so that the next frame fits to it', async () => {
    reader.follow('orderbook', BTC);
    place(lab, 0, 'buy', '0.5', '94000');
    await after(300);
    place(lab, 0, 'buy', '0.5', '93990');
    const late = new Listener(lab.core);
    late.follow('orderbook', BTC);
    const [snapshot] = late.pushes();
    expect(lineOf(snapshot as Push)).toBe('+250 snapshot bids 94000:0.5 asks -');
    lab.core.clock.advance(300);
    await nextTurn();
    const [next] = late.pushes();
    expect(lineOf(next as Push)).toBe('+500 diff bids 93990:0.5 asks -');
    expect(next?.prevMeseq).toBe(snapshot?.meseq);
    expect(late.frames.at(-1)).toBe(reader.frames.at(-1));
  });
});

describe('changes', () => {
  beforeEach(() => {
    for (const price of ['94000', '93990', '93980']) place(lab, 0, 'buy', '0.5', price);
    for (const price of ['96000', '96010', '96020']) place(lab, 0, 'sell', '0.5', price);
  });

  test('are sent in the order of each side, removals in their place', async () => {
    const gone = place(lab, 0, 'buy', '1', '93985');
    const away = place(lab, 0, 'sell', '1', '96005');
    reader.follow('orderbook', BTC);
    reader.pushes();
    cancel(lab, 0, gone);
    cancel(lab, 0, away);
    place(lab, 0, 'buy', '0.1', '93980');
    place(lab, 0, 'buy', '0.2', '94010');
    place(lab, 0, 'sell', '0.1', '96020');
    place(lab, 0, 'sell', '0.2', '95990');
    expect(await after(250)).toEqual(['+250 diff bids 94010:0.2 93985:0 93980:0.6 asks 95990:0.2 96005:0 96020:0.6']);
  });

  test('are whole books where that is asked for', async () => {
    reader.follow('orderbook', { ...BTC, format: 'snapshot' });
    reader.pushes();
    place(lab, 0, 'buy', '0.1', '93980');
    expect(await after(250)).toEqual([
      '+250 snapshot bids 94000:0.5 93990:0.5 93980:0.6 asks 96000:0.5 96010:0.5 96020:0.5',
    ]);
  });

  test('come of fills, of cancels, of changed orders, and of orders that expire', async () => {
    const changed = place(lab, 0, 'buy', '1', '93970');
    place(lab, 0, 'buy', '1', '93960', { orderType: 'limitGtd', expiresAt: T0 + 700 });
    reader.follow('orderbook', BTC);
    reader.pushes();
    place(lab, 1, 'sell', '0.2', '94000', { orderType: 'limitIoc' });
    expect(await after(250)).toEqual(['+250 diff bids 94000:0.3 asks -']);
    const modify = { type: 'ModifyOrder', account: noOf(lab.accounts, 0), order: { no: changed } } as const;
    run(lab, 0, { ...modify, price: '93975', quantity: '0.7', triggerPrice: null });
    expect(await after(250)).toEqual(['+500 diff bids 93975:0.7 93970:0 asks -']);
    expect(await after(250)).toEqual(['+750 diff bids 93960:0 asks -']);
    cancel(lab, 0, changed);
    expect(await after(250)).toEqual(['+1000 diff bids 93975:0 asks -']);
  });

  test('that undo each other within a period, and periods without any, make no frame', async () => {
    reader.follow('orderbook', BTC);
    reader.pushes();
    cancel(lab, 0, place(lab, 0, 'buy', '1', '93985'));
    expect(await after(250)).toEqual([]);
    expect(await after(60_000)).toEqual([]);
  });

  test('of another market make none', async () => {
    reader.follow('orderbook', { symbol: 'ETH-USDT' });
    reader.pushes();
    cancel(lab, 0, place(lab, 0, 'buy', '1', '93985'));
    place(lab, 0, 'buy', '1', '93985');
    expect(await after(1_000)).toEqual([]);
  });

  test('beyond the depth make none; a level that leaves the window is removed, one that enters is new', async () => {
    for (let level = 0; level < 8; level += 1) place(lab, 2, 'buy', '0.1', String(93_900 - level));
    reader.follow('orderbook', { ...BTC, depth: 10 });
    reader.pushes();
    place(lab, 0, 'buy', '0.1', '93000');
    expect(await after(250)).toEqual([]);
    const inside = place(lab, 0, 'buy', '0.3', '93950');
    expect(await after(250)).toEqual(['+500 diff bids 93950:0.3 93894:0 asks -']);
    cancel(lab, 0, inside);
    expect(await after(250)).toEqual(['+750 diff bids 93950:0 93894:0.1 asks -']);
  });
});

describe('the rate', () => {
  test.each([50, 100, 250, 500, 1000])('of %i ms: what happened before a boundary is sent at it', async (every) => {
    reader.follow('orderbook', { ...BTC, depth: 10, updateFrequencyMs: every });
    reader.pushes();
    lab.core.clock.advance(every - 1);
    place(lab, 0, 'buy', '0.5', '94000');
    expect(await after(1)).toEqual([`+${every} diff bids 94000:0.5 asks -`]);
    place(lab, 0, 'buy', '0.5', '93990');
    expect(await after(every - 1)).toEqual([]);
    expect(await after(1)).toEqual([`+${2 * every} diff bids 93990:0.5 asks -`]);
  });

  test('frames of a long step are those of short ones', async () => {
    reader.follow('orderbook', BTC);
    reader.pushes();
    place(lab, 0, 'buy', '0.5', '94000', { orderType: 'limitGtd', expiresAt: T0 + 3_300 });
    expect(await after(60_000)).toEqual(['+250 diff bids 94000:0.5 asks -', '+3500 diff bids 94000:0 asks -']);
  });
});

test('the checksum is of the whole book to the depth, whatever part of it the frame contains', async () => {
  reader.follow('orderbook', BTC);
  place(lab, 0, 'buy', '1.5', '94000');
  place(lab, 0, 'buy', '2', '93999');
  place(lab, 0, 'sell', '1.2', '95001');
  lab.core.clock.advance(250);
  place(lab, 0, 'sell', '3.1', '95002');
  lab.core.clock.advance(250);
  await nextTurn();
  // CRC-32 of `b94000:1.5|b93999:2|a95001:1.2|`, and of the same with `a95002:3.1|`.
  expect(reader.pushes().map(({ checksum }) => checksum)).toEqual(['00000000', '0a6fe7f1', '45dadecc']);
});

test('a book that empties and fills again', async () => {
  const only = place(lab, 0, 'buy', '0.5', '94000');
  reader.follow('orderbook', BTC);
  reader.pushes();
  cancel(lab, 0, only);
  lab.core.clock.advance(250);
  await nextTurn();
  const [empty] = reader.pushes();
  expect([lineOf(empty as Push), empty?.checksum]).toEqual(['+250 diff bids 94000:0 asks -', '00000000']);
  place(lab, 0, 'sell', '0.5', '94000');
  expect(await after(250)).toEqual(['+500 diff bids - asks 94000:0.5']);
});

test('a later subscription to the same book takes the place of the earlier one', async () => {
  reader.follow('orderbook', { ...BTC, depth: 10 });
  reader.follow('orderbook', { symbol: 'ETH-USDT' });
  reader.follow('orderbook', { ...BTC, depth: 100, format: 'snapshot' });
  reader.pushes();
  place(lab, 0, 'buy', '0.5', '94000');
  expect(await after(250)).toEqual(['+250 snapshot bids 94000:0.5 asks -']);
});
