import { ethersPlace } from './ethers-place.ts';
import { serveOverWs } from './ws-service.ts';

// Y3 over WebSocket: ws and ethers' own check, no book.
await serveOverWs(ethersPlace);
