import { ethersPlace } from './ethers-place.ts';
import { announce, tradeService } from './service.ts';

// Y3: fastify and ethers' own check, no book: what a plain implementation does.
await announce(tradeService(ethersPlace));
