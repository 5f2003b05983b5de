import { nativePlace } from './native-place.ts';
import { announce, tradeService } from './service.ts';

// Y2: fastify, a native signature check and a bare price-time book. The fast service without accounts, risk or journal.
await announce(tradeService(await nativePlace()));
