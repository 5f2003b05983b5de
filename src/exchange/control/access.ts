import { createHash, timingSafeEqual } from 'node:crypto';
import type { HttpRequest } from '../exchange.ts';
import { hostOf, isLoopbackAddress, isLoopbackHost } from '../http/http.ts';
import { type ControlFault, fault } from './fault.ts';

export interface AccessRules {
  /** The host the server is bound to. */
  readonly boundHost: string;
  /** What `--control-token` gave; null without one. */
  readonly token: string | null;
}

/** The control plane exists at all: on a loopback host, or anywhere behind a token (SEC-40). */
export const isOffered = (rules: AccessRules): boolean => rules.token !== null || isLoopbackHost(rules.boundHost);

/**
 * Says who may steer the exchange: the holder of the token where one is set, from this machine too, because a reverse proxy on this
 * machine makes every client look like a peer of this machine. Without a token: a peer on this machine. A browser is on this
 * machine too, so what a page of another site would send (its Origin, a rebound Host name, a plain form) is refused. So is what a
 * proxy forwards.
 *
 * @returns the refusal, or undefined for a request that may pass
 */
export function accessFault(request: HttpRequest, rules: AccessRules): ControlFault | undefined {
  const { headers } = request;
  const origin = headers['origin'];
  if (origin !== undefined && !isLoopbackOrigin(origin)) {
    return fault(403, 'FORBIDDEN', 'origin', 'pages of other sites may not use the control plane');
  }
  if (headers['sec-fetch-site'] === 'cross-site') {
    return fault(403, 'FORBIDDEN', 'sec-fetch-site', 'pages of other sites may not use the control plane');
  }
  return rules.token === null ? loopbackFault(request) : tokenFault(headers['authorization'], rules.token);
}

/** Compares what was presented with the token that was set. */
function tokenFault(given: string | undefined, token: string): ControlFault | undefined {
  if (given !== undefined && isBearer(given, token)) return undefined;
  const problem = given === undefined ? 'this server was started with a control token' : 'the token is wrong';
  return fault(
    401,
    'UNAUTHORIZED',
    'authorization',
    `${problem}: send "Authorization: Bearer <token>" (perpsim: --control-token or PERPSIM_CONTROL_TOKEN)`,
  );
}

/** Accepts only what a program of this machine has sent here directly. */
function loopbackFault({ headers, ip }: HttpRequest): ControlFault | undefined {
  for (const header of ['forwarded', 'x-forwarded-for']) {
    if (headers[header] === undefined) continue;
    // A proxy on this machine sends it for a client that need not be on this machine.
    const message = 'without a token the control plane accepts no forwarded request: call it directly';
    return fault(403, 'FORBIDDEN', header, message);
  }
  if (!isLoopbackAddress(ip)) {
    const message = 'the control plane is for this machine only: call it from this machine';
    return fault(403, 'FORBIDDEN', 'authorization', message);
  }
  const host = headers['host'];
  if (host !== undefined && !isLoopbackHost(hostOf(host) ?? '')) {
    const message = 'without a token the control plane responds on loopback names only, such as 127.0.0.1';
    return fault(403, 'FORBIDDEN', 'host', message);
  }
  return undefined;
}

/** Says which pages may start processes: those of this very server, and no other page of this machine. */
export function processFault({ headers }: HttpRequest): ControlFault | undefined {
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
