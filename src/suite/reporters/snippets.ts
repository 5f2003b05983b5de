import { shellQuoted } from '../../kernel/shell.ts';
import { DEFAULT_SERVICE_NAME } from '../../contract/signing.ts';
import { isRecord } from '../../kernel/entries.ts';
import type { TargetIdentity, TraceEntry } from '../results/run.ts';

/**
 * Requests of a trace as something to paste: the same bytes with `curl`, and the same call with `perpsim/client`. It runs
 * in the page of a report too. No key is ever part of a snippet: it comes from the environment.
 */

/** Holds the private key that a snippet signs with. */
const KEY_VARIABLE = 'PERPSIM_KEY';
/** Where `perpsim serve` listens, in place of an exchange that lived inside the run. */
const SERVED = { rest: 'http://127.0.0.1:8700/v1', ws: 'ws://127.0.0.1:8700/v1/ws' } as const;
const START_ONE = 'The run had its exchange inside: start one with `npx perpsim serve` first.';

/** Where a target is reached. */
export type Reached = Pick<TargetIdentity, 'kind' | 'restUrl' | 'wsUrl' | 'serviceName'>;

/**
 * The request with curl, byte for byte. A request that was a frame becomes its twin over REST.
 *
 * @returns null for what HTTP cannot send: other frames, received messages, and bodies that are no text
 */
export function curlOf(entry: TraceEntry, target: Reached): string | null {
  const request = asHttp(entry, target);
  if (!request) return null;
  const lines = [
    ...notes(target, '# '),
    ...(entry.kind === 'sent' ? ['# It went over a stream; this is the same request over REST.'] : []),
    [
      `curl -sS ${methodFlags(request.method)} ${globFlag(request.url)}${shellQuoted(request.url)}`,
      ...(request.body === null
        ? []
        : [`-H 'content-type: application/json'`, `--data-raw ${shellQuoted(request.body)}`]),
    ].join(' \\\n  '),
  ];
  return lines.join('\n');
}

/**
 * A program that makes the request: a call of the client for whatever an ordinary client would have sent, signed afresh with a
 * nonce of its own, and the bytes themselves for everything else.
 *
 * @returns null for received messages, and for bodies that are no text
 */
export function typescriptOf(entry: TraceEntry, target: Reached): string | null {
  const lines = callOf(entry, target) ?? bytesOf(entry, target);
  return lines ? [...notes(target, '// '), ...lines, ''].join('\n') : null;
}

/** A response to HEAD has no body, which curl would wait for. */
const methodFlags = (method: string): string => (method === 'HEAD' ? '--head' : `-i -X ${method}`);
/** Brackets and braces of a URL are patterns to curl. */
const globFlag = (url: string): string => (/[[\]{}]/.test(url) ? '--globoff ' : '');

interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly body: string | null;
}

function asHttp(entry: TraceEntry, target: Reached): HttpRequest | null {
  const { kind, method, url, request } = entry;
  if (kind === 'http' || kind === 'control') {
    if (!/^https?:\/\//.test(url) || isPlaceholder(request)) return null;
    return { method: /^[A-Z]+$/.test(method) ? method : 'POST', url: reachable(url, target), body: request };
  }
  const post = kind === 'sent' ? postOf(request) : undefined;
  if (!post) return null;
  return { method: 'POST', url: `${restUrl(target)}/${surfaceOf(url)}`, body: JSON.stringify(post) };
}

/** A `post` frame as the body of REST: there, `nonce`, `expiresAfter` and `signature` stand beside the params. */
function postOf(frame: string | null): Body | undefined {
  const sent = parsedRecord(frame);
  const { nonce, expiresAfter, signature, ...params } = asRecord(sent?.params) ?? {};
  if (sent?.method !== 'post' || typeof params.action !== 'string') return undefined;
  return {
    params,
    ...(nonce !== undefined && { nonce }),
    ...(expiresAfter !== undefined && { expiresAfter }),
    ...(signature !== undefined && { signature }),
  };
}

type Body = Readonly<Record<string, unknown>>;

/** The call that an ordinary client would have made; undefined where it would not have sent these bytes. */
function callOf(entry: TraceEntry, target: Reached): string[] | undefined {
  const body = entry.kind === 'sent' ? postOf(entry.request) : entry.kind === 'http' ? exactBody(entry) : undefined;
  if (!body) return undefined;
  const surface = surfaceOf(entry.url);
  if (surface === 'info') return isPublic(body) ? publicCall(body, target) : undefined;
  return surface === 'trade' ? signedCall(entry, body, target) : undefined;
}

/** Only what JSON.stringify would write again as it stands: no other spacing, no number that a program would round. */
function exactBody({ request, method }: TraceEntry): Body | undefined {
  const body = method === 'POST' ? parsedRecord(request) : undefined;
  return body && JSON.stringify(body) === request ? body : undefined;
}

const isPublic = (body: Body): boolean => Object.keys(body).join() === 'params' && asRecord(body.params) !== undefined;

const publicCall = (body: Body, target: Reached): string[] => [
  `import { RestTransport } from 'perpsim/client';`,
  '',
  `const exchange = new RestTransport(${quoted(restUrl(target))});`,
  `console.log(await exchange.send('info', ${literal(body)}));`,
];

function signedCall({ kind, signed }: TraceEntry, body: Body, target: Reached): string[] | undefined {
  const { params, nonce, expiresAfter, signature, ...others } = body;
  if (!signed || signature === undefined || Object.keys(others).length > 0) return undefined;
  const { action, subAccountId } = signed;
  const ordinary = { action, subAccountId, ...asRecord(signed.params) };
  if (JSON.stringify(params) !== JSON.stringify(ordinary)) return undefined;
  const overrides = overridesOf(action, nonce, expiresAfter);
  if (!overrides) return undefined;
  const client = kind === 'sent' ? 'StreamClient' : 'Client';
  const given = overrides.length > 0 ? `, { ${overrides.join(', ')} }` : '';
  return [
    `import { ${client} } from 'perpsim/client';`,
    '',
    `// The key of ${inComment(signed.who)}, wallet ${inComment(signed.wallet)}.`,
    `const privateKey = process.env.${KEY_VARIABLE};`,
    `if (!privateKey) throw new Error('${KEY_VARIABLE} is not set');`,
    `const client = new ${client}({`,
    kind === 'sent' ? `  wsUrl: ${quoted(wsUrl(target))},` : `  restUrl: ${quoted(restUrl(target))},`,
    '  privateKey,',
    `  subAccountId: ${quoted(subAccountId)},`,
    ...(target.serviceName === DEFAULT_SERVICE_NAME ? [] : [`  serviceName: ${quoted(target.serviceName)},`]),
    '});',
    ...(kind === 'sent' ? ['try {'] : []),
    `${kind === 'sent' ? '  ' : ''}console.log(await client.raw(${quoted(action)}, ${literal(asRecord(signed.params) ?? {})}${given}));`,
    ...(kind === 'sent' ? ['} finally {', '  await client.close();', '}'] : []),
  ];
}

/** What is to be said to `client.raw` beside the params; undefined for values that no client takes. */
function overridesOf(action: string, nonce: unknown, expiresAfter: unknown): string[] | undefined {
  const overrides: string[] = [];
  const isRead = action.startsWith('get');
  // A write of the program has a nonce of its own: the one that was sent is used up.
  if (isRead && nonce !== undefined) {
    if (!isCount(nonce)) return undefined;
    overrides.push(`nonce: ${countLiteral(nonce)}`);
  }
  if (!isRead && nonce === undefined) overrides.push('nonce: null');
  if (expiresAfter !== undefined) {
    if (!isCount(expiresAfter)) return undefined;
    overrides.push(`expiresAfter: ${countLiteral(expiresAfter)}`);
  }
  return overrides;
}

/** The bytes of a request by `fetch`, or of a frame through a socket. */
function bytesOf(entry: TraceEntry, target: Reached): string[] | undefined {
  const { kind, url, request } = entry;
  if (kind === 'sent' && request !== null) {
    return [
      `import WebSocket from 'ws';`,
      '',
      `const socket = new WebSocket(${quoted(`${wsUrl(target)}/${surfaceOf(url)}`)});`,
      `socket.on('message', (frame) => console.log(String(frame)));`,
      `socket.on('close', (code) => console.log('closed with', code));`,
      `socket.on('open', () => socket.send(${quoted(request)}));`,
    ];
  }
  const http = asHttp(entry, target);
  if (!http) return undefined;
  return [
    `const response = await fetch(${quoted(http.url)}, {`,
    `  method: ${quoted(http.method)},`,
    ...(http.body === null
      ? []
      : [`  headers: { 'content-type': 'application/json' },`, `  body: ${quoted(http.body)},`]),
    '});',
    'console.log(response.status, await response.text());',
    'export {};',
  ];
}

const notes = (target: Reached, mark: string): string[] =>
  target.kind === 'in-process' ? [`${mark}${START_ONE}`] : [];

const restUrl = ({ kind, restUrl: url }: Reached): string => (kind === 'in-process' ? SERVED.rest : url);
/** Without a final slash, and without the endpoint. */
const wsUrl = (target: Reached): string =>
  target.kind === 'in-process' || target.wsUrl === null ? SERVED.ws : target.wsUrl.replace(/\/+$/, '');

const reachable = (url: string, target: Reached): string =>
  target.kind === 'in-process' && url.startsWith(target.restUrl) ? SERVED.rest + url.slice(target.restUrl.length) : url;

/** The last part of the path: `trade`, `info`, or the name of a plain route. */
const surfaceOf = (url: string): string => url.split('?', 1)[0]?.split('/').at(-1) ?? '';

/** What a trace holds in place of bytes that are no text. */
const isPlaceholder = (body: string | null): boolean => body !== null && /^<\d+ bytes>$/.test(body);

const isCount = (value: unknown): value is number | string =>
  (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) ||
  (typeof value === 'string' && /^\d{1,20}$/.test(value));
const countLiteral = (value: number | string): string =>
  typeof value === 'string' ? `${BigInt(value)}n` : String(value);

/** A JSON value as an expression. A key `__proto__` of a literal would not become a key. */
function literal(value: unknown): string {
  const text = JSON.stringify(value, null, 2);
  return text.includes('"__proto__"') ? `JSON.parse(${quoted(JSON.stringify(value))})` : text;
}

/** A text as a literal between single quotes, where none of its characters ends it or the line. */
function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`;
}

/** Nothing that ends a line, and with it the comment. */
const inComment = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ');

function parsedRecord(text: string | null): Body | undefined {
  try {
    return text === null ? undefined : asRecord(JSON.parse(text));
  } catch {
    return undefined;
  }
}

const asRecord = (value: unknown): Body | undefined => (isRecord(value) ? value : undefined);
