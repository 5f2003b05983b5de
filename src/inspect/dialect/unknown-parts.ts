import { AGGREGATOR_ROUTES } from '../../contract/aggregator.ts';
import type { Action } from '../../contract/action.ts';
import { INFO_ACTIONS, TRADE_ACTIONS } from '../../contract/catalogue.ts';
import type { StreamEndpoint } from '../../contract/channel.ts';
import { CHANNELS } from '../../contract/channels.ts';
import { isList, isRecord } from '../../kernel/entries.ts';
import { nearest } from '../../kernel/nearest.ts';

/** What a client sends that the contract does not know: routes, frames, actions, channels, fields, and values of another JSON type. */

/** One thing that the contract does not know. Equal ones of several requests are one, so values are in no text. */
export interface UnknownPart {
  /** Where it stands in a request, such as `params.orders[].timeInForce`; null for a route. */
  readonly field: string | null;
  /** What is wrong, and what the exchange makes of it. */
  readonly says: string;
  readonly fix: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** The part of a JSON schema that requests use. */
interface Shape {
  readonly type?: string;
  readonly const?: string | number | boolean;
  readonly pattern?: string;
  readonly anyOf?: readonly Shape[];
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
}

/** Fields beside `params` of a request that the contract reads, or ignores by intent (wire 7.1). */
const BESIDE_PARAMS = ['params', 'nonce', 'signature', 'expiresAfter', 'subAccountId', 'subaccountId'];
const LEGACY_BESIDE = ['walletAddress', 'vaultAddress'];
/** Fields of params that the schemas leave out and the exchange takes: older spellings, and what front ends add (wire 4.4, 7.1). */
const TAKEN_BY_TRADE = ['subAccountId', 'subaccountId', 'walletAddress', 'source', 'symbol'];
const TAKEN_BY_NAME: ReadonlyMap<string, readonly string[]> = new Map([
  ['voluntaryCollateralExchange', ['fromSymbol', 'toSymbol', 'fromAmount']],
  ['getOrderHistory', ['clientOrderId']],
  ['candles', ['interval']],
  ['subAccountUpdates', ['subAccountId', 'subaccountId']],
]);
const STREAM_METHODS = ['auth', 'post', 'subscribe', 'unsubscribe', 'ping'];
const LOGIN_FIELDS = ['message', 'signature', 'subAccountId', 'timestamp', 'action'];

/** Names that other APIs have for a field, and where this one says it. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  timeinforce: 'this API says it in orderType: limitGtc, limitIoc, limitGtd or limitAlo',
  tif: 'this API says it in orderType: limitGtc, limitIoc, limitGtd or limitAlo',
  type: 'send it as orderType, such as limitGtc or market',
  size: 'send it as quantity',
  qty: 'send it as quantity',
  amount: 'send it as quantity',
  sz: 'send it as quantity',
  cloid: 'send it as clientOrderId',
  clientid: 'send it as clientOrderId',
  stopprice: 'send it as triggerPrice, with orderType triggerSl or triggerTp',
  stoploss: 'place a triggerSl order beside it, with grouping normalTpsl',
  takeprofit: 'place a triggerTp order beside it, with grouping normalTpsl',
  coin: 'send it as symbol, such as BTC-USDT',
  instrument: 'send it as symbol, such as BTC-USDT',
  market: 'send it as symbol, such as BTC-USDT',
  op: 'send it as method: auth, post, subscribe, unsubscribe or ping',
  event: 'send it as method: auth, post, subscribe, unsubscribe or ping',
  args: 'send params, an object with type and symbol',
  channel: 'send it as type in params',
  stream: 'send it as type in params',
};

const ROUTES: ReadonlyMap<string, 'GET' | 'POST' | 'stream'> = new Map([
  ['/v1/trade', 'POST'],
  ['/v1/info', 'POST'],
  ['/v1/ws/info', 'stream'],
  ['/v1/ws/trade', 'stream'],
  ['/v1/ws/exchange/status', 'GET'],
  ...AGGREGATOR_ROUTES.map(({ path }) => [path, 'GET'] as const),
]);

/** The surface behind a path; null for any other. */
export const surfaceOf = (path: string): StreamEndpoint | null =>
  path === '/v1/trade' ? 'trade' : path === '/v1/info' ? 'info' : null;

/** Returns what is unknown about a method and a path; null where the contract has the route. */
export function unknownRoute(method: string, path: string, isUpgrade: boolean): UnknownPart | null {
  const expected = ROUTES.get(path);
  const sent = isUpgrade ? 'a WebSocket' : method;
  if (expected === undefined) {
    const near = nearest(path, [...ROUTES.keys()], 6);
    const fix = isUpgrade
      ? 'Open /v1/ws/info for public channels, or /v1/ws/trade for those of an account.'
      : near === undefined
        ? 'Send actions to POST /v1/trade and POST /v1/info.'
        : `Use ${near}.`;
    return { field: null, says: `The contract has no route ${path}.`, fix };
  }
  const taken = expected === 'stream' ? 'a WebSocket' : expected;
  if (taken === sent || (expected === 'GET' && sent === 'HEAD')) return null;
  return { field: null, says: `${path} takes ${taken}, not ${sent}.`, fix: `Send ${taken} to ${path}.` };
}

/** A request over REST or a post of a stream, as far as it could be read. */
export interface ReadRequest {
  /** The action as it was sent; null where none is named. */
  readonly action: string | null;
  readonly unknown: readonly UnknownPart[];
}

/** Looks at the body of a POST. */
export function readBody(surface: StreamEndpoint, text: string): ReadRequest {
  const body = parsed(text);
  if (!isRecord(body)) return { action: null, unknown: [notAnObject('body', 'The body')] };
  const { params } = body;
  if (params === undefined && surface === 'info') return readParams(surface, body, '', []);
  const beside = unknownNames(body, '', BESIDE_PARAMS, LEGACY_BESIDE);
  if (!isRecord(params)) {
    const hint = 'Send {"params":{"action":…},…}.';
    const unknown = { field: 'params', says: 'The request has no object "params", so it is refused.', fix: hint };
    return { action: null, unknown: [unknown, ...beside] };
  }
  const read = readParams(surface, params, 'params', []);
  return { ...read, unknown: [...read.unknown, ...beside] };
}

function readParams(surface: StreamEndpoint, params: Fields, at: string, extra: readonly string[]): ReadRequest {
  const named = params['action'] ?? (surface === 'info' ? params['type'] : undefined);
  const name = typeof named === 'string' ? named : null;
  const actions: ReadonlyMap<string, Action> = surface === 'trade' ? TRADE_ACTIONS : INFO_ACTIONS;
  const action = name === null ? undefined : actions.get(name);
  if (!action) return { action: name, unknown: [unknownAction(surface, name, inside(at, 'action'), actions)] };
  const taken = [
    'action',
    ...(surface === 'trade' ? TAKEN_BY_TRADE : ['type']),
    ...(TAKEN_BY_NAME.get(action.name) ?? []),
    ...extra,
  ];
  return { action: name, unknown: unknownFields(action.params as Shape, params, at, taken) };
}

function unknownAction(
  surface: StreamEndpoint,
  name: string | null,
  field: string,
  actions: ReadonlyMap<string, Action>,
): UnknownPart {
  if (name === null) {
    return { field, says: 'The request names no action, so it is refused.', fix: 'Name one, such as getMarkets.' };
  }
  const says = `The contract has no ${surface} action "${name}", so the request is refused.`;
  const elsewhere = TRADE_ACTIONS.get(name) ?? INFO_ACTIONS.get(name);
  if (elsewhere) return { field, says, fix: `${elsewhere.name} is served by POST /v1/${elsewhere.surface}.` };
  const near = nearest(name, [...actions.keys()]);
  return { field, says, fix: near === undefined ? 'docs/http-api.md lists the actions.' : `Send ${near}.` };
}

/** What a frame of a client asks for, for the reply to it. */
export interface ReadFrame {
  readonly kind: 'subscribe' | 'unsubscribe' | 'post' | 'auth' | 'ping' | 'other';
  /** As reports name it, such as `subscribe trades`. */
  readonly name: string;
  /** The id as JSON text, by which its reply is found; empty for none. */
  readonly id: string;
  readonly unknown: readonly UnknownPart[];
}

/** Looks at a text frame of a client. */
export function readFrame(endpoint: StreamEndpoint, text: string): ReadFrame {
  const frame = parsed(text);
  if (!isRecord(frame)) return { kind: 'other', name: 'a frame', id: '', unknown: [notAnObject('frame', 'The frame')] };
  const { id, method, params } = frame;
  const common = { id: typeof id === 'string' || typeof id === 'number' ? JSON.stringify(id) : '' };
  if (frame['type'] === 'ping' && method === undefined) return { ...common, kind: 'ping', name: 'ping', unknown: [] };
  const beside = unknownNames(frame, '', ['id', 'method', 'params'], []);
  const word = STREAM_METHODS.find((each) => each === method);
  if (word === undefined) {
    const near = typeof method === 'string' ? nearest(method, STREAM_METHODS) : undefined;
    const said = typeof method === 'string' ? `The contract has no method "${method}"` : 'The frame names no method';
    const fix = `Send ${near ?? STREAM_METHODS.join(', ')} as method.`;
    const unknown = { field: 'method', says: `${said}, so the frame is refused.`, fix };
    return { ...common, kind: 'other', name: 'a frame', unknown: [unknown, ...beside] };
  }
  if (word === 'ping') return { ...common, kind: 'ping', name: 'ping', unknown: beside };
  const kind = word as ReadFrame['kind'];
  const needsId: readonly UnknownPart[] =
    common.id !== ''
      ? []
      : [
          {
            field: 'id',
            says: `A ${word} without an id gets a reply that names no request.`,
            fix: 'Send an id of your own, a text or a number: the reply repeats it as id and requestId.',
          },
        ];
  if (!isRecord(params)) {
    const says = `The params of a ${word} are no object, so the frame is refused.`;
    const fix = 'Send "params" as one flat object, such as {"type":"trades","symbol":"BTC-USDT"}.';
    return { ...common, kind, name: word, unknown: [{ field: 'params', says, fix }, ...beside, ...needsId] };
  }
  const read = readStreamParams(endpoint, word, params);
  return { ...common, kind, name: read.name, unknown: [...read.unknown, ...beside, ...needsId] };
}

function readStreamParams(
  endpoint: StreamEndpoint,
  word: string,
  params: Fields,
): { readonly name: string; readonly unknown: readonly UnknownPart[] } {
  if (word === 'auth') return { name: 'auth', unknown: unknownNames(params, 'params', LOGIN_FIELDS, []) };
  if (word === 'post') {
    const read = readParams(endpoint, params, 'params', ['nonce', 'signature', 'expiresAfter']);
    return { name: read.action ?? 'post', unknown: read.unknown };
  }
  const { type } = params;
  const channel = typeof type === 'string' ? CHANNELS.get(type) : undefined;
  if (!channel) {
    const known = [...CHANNELS.keys()];
    const near = typeof type === 'string' ? nearest(type, known) : undefined;
    const said = typeof type === 'string' ? `The contract has no channel "${type}"` : `A ${word} names no type`;
    const fix = `Send ${near ?? [...new Set([...CHANNELS.values()].map(({ name }) => name))].join(', ')} as params.type.`;
    const others = type === undefined ? unknownNames(params, 'params', ['type', 'symbol'], []) : [];
    const unknown = { field: 'params.type', says: `${said}, so it is refused.`, fix };
    return { name: `${word} ${typeof type === 'string' ? type : ''}`.trim(), unknown: [unknown, ...others] };
  }
  const taken = ['type', ...(TAKEN_BY_NAME.get(channel.name) ?? [])];
  return { name: `${word} ${channel.name}`, unknown: unknownFields(channel.params as Shape, params, 'params', taken) };
}

/** Fields that a schema does not have, and values of another JSON type, down to the last list. */
function unknownFields(shape: Shape, value: Fields, at: string, taken: readonly string[] = []): UnknownPart[] {
  const { properties = {} } = shape;
  const found: UnknownPart[] = unknownNames(value, at, Object.keys(properties), taken);
  for (const [name, inner] of Object.entries(properties))
    found.push(...wrongValue(inner, value[name], inside(at, name)));
  return found;
}

function wrongValue(shape: Shape, value: unknown, at: string): readonly UnknownPart[] {
  if (value === undefined || value === null) return [];
  const branches = shape.anyOf ?? [shape];
  const fitting = branches.filter((branch) => fits(branch, value));
  if (fitting.length === 0) return [otherType(branches, value, at)];
  const [branch] = fitting;
  if (branch?.anyOf) return wrongValue(branch, value, at);
  if (isList(value) && branch?.items) {
    const { items } = branch;
    return value.flatMap((item) => wrongValue(items, item, `${at}[]`));
  }
  if (isRecord(value) && branch?.properties) return unknownFields(branch, value, at);
  return [];
}

function fits({ type, anyOf, pattern, const: word }: Shape, value: unknown): boolean {
  if (anyOf) return anyOf.some((branch) => fits(branch, value));
  if (word !== undefined) return word === value;
  switch (type) {
    case 'string':
      // Ids are taken as JSON integers too (wire 7.1).
      return (
        typeof value === 'string' || (Number.isInteger(value) && pattern !== undefined && /^\^[([]?.?0/.test(pattern))
      );
    case 'integer':
      return typeof value === 'number' && Number.isInteger(value);
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'array':
      return isList(value);
    case 'object':
      return isRecord(value);
    default:
      return true;
  }
}

const TYPE_TEXT: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

function otherType(branches: readonly Shape[], value: unknown, field: string): UnknownPart {
  const words = branches.flatMap(({ const: word }) => (word === undefined ? [] : [`${word}`]));
  if (words.length === branches.length && branches.some((branch) => typeof branch.const === typeof value)) {
    return {
      field,
      says: `The contract does not know the word that ${field} has.`,
      fix: `Send one of ${words.join(', ')}.`,
    };
  }
  const types = branches.map(({ type, const: word }) => TYPE_TEXT[type ?? typeof word] ?? 'another type');
  const taken = [...new Set(types)].join(' or ');
  const given =
    value === true || value === false
      ? 'a boolean'
      : (TYPE_TEXT[isList(value) ? 'array' : typeof value] ?? 'another type');
  const fix =
    taken === 'text' && typeof value === 'number'
      ? 'Send the number as text, as it was typed: "0.01", not 0.01.'
      : `Send ${taken}.`;
  return { field, says: `${field} is ${given}; the contract takes ${taken}, so the request is refused.`, fix };
}

function unknownNames(value: Fields, at: string, known: readonly string[], taken: readonly string[]): UnknownPart[] {
  return Object.keys(value)
    .filter((name) => !known.includes(name) && !taken.includes(name))
    .map((name) => ({
      field: inside(at, name),
      says: 'The contract does not know this field, so the exchange ignores it: what it asks for does not happen.',
      fix: renamed(name, known),
    }));
}

function renamed(name: string, known: readonly string[]): string {
  const plain = plainName(name);
  const same = known.find((each) => plainName(each) === plain);
  if (same !== undefined) return `Spell it ${same}.`;
  const elsewhere = Object.hasOwn(ELSEWHERE, plain) ? ELSEWHERE[plain] : undefined;
  if (elsewhere !== undefined) return `${elsewhere.charAt(0).toUpperCase()}${elsewhere.slice(1)}.`;
  const near = nearest(name, known);
  return near === undefined ? 'Leave it out.' : `Did you mean ${near}?`;
}

/** `client_order_id` and `clientOrderID` are one name. */
const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

const inside = (at: string, name: string): string => (at === '' ? name : `${at}.${name}`);

const notAnObject = (field: string, what: string): UnknownPart => ({
  field,
  says: `${what} is no JSON object, so it is refused.`,
  fix: 'Send one JSON object in UTF-8, with double quotes.',
});

/** Reads a JSON text; undefined for a text that is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
