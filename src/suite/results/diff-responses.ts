import { isRecord } from '../records.ts';
import { parsed } from '../transports/transport.ts';
import { Counterparts } from './counterparts.ts';
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
 * What differs between the traces of one scenario on two deployments. Responses over HTTP are held against each other in their
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
  Object.hasOwn(holder, key) ? (holder as Readonly<Record<string | number, unknown>>)[key] : NOTHING;

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
