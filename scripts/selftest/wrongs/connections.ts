import { everyObject, objectOf, rename } from '../bodies.ts';
import { onStreams, replies } from '../make.ts';
import type { Body, Rewriting, Wrong } from '../wrong.ts';

/** Streams: replies, subscriptions, and the connections themselves. */
export const CONNECTIONS: readonly Wrong[] = onStreams([
  {
    name: 'replies-without-id',
    clause: 'WS-RESP-ID',
    what: 'A reply names its request as requestId alone.',
    make: () => replies((frame) => delete frame.id),
  },
  {
    name: 'replies-with-one-id',
    clause: 'WS-RESP-REQUESTID',
    what: 'A reply names its request as id alone.',
    make: () => replies((frame) => delete frame.requestId),
  },
  {
    name: 'status-in-words',
    clause: 'WS-RESP-STATUS',
    what: 'The status in the response to a post is a word.',
    make: () =>
      posts((frame) => {
        frame.status = 'ok';
      }),
  },
  {
    name: 'reply-time-in-seconds',
    clause: 'WS-RESP-TIMESTAMP',
    what: 'The timestamp of a reply is in seconds.',
    make: () =>
      replies((frame) => {
        frame.timestamp = Math.floor(Number(frame.timestamp) / 1_000);
      }),
  },
  {
    name: 'no-snapshot-on-streams',
    clause: 'WS-RESP-RATELIMIT',
    what: 'A reply says nothing of the bucket.',
    make: () => replies((frame) => delete frame.rateLimit),
  },
  {
    name: 'response-beside-result',
    clause: 'WS-RESP-RESULT-RESPONSE',
    what: 'The result of a post has the response under data.',
    make: () => posts((frame) => rename(objectOf(frame.result), 'response', 'data')),
  },
  {
    name: 'errors-without-category-on-streams',
    clause: 'WS-ERR-CATEGORY',
    what: 'An error of a frame has no category.',
    make: () => replies((frame) => everyObject(frame, (object) => delete object.category)),
  },
  {
    name: 'error-in-one-place',
    clause: 'WS-ERR-CODE',
    what: 'The code of an error stands below result alone.',
    make: () => replies((frame) => delete objectOf(frame.error).code),
  },
  {
    name: 'heartbeats-without-time',
    clause: 'SURFACE-WS-INFO',
    what: 'The response to a heartbeat has no timestamp.',
    make: () => ({
      received: (frame) => {
        if (frame.method === 'pong') delete frame.timestamp;
        return [frame];
      },
    }),
  },
  {
    name: 'no-portfolio-on-streams',
    clause: 'SURFACE-WS-MIRROR-TRADE',
    what: 'getPortfolio is served over REST alone.',
    make: () => ({
      said: (frame, line) => {
        if (objectOf(frame.params).action !== 'getPortfolio') return [frame];
        line.send(refusal(frame, 400, 'VALIDATION_ERROR', 'unsupported action'));
        return [];
      },
    }),
  },
  {
    name: 'first-frame-before-its-acknowledgement',
    clause: 'WS-SUB-FORMAT',
    what: 'The snapshot of a book comes before the subscription is acknowledged.',
    make: () => {
      let held: Body | undefined;
      return {
        received: (frame) => {
          const acknowledgement = held;
          held = objectOf(frame.result).type === 'orderbook' ? frame : undefined;
          if (held) return acknowledgement ? [acknowledgement] : [];
          return acknowledgement ? [frame, acknowledgement] : [frame];
        },
      };
    },
  },
  {
    name: 'goes-on-after-the-end',
    clause: 'WS-SUB-TRADES',
    what: 'A stream that was unsubscribed from goes on.',
    make: () => ({
      said: (frame, line) => {
        if (frame.method !== 'unsubscribe') return [frame];
        const { type, symbol } = objectOf(frame.params);
        const result = { type, symbol, status: 'unsubscribed' };
        line.send({ id: frame.id, requestId: frame.id, status: 200, timestamp: 1_767_571_200_000, result });
        return [];
      },
    }),
  },
  {
    name: 'private-streams-for-everybody',
    clause: 'WS-SUB-SUBACCOUNTUPDATES',
    what: 'A private stream may be subscribed to on the public endpoint.',
    make: () => ({
      said: (frame, line) => {
        const { type, subAccountId } = objectOf(frame.params);
        if (line.endpoint !== 'info' || type !== 'subAccountUpdates') return [frame];
        const result = { type, subAccountId, status: 'subscribed' };
        line.send({ id: frame.id, requestId: frame.id, status: 200, timestamp: 1_767_571_200_000, result });
        return [];
      },
    }),
  },
  {
    name: 'a-hundred-and-one-connections',
    clause: 'LIMIT-WS-CONNECTIONS-100',
    what: 'An address may hold 101 connections.',
    make: () => ({ opensAnyway: true }),
  },
  {
    name: 'a-thousand-and-one-streams',
    clause: 'LIMIT-WS-SUBSCRIPTIONS-1000',
    what: 'An address may hold 1,001 subscriptions.',
    make: () =>
      replies((frame) => {
        if (objectOf(frame.error).message !== 'too many subscriptions') return;
        frame.status = 200;
        frame.result = { type: 'trades', symbol: 'ALL', status: 'subscribed' };
        delete frame.error;
      }),
  },
  {
    name: 'closes-without-a-reason',
    clause: 'WS-ERR-CODE',
    what: 'A peer that talks nonsense is closed with 1000.',
    make: () => ({ ended: (code) => (code === 1007 ? 1000 : code) }),
  },
]);

/** Changes replies that serve a post. */
const posts = (change: (frame: Body) => void): Rewriting =>
  replies((frame) => {
    const { response } = objectOf(frame.result);
    const isLogin = objectOf(response).authenticated !== undefined;
    if (response !== undefined && !isLogin && frame.method === undefined) change(frame);
  });

const refusal = ({ id }: Body, status: number, code: string, message: string): Body => {
  const error = { code, category: 'REQUEST', message, retryable: false };
  return { id, requestId: id, status, timestamp: 1_767_571_200_000, result: { error }, error };
};
