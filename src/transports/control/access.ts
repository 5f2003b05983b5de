import { createHash, timingSafeEqual } from 'node:crypto';
import type { HttpRequest } from '../../runtime/exchange.ts';
import { hostOf, isLoopbackAddress, isLoopbackHost } from '../address.ts';
import { type ControlFault, fault } from './fault.ts';

export interface AccessRules {
  /** The host the server is bound to. */
  readonly boundHost: string;
  /** What `--control-token` gave; null without one. */
  readonly token: string | null;
}

/** The control plane exists at all: on a loopback host, or anywhere behind a token (issue of SEC-40). */
export const isOffered = (rules: AccessRules): boolean => rules.token !== null || isLoopbackHost(rules.boundHost);

/**
 * Who may steer the exchange: a peer on this machine, or the holder of the token. A browser is on this machine
 * too, so what a page of another site would send (its Origin, a rebound Host name, a plain form) is refused. So is what
 * a proxy forwards, unless it comes with the token.
 *
 * @returns the refusal, or undefined for a request that may pass
 */
export function accessFault(request: HttpRequest, rules: AccessRules): ControlFault | undefined {
  const { headers, ip } = request;
  const origin = headers['origin'];
  if (origin !== undefined && !isLoopbackOrigin(origin)) {
    return fault(403, 'FORBIDDEN', 'origin', 'pages of other sites may not use the control plane');
  }
  if (headers['sec-fetch-site'] === 'cross-site') {
    return fault(403, 'FORBIDDEN', 'sec-fetch-site', 'pages of other sites may not use the control plane');
  }
  const given = headers['authorization'];
  if (rules.token !== null && given !== undefined) {
    if (isBearer(given, rules.token)) return undefined;
    return fault(401, 'UNAUTHORIZED', 'authorization', 'the token is wrong: send "Authorization: Bearer <token>"');
  }
  for (const header of ['forwarded', 'x-forwarded-for']) {
    if (headers[header] === undefined) continue;
    // A proxy on this machine sends it for a client that need not be on this machine.
    const way = rules.token === null ? 'call it directly' : 'send "Authorization: Bearer <token>"';
    return fault(403, 'FORBIDDEN', header, `the control plane accepts no forwarded request without its token: ${way}`);
  }
  if (!isLoopbackAddress(ip)) {
    const way = rules.token === null ? 'call it from this machine' : 'send "Authorization: Bearer <token>"';
    return fault(403, 'FORBIDDEN', 'authorization', `the control plane is for this machine only: ${way}`);
  }
  const host = headers['host'];
  if (host !== undefined && !isLoopbackHost(hostOf(host) ?? '')) {
    return fault(
      403,
      'FORBIDDEN',
      'host',
      'without a token the control plane responds on loopback names only, such as 127.0.0.1',
    );
  }
  return undefined;
}

/**
 * Who of those may start processes: the holder of the token wherever one is set, also on this machine, and of pages only those
 * of this very server.
 */
export function processFault({ headers }: HttpRequest, { token }: AccessRules): ControlFault | undefined {
  if (token !== null && headers['authorization'] === undefined) {
    return fault(401, 'UNAUTHORIZED', 'authorization', 'to start a process send "Authorization: Bearer <token>"');
  }
  const origin = headers['origin']?.toLowerCase();
  const own = headers['host']?.toLowerCase();
  const isOwn = origin === undefined || (own !== undefined && [`http://${own}`, `https://${own}`].includes(origin));
  if (!isOwn) return fault(403, 'FORBIDDEN', 'origin', 'only pages of this server may start processes');
  if (![undefined, 'same-origin', 'none'].includes(headers['sec-fetch-site'])) {
    return fault(403, 'FORBIDDEN', 'sec-fetch-site', 'only pages of this server may start processes');
  }
  return undefined;
}

/** `null`, which sandboxed pages and files send, is not this machine. */
function isLoopbackOrigin(origin: string): boolean {
  const match = /^https?:\/\/([^/]+)$/i.exec(origin);
  return isLoopbackHost(hostOf(match?.[1] ?? '') ?? '');
}

/** Compares digests, so that neither content nor length of the token shows in the time it takes. */
function isBearer(header: string, token: string): boolean {
  const match = /^bearer +(\S+)$/i.exec(header);
  return timingSafeEqual(sha256(match?.[1] ?? ''), sha256(token)) && match !== null;
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
