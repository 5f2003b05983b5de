import type { IncomingMessage } from 'node:http';
import { refuse, type Refusal } from '../../kernel/errors.ts';
import { framingFault } from '../rest/framing.ts';
import { MALFORMED } from '../rest/refusals.ts';

/** What is refused before a connection becomes a stream; headers that the refusal needs stand beside it. */
export interface HandshakeRefusal {
  readonly refusal: Refusal;
  readonly headers?: Readonly<Record<string, string>>;
}

const VERSION = '13';
const KEY = /^[+/0-9A-Za-z]{22}==$/;
/** RFC 9110, 5.6.2: what a subprotocol's name is made of. */
const TOKENS = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+(?:[ \t]*,[ \t]*[!#$%&'*+.^_`|~0-9A-Za-z-]+)*$/;

const OTHER_VERSION = refuse('INVALID_FORMAT', `Sec-WebSocket-Version must be ${VERSION}`, { http: 426 });
const BAD_KEY = refuse('INVALID_FORMAT', 'Sec-WebSocket-Key must be 16 bytes in Base64');
const BAD_PROTOCOL = refuse('INVALID_FORMAT', 'Sec-WebSocket-Protocol is malformed');

/** What is wrong with a handshake (RFC 6455, 4.2.1); a body would be read as frames, so there must be none (SEC-26). */
export function handshakeFault(request: IncomingMessage): HandshakeRefusal | undefined {
  const { headers } = request;
  if (framingFault(request) !== undefined || Number(headers['content-length'] ?? 0) !== 0)
    return { refusal: MALFORMED };
  if (headers['transfer-encoding'] !== undefined) return { refusal: MALFORMED };
  if (headers['sec-websocket-version'] !== VERSION) {
    return { refusal: OTHER_VERSION, headers: { 'sec-websocket-version': VERSION } };
  }
  if (!KEY.test(headers['sec-websocket-key'] ?? '')) return { refusal: BAD_KEY };
  const protocols = headers['sec-websocket-protocol'];
  if (protocols !== undefined && !TOKENS.test(protocols)) return { refusal: BAD_PROTOCOL };
  return undefined;
}
