import { type TSchema, Type } from '@sinclair/typebox';
import { AGGREGATOR_ROUTES } from '../../contract/aggregator.ts';
import { INFO_ACTIONS, TRADE_ACTIONS } from '../../contract/catalogue.ts';
import { ALL_CHANNELS } from '../../contract/channels.ts';
import { AddressText, HashText, IdText, Time } from '../../contract/primitives.ts';
import { ErrorResponse, okResponse } from '../../contract/shared-schemas.ts';
import { channelSchemas, LOGIN, PINGS, REFUSAL, sharedSchemas } from '../../contract/stream-messages.ts';
import { isRecord } from '../records.ts';
import { parsed } from '../transports/transport.ts';
import type { TraceEntry } from './run.ts';

/** A place in which the responses of two deployments to the same request differ. */
export interface ResponseDifference {
  /** The request or connection that differs: `POST /v1/trade placeOrders`, or the connection and what was received over it. */
  readonly about: string;
  /** `HTTP status`, `header retry-after`, or a path into the response, `.` for all of it. */
  readonly path: string;
  /** JSON, with names in place of ids; `nothing` where one side has none. */
  readonly left: string;
  readonly right: string;
}

/** Headers that a client acts on. */
const HEADERS = ['content-type', 'retry-after', 'cache-control', 'allow'];
/** A longer value is cut. */
const LONGEST_VALUE = 200;
const NOTHING = Symbol('nothing');

/**
 * Returns what differs between the traces of one scenario on two deployments. Responses over HTTP are held against each other in their
 * order; what comes over a connection stream by stream, since streams of a connection are in no order to each other.
 *
 * @param hasClocks see Counterparts
 */
export function diffTraces(
  left: readonly TraceEntry[],
  right: readonly TraceEntry[],
  hasClocks: boolean,
): ResponseDifference[] {
  const comparison = new Comparison(hasClocks);
  const [lefts, rights] = [lanesOf(left), lanesOf(right)];
  for (const [lane, own] of lefts) comparison.lane(lane, own, rights.get(lane) ?? []);
  for (const [lane, own] of rights) if (!lefts.has(lane)) comparison.lane(lane, [], own);
  return comparison.differences;
}

/** Entries that are in one order on every deployment, by what they are. */
export function lanesOf(trace: readonly TraceEntry[]): Map<string, TraceEntry[]> {
  const lanes = new Map<string, TraceEntry[]>();
  for (const entry of trace) {
    const lane = laneOf(entry);
    if (lane === null) continue;
    const own = lanes.get(lane) ?? [];
    own.push(entry);
    lanes.set(lane, own);
  }
  return lanes;
}

/** Null for what is no response of the exchange. */
function laneOf({ kind, method, response }: TraceEntry): string | null {
  if (kind === 'http') return 'http';
  if (kind === 'sent') return `${method} sent`;
  if (kind === 'closed') return `${method} closed`;
  if (kind !== 'received') return null;
  return `${method} ${orderOf(response ?? '')}`;
}

/** Frames of a connection that are in one order to each other: those of a channel, replies, and any others. */
export function orderOf(text: string): string {
  const frame = parsed(text);
  if (!isRecord(frame)) return 'other';
  return typeof frame.channel === 'string' ? frame.channel : 'replies';
}

/**
 * Compares responses of two deployments one pair at a time. What it has learned about ids and times of earlier pairs holds for
 * later ones.
 */
export class Comparison {
  readonly differences: ResponseDifference[] = [];
  readonly #counterparts: Counterparts;

  /** @param hasClocks see Counterparts */
  constructor(hasClocks: boolean) {
    this.#counterparts = new Counterparts(hasClocks);
  }

  /** Entries of one order on both sides. */
  lane(lane: string, left: readonly TraceEntry[], right: readonly TraceEntry[]): void {
    const both = Math.min(left.length, right.length);
    for (let place = 0; place < both; place += 1) {
      const [l, r] = [left[place], right[place]];
      if (l && r) this.pair(l, r);
    }
    if (left.length !== right.length) {
      this.differences.push({ about: lane, path: '.', left: counted(left.length), right: counted(right.length) });
    }
  }

  /** Two responses to the same request, or two frames of the same place. */
  pair(left: TraceEntry, right: TraceEntry): void {
    this.#meet(left, right);
    if (left.kind === 'sent') return;
    const about = aboutOf(left);
    if (left.status !== right.status) this.#differ(about, 'HTTP status', left.status, right.status);
    for (const name of HEADERS) {
      const [l, r] = [left.headers[name] ?? NOTHING, right.headers[name] ?? NOTHING];
      if (l !== r) this.#differ(about, `header ${name}`, l, r);
    }
    this.#value(about, '', '', bodyOf(left), bodyOf(right));
  }

  /** What two requests name alike are counterparts, before any response speaks of them. */
  #meet(left: TraceEntry, right: TraceEntry): void {
    if (left.signed && right.signed) {
      this.#counterparts.agree('address', left.signed.wallet, right.signed.wallet);
      this.#counterparts.agree('subAccountId', left.signed.subAccountId, right.signed.subAccountId);
    }
  }

  #value(about: string, path: string, field: string, left: unknown, right: unknown): void {
    if (Array.isArray(left) && Array.isArray(right)) {
      const most = Math.max(left.length, right.length);
      for (let place = 0; place < most; place += 1) {
        this.#value(about, `${path}[${place}]`, field, memberOf(left, place), memberOf(right, place));
      }
    } else if (isRecord(left) && isRecord(right)) {
      for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
        // What a client calls its request is no id of the exchange.
        const name = path === '' && key === 'id' ? 'frame' : key;
        this.#value(about, path === '' ? key : `${path}.${key}`, name, memberOf(left, key), memberOf(right, key));
      }
    } else if (!this.#counterparts.agree(field, left, right)) {
      this.#differ(about, path === '' ? '.' : path, left, right, field);
    }
  }

  #differ(about: string, path: string, left: unknown, right: unknown, field = ''): void {
    const shown = (side: 'left' | 'right', value: unknown): string => {
      if (value === NOTHING || value === undefined) return 'nothing';
      const named = (key: string, inner: unknown): unknown =>
        this.#counterparts.named(side, key === '' || /^\d+$/.test(key) ? field : key, inner);
      const text = JSON.stringify(value, named);
      return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}...` : text;
    };
    this.differences.push({ about, path, left: shown('left', left), right: shown('right', right) });
  }
}

const memberOf = (holder: object, key: string | number): unknown =>
  Object.hasOwn(holder, key) ? Reflect.get(holder, key) : NOTHING;

/** JSON as what it says, any other response as its text. */
const bodyOf = ({ response }: TraceEntry): unknown => (response === null ? NOTHING : (parsed(response) ?? response));

const counted = (count: number): string => `${count} ${count === 1 ? 'entry' : 'entries'}`;

/** `POST /v1/trade placeOrders`; for frames the connection and the channel or the request they respond to. */
function aboutOf({ kind, method, url, request, response }: TraceEntry): string {
  if (kind === 'closed') return `${method} closed`;
  if (kind === 'received') {
    const frame = parsed(response ?? '');
    if (!isRecord(frame)) return method;
    return typeof frame.channel === 'string' ? `${method} ${frame.channel}` : `${method} reply ${String(frame.id)}`;
  }
  const path = url.replace(/^[a-z]+:\/\/[^/]+/, '');
  const body = parsed(request ?? '');
  const action = isRecord(body) && isRecord(body.params) ? body.params.action : undefined;
  return typeof action === 'string' ? `${method} ${path} ${action}` : `${method} ${path}`;
}

/** Ids of one space are never those of another, whatever their digits. Of several that match, the first counts. */
const SPACES: readonly (readonly [RegExp, string])[] = [
  [/request_?id/i, 'request'],
  [/venueid|order_?ids?$/i, 'order'],
  [/trade_?id/i, 'trade'],
  [/position_?id/i, 'position'],
  [/sub_?account|masteraccount|^from$|^to$/i, 'subaccount'],
  [/hash$/i, 'hash'],
];

/**
 * Which values of two deployments stand for the same thing. Two values that meet in the same place of two responses become
 * counterparts if neither has one yet; from then on each may meet the other alone. So responses of equal structure agree, and a
 * response that names another order, however plausible, does not.
 */
class Counterparts {
  readonly #hasClocks: boolean;
  readonly #rights = new Map<string, string>();
  readonly #lefts = new Map<string, string>();
  readonly #names = { left: new Map<string, string>(), right: new Map<string, string>() };
  readonly #counts = new Map<string, number>();
  /** Spaces in which something has a counterpart. */
  readonly #spaces = new Set<string>();

  /** @param hasClocks whether both move time by hand, so that moments can be held against each other as ids are */
  constructor(hasClocks: boolean) {
    this.#hasClocks = hasClocks;
  }

  /** Whether two values of a field, neither of which is an object or a list, say the same. */
  agree(field: string, left: unknown, right: unknown): boolean {
    const kind = VARYING.get(field);
    if (kind === 'signature' && typeof left === typeof right) return true;
    if (kind === 'moving' && typeof left === typeof right && !this.#hasClocks) return true;
    if (kind === 'time' && isName(left) && isName(right) && !this.#hasClocks) return true;
    if ((kind === 'id' || kind === 'address' || kind === 'time') && isName(left) && isName(right)) {
      return typeof left === typeof right && this.#pair(spaceOf(field), left, right);
    }
    return left === right || (typeof left === 'string' && typeof right === 'string' && this.#textsAgree(left, right));
  }

  /** A value as it reads with names in place of what varies: `<order 1>`. */
  named(side: 'left' | 'right', field: string, value: unknown): unknown {
    const kind = VARYING.get(field);
    if (kind === undefined || !isName(value)) return value;
    if (kind === 'time' && !this.#hasClocks) return '<time>';
    return this.#names[side].get(keyOf(spaceOf(field), value)) ?? value;
  }

  #pair(space: string, left: string | number, right: string | number): boolean {
    const [l, r] = [keyOf(space, left), keyOf(space, right)];
    const [known, knownBy] = [this.#rights.get(l), this.#lefts.get(r)];
    if (known !== undefined || knownBy !== undefined) return known === r && knownBy === l;
    const count = (this.#counts.get(space) ?? 0) + 1;
    this.#counts.set(space, count);
    this.#spaces.add(space);
    this.#rights.set(l, r);
    this.#lefts.set(r, l);
    this.#names.left.set(l, `<${space} ${count}>`);
    this.#names.right.set(r, `<${space} ${count}>`);
    return true;
  }

  /** Texts agree that differ in ids alone, if those are counterparts. */
  #textsAgree(left: string, right: string): boolean {
    const [lefts, rights] = [left.split(WORD), right.split(WORD)];
    return lefts.length === rights.length && lefts.every((word, place) => this.#wordsAgree(word, rights[place] ?? ''));
  }

  #wordsAgree(left: string, right: string): boolean {
    if (left === right) return true;
    if (ADDRESS.test(left) && ADDRESS.test(right)) return this.#pair('address', left, right);
    if (!/^\d+$/.test(left) || !/^\d+$/.test(right)) return false;
    if (!this.#hasClocks && left.length === 13 && right.length === 13) return true;
    return [...this.#spaces].some((space) => this.#rights.get(keyOf(space, left)) === keyOf(space, right));
  }
}

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
/** Splits a text so that every second part is an address or a whole number. */
const WORD = /(0x[0-9a-fA-F]{40}|(?<![\d.])\d+(?![\d.]))/;

/** Zero and the empty text say that there is no such thing; they have no counterpart but themselves. */
const isName = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '' && value !== '0') || (typeof value === 'number' && value !== 0);

/** Addresses are the same in every spelling. */
const keyOf = (space: string, value: string | number): string =>
  `${space} ${space === 'address' ? String(value).toLowerCase() : String(value)}`;

function spaceOf(field: string): string {
  const kind = VARYING.get(field);
  if (kind === 'address' || kind === 'time') return kind;
  return SPACES.find(([pattern]) => pattern.test(field))?.[1] ?? (field.replace(/_?ids?$/i, '').toLowerCase() || 'id');
}

/**
 * What two deployments may give a value of their own to: whatever the contract's schemas call an id, an address, a hash, a
 * moment or a signature, and counters that do not stand still (`moving`). Everything else must be equal.
 */
export type Varying = 'id' | 'address' | 'time' | 'signature' | 'moving';

/** Fields whose schema is wider than what they mean: free text that is an id, counters, what clients sign. */
const BY_MEANING: readonly (readonly [string, Varying])[] = [
  ['requestId', 'id'],
  ['referralId', 'id'],
  ['referredId', 'id'],
  ['referrerId', 'id'],
  ['met', 'time'],
  ['expiresAfter', 'time'],
  ['nonce', 'id'],
  ['signature', 'signature'],
  ['r', 'signature'],
  ['s', 'signature'],
  ['v', 'signature'],
  // Buckets fill with time, and sequences go on with what others do.
  ['remainingTokens', 'moving'],
  ['requestsUsed', 'moving'],
  ['meseq', 'moving'],
  ['prevMeseq', 'moving'],
];

const PATTERNS: ReadonlyMap<unknown, Varying> = new Map([
  [IdText.pattern, 'id'],
  [HashText.pattern, 'id'],
  ['^[0-9a-f]{16}$', 'id'],
  [AddressText.pattern, 'address'],
]);

/** The kind of each field that varies, by its name. An element of a list goes by the name of the list. */
export const VARYING: ReadonlyMap<string, Varying> = varyingFields();

function varyingFields(): Map<string, Varying> {
  const fields = new Map<string, Varying>();
  const walk = (schema: TSchema, name: string): void => {
    const kind = kindOf(schema);
    if (kind !== undefined) fields.set(name, kind);
    const { $ref, anyOf, items, properties } = schema as Partial<Record<string, unknown>>;
    if (typeof $ref === 'string') {
      const shared = sharedSchemas[$ref.slice($ref.lastIndexOf('/') + 1)];
      if (shared) walk(shared, name);
    }
    for (const member of Array.isArray(anyOf) ? (anyOf as TSchema[]) : []) walk(member, name);
    for (const item of [items ?? []].flat() as TSchema[]) walk(item, name);
    for (const [field, member] of Object.entries((properties ?? {}) as Record<string, TSchema>)) walk(member, field);
  };
  for (const schema of everyShape()) walk(schema, 'response');
  for (const [field, kind] of BY_MEANING) fields.set(field, kind);
  return fields;
}

function everyShape(): TSchema[] {
  return [
    ...[...TRADE_ACTIONS.values(), ...INFO_ACTIONS.values()].flatMap(({ params, result }) => [params, result]),
    ...AGGREGATOR_ROUTES.map(({ result }) => result),
    ...ALL_CHANNELS.flatMap((channel) => Object.values(channelSchemas(channel))),
    ...LOGIN.map(({ payload }) => payload),
    ...PINGS.flat().map(({ payload }) => payload),
    REFUSAL.payload,
    ErrorResponse,
    okResponse('trade', Type.Unknown()),
  ];
}

function kindOf({ type, pattern, format, minimum }: TSchema): Varying | undefined {
  if (type === 'string') return format === 'date-time' ? 'time' : PATTERNS.get(pattern);
  return type === 'integer' && minimum === Time.minimum ? 'time' : undefined;
}
