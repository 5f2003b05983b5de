import type { RequestFact } from '../../contract/recording/format.ts';
import { isRecord } from '../records.ts';
import { Comparison, lanesOf, type ResponseDifference } from '../results/diff-responses.ts';
import type { TraceEntry } from '../results/run.ts';
import { parsed } from '../transports/transport.ts';
import type { Reply, StreamEnd } from './connections.ts';

/** A place in which the target differs from the recording. */
export interface RejudgeDifference {
  /** Line of the recording. */
  readonly line: number;
  readonly about: string;
  readonly path: string;
  readonly expected: string;
  readonly actual: string;
}

/** A recorded request that was sent again. */
export interface Sent {
  readonly line: number;
  readonly fact: RequestFact;
  readonly body: string;
}

/** A part of the recording that was not sent again, and why. */
export interface LeftOut {
  readonly line: number;
  readonly what: string;
}

/** Differences and parts left out that are kept; all are counted. */
const KEPT = 20;

/** Findings so far of the comparison of a recording. */
export class Judged {
  readonly differences: RejudgeDifference[] = [];
  readonly leftOut: LeftOut[] = [];
  total = 0;
  totalLeftOut = 0;
  /** Responses and frames that were compared, and how many of them were the same to the byte. */
  compared = 0;
  identical = 0;
  explanation: string | null = null;
  readonly #comparison: Comparison;
  readonly #sides: Sides;

  /** @param hasClock whether time is moved by hand, so that times must correspond */
  constructor(hasClock: boolean, sides: Sides) {
    this.#comparison = new Comparison(hasClock);
    this.#sides = sides;
  }

  response(line: number, { fact, body }: Sent, recorded: Reply, replayed: Reply): void {
    const entry = (reply: Reply): TraceEntry => ({
      kind: 'http',
      method: fact.method,
      url: fact.path,
      request: body,
      status: reply.status,
      headers: reply.headers,
      response: reply.body,
      signed: null,
    });
    this.#pair(line, entry(recorded), entry(replayed));
  }

  /** Messages of one WebSocket: those of a channel among each other, and the replies among each other. */
  stream(
    connection: number,
    recorded: readonly { readonly line: number; readonly text: string }[],
    replayed: readonly string[],
  ): void {
    const lines = new Map<TraceEntry, number>();
    const entry = (text: string): TraceEntry => {
      const status = statusIn(text);
      const method = `connection ${connection}`;
      return { kind: 'received', method, url: '', request: null, status, headers: {}, response: text, signed: null };
    };
    const lefts = recorded.map(({ line, text }) => {
      const made = entry(text);
      lines.set(made, line);
      return made;
    });
    const [left, right] = [lanesOf(lefts), lanesOf(replayed.map(entry))];
    for (const lane of new Set([...left.keys(), ...right.keys()])) {
      const [own, other] = [left.get(lane) ?? [], right.get(lane) ?? []];
      for (const [place, expected] of own.entries()) {
        const actual = other[place];
        if (actual) this.#pair(lines.get(expected) ?? 0, expected, actual);
      }
      if (own.length === other.length) continue;
      const odd = own[other.length];
      const line = (odd && lines.get(odd)) ?? recorded.at(-1)?.line ?? 0;
      this.#add({ line, about: lane, path: '.', expected: frames(own.length), actual: frames(other.length) });
    }
  }

  /** How a WebSocket ended that the exchange has closed on either side. */
  end(line: number, connection: number, recorded: StreamEnd, replayed: StreamEnd | null): void {
    this.compared += 1;
    const [expected, actual] = [recorded, replayed].map((end) => (end ? `${end.code} ${end.reason}`.trim() : 'open'));
    if (expected === actual) this.identical += 1;
    else {
      const about = `connection ${connection} closed`;
      this.#add({ line, about, path: 'close code', expected: expected ?? '', actual: actual ?? '' });
    }
  }

  leaveOut(line: number, what: string): void {
    this.totalLeftOut += 1;
    if (this.leftOut.length < KEPT) this.leftOut.push({ line, what });
  }

  #pair(line: number, recorded: TraceEntry, replayed: TraceEntry): void {
    this.compared += 1;
    const before = this.#comparison.differences.length;
    this.#comparison.pair(recorded, replayed);
    const found = this.#comparison.differences.splice(before);
    const [left, right] = [recorded.response ?? '', replayed.response ?? ''];
    if (found.length === 0 && left === right) this.identical += 1;
    if (found.length === 0 && parsed(left) !== undefined && !isSpelledAlike(left, right)) {
      found.push(spelledOtherwise(recorded, left, right));
    }
    if (found.length > 0) this.explanation ??= explain(recorded.response, replayed.response, this.#sides);
    for (const { about, path, left: expected, right: actual } of found)
      this.#add({ line, about, path, expected, actual });
  }

  #add(difference: RejudgeDifference): void {
    this.total += 1;
    if (this.differences.length < KEPT) this.differences.push(difference);
  }
}

/** Equal values in other characters, another order of keys or another spacing. */
function spelledOtherwise({ method, url }: TraceEntry, left: string, right: string): ResponseDifference {
  let at = 0;
  while (at < left.length && left[at] === right[at]) at += 1;
  const around = (text: string): string => JSON.stringify(text.slice(Math.max(0, at - 20), at + 40));
  return { about: `${method} ${url}`.trim(), path: 'spelling', left: around(left), right: around(right) };
}

function statusIn(text: string): number | null {
  const frame = parsed(text);
  return isRecord(frame) && typeof frame.status === 'number' ? frame.status : null;
}

const frames = (count: number): string => `${count} ${count === 1 ? 'frame' : 'frames'}`;

/** What is known of both sides before anything is sent. */
interface Sides {
  /** The name that recorded signatures are bound to; null when the recording does not say. */
  readonly recordedName: string | null;
  /** The name that the target goes by; null when it does not say. */
  readonly targetName: string | null;
}

/**
 * Says why a target refuses what the recorded deployment accepted, for causes that make most other requests differ too.
 *
 * @returns null for a difference that stands for itself
 */
export function explain(recorded: string | null, replayed: string | null, sides: Sides): string | null {
  if (errorOf(recorded) !== null) return null;
  const error = errorOf(replayed);
  if (!error) return null;
  const { code, message } = error;
  if (code === 'UNAUTHORIZED' && /nonce|already used/.test(message)) {
    return `nonces are used up: the target has seen these requests before ("${message}"). Start it afresh, or give --reset-target`;
  }
  if (code === 'UNAUTHORIZED' && /expired|too old|future/.test(message)) {
    return `deadlines and login times are bound to the recorded exchange time ("${message}"). Start the target at the recorded start time`;
  }
  if (code === 'UNAUTHORIZED') return `${boundTo(sides)} The target refuses a signature with "${message}"`;
  if (/INSUFFICIENT/.test(code)) {
    return `the wallets of the target hold other funds than those of the recording: ${code} "${message}"`;
  }
  if (/^RATE_LIMIT/.test(code)) return `the target has other rate limits than the recorded deployment: "${message}"`;
  return null;
}

function boundTo({ recordedName, targetName }: Sides): string {
  if (recordedName === null || recordedName === targetName) {
    return 'signatures are bound to the service name, the chain and the wallets of the recorded deployment.';
  }
  const other = targetName === null ? 'the target has another one.' : `the target is "${targetName}".`;
  return `signatures are bound to service name "${recordedName}"; ${other}`;
}

/** The error of a response or of a reply over a stream; null for one that serves its request. */
function errorOf(text: string | null): { readonly code: string; readonly message: string } | null {
  const body = text === null ? undefined : parsed(text);
  if (!isRecord(body) || !isRecord(body.error)) return null;
  const { code, message } = body.error;
  return { code: String(code), message: String(message) };
}

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\]:,]|\s+|[^]/g;

/**
 * Returns true for two JSON texts that are the same to the byte, apart from values that differ: equal order of keys, equal spacing, and equal
 * values spelled in the same characters.
 */
export function isSpelledAlike(left: string, right: string): boolean {
  if (left === right) return true;
  const [lefts, rights] = [left.match(TOKEN) ?? [], right.match(TOKEN) ?? []];
  return (
    lefts.length === rights.length &&
    lefts.every((token, place) => token === rights[place] || areOtherValues(lefts, rights, place))
  );
}

/** Whether the tokens of a place are two values of one type that differ; a key is no value. */
function areOtherValues(lefts: readonly string[], rights: readonly string[], place: number): boolean {
  if (lefts[place + 1] === ':') return false;
  const [left, right] = [valueOf(lefts[place] ?? ''), valueOf(rights[place] ?? '')];
  return typeof left === typeof right && left !== undefined && left !== right;
}

/** The value of a text or a number; undefined for any other token. */
function valueOf(token: string): string | number | undefined {
  const value: unknown = /^["\d-]/.test(token) ? JSON.parse(token) : undefined;
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}
