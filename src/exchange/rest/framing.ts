import type { IncomingMessage } from 'node:http';
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
