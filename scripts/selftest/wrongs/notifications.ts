import { listOf, objectOf } from '../bodies.ts';
import { isNotification, notifications, onStreams } from '../make.ts';
import type { Body, Rewriting, Wrong } from '../wrong.ts';

/** Streams: the events that are pushed, and their order. */
export const NOTIFICATIONS: readonly Wrong[] = onStreams([
  {
    name: 'everything-twice',
    clause: 'WS-SUB-TRADE-UPDATES',
    what: 'A public trade is sent twice.',
    make: () => ({ received: (frame) => (frame.channel === 'trade' ? [frame, frame] : [frame]) }),
  },
  {
    name: 'channel-in-the-plural',
    clause: 'WS-TRADE-CHANNEL',
    what: 'The channel of public trades is called trades.',
    make: () =>
      notifications((frame) => {
        if (frame.channel === 'trade') frame.channel = 'trades';
      }),
  },
  {
    name: 'trade-time-in-seconds',
    clause: 'WS-TRADE-TIMESTAMP',
    what: 'The timestamp of a public trade is in seconds.',
    make: () =>
      notifications((frame) => {
        if (frame.channel === 'trade') frame.timestamp = Math.floor(Number(frame.timestamp) / 1_000);
      }),
  },
  {
    name: 'trades-seen-from-the-maker',
    clause: 'PUBTRADE-FIELD-ISMAKER',
    what: 'A public trade says that the taker was the maker.',
    make: () =>
      ofData((data) => {
        if (data.isMaker === false) data.isMaker = true;
      }),
  },
  {
    name: 'events-without-the-order',
    clause: 'WS-EVENT-ORDER',
    what: 'Events carry the flat orderId alone.',
    make: () => ofData((data) => delete data.order),
  },
  {
    name: 'events-without-the-flat-id',
    clause: 'WS-EVENT-ORDERID',
    what: 'Events carry the order object alone.',
    make: () => ofData((data) => delete data.orderId),
  },
  {
    name: 'sequence-as-text',
    clause: 'WS-PROVENANCE-MESEQ',
    what: 'meseq is a text.',
    make: () =>
      notifications((frame) => {
        if (typeof frame.meseq === 'number') frame.meseq = String(frame.meseq);
      }),
  },
  {
    name: 'sequence-stands-still',
    clause: 'WS-PROVENANCE-MESEQ',
    what: 'meseq is the same in every notification.',
    make: () =>
      notifications((frame) => {
        if (frame.meseq !== undefined) frame.meseq = 1;
      }),
  },
  {
    name: 'engine-time-as-number',
    clause: 'WS-PROVENANCE-MET',
    what: 'met is a JSON number.',
    make: () =>
      notifications((frame) => {
        if (frame.met !== undefined) frame.met = Number(frame.met);
      }),
  },
  {
    name: 'provenance-missing-as-text',
    clause: 'WS-PROVENANCE-MISSING',
    what: 'provenanceMissing is a text.',
    make: () =>
      notifications((frame) => {
        if (frame.provenanceMissing !== undefined) frame.provenanceMissing = 'true';
      }),
  },
  {
    name: 'one-name-for-every-word',
    clause: 'R-113',
    what: 'Price pushes say priceUpdate, whatever word the subscription used.',
    make: () =>
      notifications((frame) => {
        if (frame.channel === 'marketPriceUpdate') frame.channel = 'priceUpdate';
      }),
  },
  {
    name: 'later-name-for-the-older-word',
    clause: 'R-113',
    what: 'Price pushes say marketPriceUpdate, whatever word the subscription used.',
    make: () =>
      notifications((frame) => {
        if (frame.channel === 'priceUpdate') frame.channel = 'marketPriceUpdate';
      }),
  },
  {
    name: 'order-time-in-one-spelling',
    clause: 'R-114',
    what: 'Order events carry created_at alone.',
    make: () => ofData((data) => delete data.createdAt),
  },
  {
    name: 'order-times-differ',
    clause: 'R-114',
    what: 'createdAt of an order event is a second after created_at.',
    make: () =>
      ofData((data) => {
        if (typeof data.createdAt === 'number') data.createdAt += 1_000;
      }),
  },
  {
    name: 'provenance-not-switched-off',
    clause: 'R-115',
    what: 'Public trades carry meseq and met although provenance is switched off.',
    make: () =>
      notifications((frame) => {
        if (frame.channel !== 'trade' || frame.meseq !== undefined) return;
        frame.meseq = 1;
        frame.met = `${String(frame.timestamp)}000`;
      }),
  },
  {
    name: 'placed-in-silence',
    clause: 'WS-EMISSION',
    what: 'No notification is sent for an order that is placed.',
    make: () => ({
      received: (frame) => (objectOf(frame.data).eventType === 'orderPlaced' ? [] : [frame]),
    }),
  },
  {
    name: 'sum-before-its-parts',
    clause: 'WS-EMISSION',
    what: 'A fill is sent after the order update that it causes.',
    make: () => {
      let held: Body | undefined;
      return {
        received: (frame) => {
          const trade = held;
          held = objectOf(frame.data).eventType === 'trade' ? frame : undefined;
          if (held) return trade ? [trade] : [];
          return trade ? [frame, trade] : [frame];
        },
      };
    },
  },
  {
    name: 'book-checksum-off-by-a-digit',
    clause: 'WS-EMISSION',
    what: 'The checksum of a book does not fit it.',
    make: () =>
      notifications((frame) => {
        if (typeof frame.checksum !== 'string') return;
        const last = Number.parseInt(frame.checksum.slice(-1), 16);
        frame.checksum = `${frame.checksum.slice(0, -1)}${((last + 1) % 16).toString(16)}`;
      }),
  },
  {
    name: 'book-sequence-with-a-gap',
    clause: 'WS-EMISSION',
    what: 'prevMeseq of a change of the book is not the meseq of the frame before.',
    make: () =>
      notifications((frame) => {
        if (typeof frame.prevMeseq === 'number') frame.prevMeseq -= 1;
      }),
  },
  {
    name: 'prices-without-the-mark',
    clause: 'WS-SUB-MARKETPRICEUPDATES',
    what: 'Changes of the mark are not sent.',
    make: () => ({ received: (frame) => (objectOf(frame.data).updateType === 'mark' ? [] : [frame]) }),
  },
]);

/** Changes what notifications say, one record or several. */
const ofData = (change: (data: Body) => void): Rewriting => ({
  received: (frame) => {
    if (isNotification(frame)) for (const data of [objectOf(frame.data), ...listOf(frame.data)]) change(data);
    return [frame];
  },
});
