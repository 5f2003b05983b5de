import { nativePlace } from './native-place.ts';
import { serveOverWs } from './ws-service.ts';

// Y2 over WebSocket: ws, a native signature check and a bare price-time book.
await serveOverWs(await nativePlace());
