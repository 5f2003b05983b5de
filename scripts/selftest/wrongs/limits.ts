import { replyOf, objectOf } from '../bodies.ts';
import { envelopes, inWorld, limited, responses } from '../make.ts';
import type { Reply, Body, Rewriting, Wrong } from '../wrong.ts';

const CANCEL = /^cancel(?:All)?Orders$/;

/** Rate limits, their figures and the responses about them; limits of accounts. */
export const LIMITS: readonly Wrong[] = [
  {
    name: 'one-token-more',
    clause: 'RATE-IP-10000',
    what: 'An address has 10,001 tokens.',
    takes: 'a count to the token, while a token comes back every millisecond',
    make: () => limited({ ipTokens: 10_001 }),
  },
  {
    name: 'full-again-in-nine-seconds',
    clause: 'RATE-REFILL-10S',
    what: 'Buckets are full again after 9 s.',
    make: () => limited({ windowMs: 9_000 }),
  },
  {
    name: 'tier-three-is-short',
    clause: 'RATE-TIER-TIER-3',
    what: 'tier_3 has 1,500 tokens.',
    make: () => limited({ tierTokens: { tier_3: 1_500 } }),
  },
  {
    name: 'a-hundred-and-one-orders',
    clause: 'LIMIT-ORDERS-100-PER-SECOND',
    what: 'A subaccount may place 101 orders in one second.',
    make: () => limited({ ordersPerSecond: 101 }),
  },
  {
    name: 'one-order-more-in-a-market',
    clause: 'LIMIT-ACCOUNT-MAXORDERSPERMARKET',
    what: 'tier_1 may have 16 open orders in a market.',
    make: () => inWorld({ tiers: [{ tierId: 'tier_1', maxOrdersPerMarket: 16 }] }),
  },
  {
    name: 'one-order-more-in-all',
    clause: 'LIMIT-ACCOUNT-MAXTOTALORDERS',
    what: 'tier_0 may have 51 open orders.',
    make: () => inWorld({ tiers: [{ tierId: 'tier_0', maxTotalOrders: 51 }] }),
  },
  {
    name: 'history-at-a-discount',
    clause: 'RATE-COST-GETORDERHISTORY',
    what: 'getOrderHistory takes 49 tokens of the subaccount.',
    make: () => snapshots((snapshot, action) => action === 'getOrderHistory' && add(snapshot, 1)),
  },
  {
    name: 'candles-cost-one-more',
    clause: 'RATE-COST-GETCANDLES',
    what: 'getCandles takes 201 tokens of the address.',
    make: () => ({
      asked: async (call, backstage) => {
        if (call.action !== 'getCandles') return call;
        const text = JSON.stringify({ params: { action: 'getExchangeStatus' } });
        await backstage.send({ ...call, text });
        return call;
      },
    }),
  },
  {
    name: 'batches-for-the-price-of-one',
    clause: 'RATE-COST-PLACEORDERS',
    what: 'placeOrders takes 5 tokens, however many the orders.',
    make: () => ({
      responded: (reply, call) => {
        const { orders } = call.params;
        if (call.action !== 'placeOrders' || !Array.isArray(orders)) return reply;
        return withSnapshot(reply, (snapshot) => add(snapshot, 5 * (orders.length - 1)));
      },
    }),
  },
  {
    name: 'stale-cancels-are-free',
    clause: 'AUTH-STALE-CANCEL-5X',
    what: 'A cancel that comes too late costs nothing.',
    make: () => ({
      asked: (call, backstage) => {
        const expiry = Number(call.body.expiresAfter);
        const endsAt = expiry < 100_000_000_000 ? expiry * 1_000 : expiry;
        if (!CANCEL.test(call.action) || !(expiry > 0) || endsAt > backstage.now()) return call;
        const error = { code: 'UNAUTHORIZED', message: 'request expired', category: 'AUTH', retryable: false };
        return replyOf(401, { error }, backstage.now());
      },
    }),
  },
  {
    name: 'no-snapshot',
    clause: 'RATESNAP-PRESENT',
    what: 'Responses do not report the token bucket.',
    make: () => envelopes('*', (body) => delete body.rateLimit),
  },
  {
    name: 'no-snapshot-on-429',
    clause: 'RATESNAP-ON-429',
    what: 'A request over the limit does not learn what is left.',
    make: () =>
      envelopes('*', (body) => {
        if (objectOf(body.error).code === 'RATE_LIMIT_EXCEEDED') delete body.rateLimit;
      }),
  },
  {
    name: 'snapshot-of-the-time-before',
    clause: 'RATESNAP-REMAININGTOKENS',
    what: 'remainingTokens is what was left before this request.',
    make: () => {
      let before: unknown;
      return snapshots((snapshot) => {
        const left = snapshot.remainingTokens;
        snapshot.remainingTokens = before ?? snapshot.requestsCap;
        before = left;
      });
    },
  },
  {
    name: 'one-bucket-for-all',
    clause: 'RATE-SUBACCOUNT-SEPARATE',
    what: 'What one subaccount spends is missing from all.',
    make: () => {
      let least = Number.POSITIVE_INFINITY;
      return snapshots((snapshot) => {
        least = Math.min(least, Number(snapshot.remainingTokens));
        snapshot.remainingTokens = least;
      });
    },
  },
  {
    name: 'used-is-what-is-left',
    clause: 'RATESNAP-REQUESTSUSED',
    what: 'requestsUsed of getRateLimits is what remains.',
    make: () =>
      responses(['getRateLimits'], (response) => {
        const body = objectOf(response);
        body.requestsUsed = Number(body.requestsCap) - Number(body.requestsUsed);
      }),
  },
  {
    name: 'come-again-whenever',
    clause: 'AGG-CONTRACTS-RETRY-AFTER',
    what: 'A 429 of the contracts route has no Retry-After.',
    make: () => withoutHeader('retry-after'),
  },
  {
    name: 'contracts-uncached',
    clause: 'AGG-CONTRACTS-CACHE',
    what: 'The contracts route has no Cache-Control.',
    make: () => withoutHeader('cache-control'),
  },
];

const snapshots = (change: (snapshot: Body, action: string) => unknown): Rewriting => ({
  responded: (reply, { action }) => withSnapshot(reply, (snapshot) => change(snapshot, action)),
});

function withSnapshot(reply: Reply, change: (snapshot: Body) => unknown): Reply {
  if (!reply.text.includes('"rateLimit"')) return reply;
  const body = objectOf(JSON.parse(reply.text));
  change(objectOf(body.rateLimit));
  return { ...reply, text: JSON.stringify(body) };
}

function add(snapshot: Body, tokens: number): void {
  snapshot.remainingTokens = Number(snapshot.remainingTokens) + tokens;
}

const withoutHeader = (name: string): Rewriting => ({
  responded: (reply) => {
    const { [name]: _, ...headers } = reply.headers;
    return { ...reply, headers };
  },
});
