import { replyOf } from './bodies.ts';
import type { Wrong } from './wrong.ts';

/**
 * A deployment that says yes to everything and does nothing. A scenario that passes against it proves nothing. It hangs up
 * once it has said yes to a subscription, so that no client waits for a message that never comes.
 */
export const STUB: Pick<Wrong, 'make'> = {
  make: () => ({
    asked: (_call, backstage) => replyOf(200, { response: {} }, backstage.now()),
    said: ({ id, method }, line) => {
      const result = { status: 'ok', response: {} };
      line.send({ id, requestId: id, status: 200, timestamp: 1_767_571_200_000, result });
      if (method === 'subscribe') line.end(1000);
      return [];
    },
  }),
};
