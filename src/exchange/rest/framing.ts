import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { hostOf } from '../address.ts';

/**
 * Looks at what Node's parser lets through although two readers could take it differently (SEC-26).
 * Two lengths, length plus chunked, bare LF and folded headers never come this far: the parser refuses them.
 *
 * @returns what is wrong, or undefined for a request that can be read in one way only
 */
export function framingFault(request: IncomingMessage): string | undefined {
  if (request.httpVersion !== '1.1' && request.httpVersion !== '1.0') return 'neither HTTP/1.1 nor HTTP/1.0';
  const hosts = valuesOf(request.rawHeaders, 'host');
  if (hosts.length > 1) return 'more than one Host header';
  const host = hosts[0];
  if (host === undefined && request.httpVersion !== '1.0') return 'Host header is missing';
  if (host !== undefined && hostOf(host) === undefined) return 'Host header is not a host';
  const encodings = valuesOf(request.rawHeaders, 'transfer-encoding');
  if (encodings.length > 1 || (encodings[0] ?? 'chunked').toLowerCase() !== 'chunked') {
    return 'Transfer-Encoding other than chunked';
  }
  if (encodings.length === 1 && request.httpVersion === '1.0') return 'Transfer-Encoding in HTTP/1.0';
  if (valuesOf(request.rawHeaders, 'content-type').length > 1) return 'more than one Content-Type header';
  return undefined;
}

/**
 * The path and query of a request target, whichever form it came in (RFC 9112, 3.2).
 *
 * @returns undefined when the target is neither a path nor a URL, such as `*`
 */
export function pathOf(target: string): string | undefined {
  if (target.startsWith('/')) return target;
  const absolute = /^https?:\/\/[^/?#]+(.*)$/i.exec(target);
  if (absolute === null) return undefined;
  const rest = absolute[1] ?? '';
  return rest.startsWith('/') ? rest : `/${rest}`;
}

function valuesOf(rawHeaders: readonly string[], name: string): string[] {
  const values: string[] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.toLowerCase() === name) values.push(rawHeaders[i + 1] ?? '');
  }
  return values;
}

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
