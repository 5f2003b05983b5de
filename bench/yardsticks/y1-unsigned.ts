import { announce, tradeService } from './service.ts';

// Y1: fastify with schemas and nothing behind it. No exchange can be faster over HTTP than this.
let next = 0;
await announce(tradeService((body) => body.params.orders.map(() => ({ id: String(next++), filled: '0' }))));
