import Fastify, { type FastifyInstance } from 'fastify';
import { announceReady } from '../process/usage.ts';
import type { WireSignature, YardstickOrder } from './place-orders-signature.ts';

/** The request that every REST yardstick and the exchange itself get, byte for byte. */
export interface TradeBody {
  readonly params: {
    readonly subAccountId: string;
    readonly orders: readonly YardstickOrder[];
    readonly grouping: string;
  };
  readonly nonce: number;
  readonly signature: WireSignature;
}

const text = { type: 'string' } as const;
const order = {
  type: 'object',
  required: ['symbol', 'side', 'orderType', 'price', 'quantity'],
  properties: { symbol: text, side: text, orderType: text, price: text, quantity: text },
} as const;

/** What the yardsticks check of a body and promise of a response, so that both go through fastify's compiled code. */
const schema = {
  body: {
    type: 'object',
    required: ['params', 'nonce', 'signature'],
    properties: {
      params: {
        type: 'object',
        required: ['action', 'subAccountId', 'orders', 'grouping'],
        properties: {
          action: text,
          subAccountId: text,
          grouping: text,
          orders: { type: 'array', minItems: 1, maxItems: 20, items: order },
        },
      },
      nonce: { type: 'integer' },
      signature: {
        type: 'object',
        required: ['v', 'r', 's'],
        properties: { v: { type: 'integer' }, r: text, s: text },
      },
    },
  },
  response: {
    200: {
      type: 'object',
      properties: {
        status: text,
        response: {
          type: 'object',
          properties: {
            statuses: { type: 'array', items: { type: 'object', properties: { id: text, filled: text } } },
          },
        },
      },
    },
  },
} as const;

export interface PlacedStatus {
  readonly id: string;
  readonly filled: string;
}

/** Verifies a signature. Throws for an invalid one. */
export type Place = (body: TradeBody) => PlacedStatus[];

/** A fastify app with one route. */
export function tradeService(place: Place): FastifyInstance {
  const app = Fastify({ logger: false });
  app.post<{ Body: TradeBody }>('/v1/trade', { schema }, (request, reply) =>
    reply.send({ status: 'ok', response: { statuses: place(request.body) } }),
  );
  return app;
}

/** Listens on a free port and reports it to the parent process, which waits for this line. */
export async function announce(app: FastifyInstance): Promise<void> {
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  announceReady(url);
}
