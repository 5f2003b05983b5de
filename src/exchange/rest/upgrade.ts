import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * True for a request that asks to become a WebSocket. Any other `Upgrade` is an offer that a server may leave (RFC 9110,
 * 7.8), and so is every one in HTTP/1.0.
 */
export function asksForWebSocket({ method, httpVersion, headers }: IncomingMessage): boolean {
  return method === 'GET' && httpVersion === '1.1' && headers.upgrade?.trim().toLowerCase() === 'websocket';
}

/**
 * Serves a request whose offer to upgrade is left: it is put back in front of the bytes that follow it, without the
 * offer, and read once more. Node would otherwise take every `Upgrade` out of HTTP as soon as one of them is wanted,
 * although clients that would like HTTP/2 offer it with ordinary requests.
 */
export function goOnAsHttp(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { method = 'GET', url = '/', httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    const value = rawHeaders[index + 1] ?? '';
    const kept = KEPT_OF.get(name.toLowerCase())?.(value) ?? value;
    if (kept !== '' || value === '') lines.push(`${name}: ${kept}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
}

/** What is left of the headers that make the offer; empty text for a header that goes. */
const KEPT_OF: ReadonlyMap<string, (value: string) => string> = new Map([
  ['upgrade', () => ''],
  ['http2-settings', () => ''],
  ['connection', withoutOffer],
]);

function withoutOffer(value: string): string {
  const tokens = value.split(',').map((token) => token.trim());
  return tokens.filter((token) => !/^(?:upgrade|http2-settings)$/i.test(token)).join(', ');
}
