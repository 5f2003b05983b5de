import { TIMELINE_KINDS, type TimelineKind } from '../../contract/log-shapes.ts';
import type { ControlCommand } from '../../engine/command.ts';
import type { EngineEvent } from '../../engine/event.ts';
import type { TimeMs } from '../../kernel/units.ts';
import type { LogRow } from './log-row.ts';

/** Buckets that are kept, however long the run is. */
const KEPT = 1_024;
/** Of the first buckets. Twice as long each time that the run outgrows them. */
const FIRST_WIDTH_MS = 1_000;

/** Commands that steer a price from outside. */
const PRICE_COMMANDS: ReadonlySet<ControlCommand['type']> = new Set<ControlCommand['type']>([
  'SetIndexPrice',
  'RampPrice',
  'PinPrice',
  'SetFeed',
  'SetMarkPrice',
  'SetPeg',
]);

const EVENT_KINDS: ReadonlyMap<EngineEvent['type'], TimelineKind> = new Map<EngineEvent['type'], TimelineKind>([
  ['Traded', 'fill'],
  ['LiquidationBegan', 'liquidation'],
  ['FundingPaid', 'funding'],
  ['FaultsSet', 'fault'],
  ['FaultMet', 'fault'],
]);

/** Returns what a row counts as; null for one that is not counted. */
export function timelineKindOf({ content }: Pick<LogRow, 'content'>): TimelineKind | null {
  if (content.of === 'refusal') return 'refusal';
  if (content.of === 'event') return EVENT_KINDS.get(content.event.type) ?? null;
  const { input } = content;
  return input.kind === 'control' && input.commands.some(({ type }) => PRICE_COMMANDS.has(type)) ? 'price' : null;
}

/** A part of the time with what happened in it; what did not happen has no count. */
export type TimelineBucket = { readonly at: TimeMs } & Readonly<Partial<Record<TimelineKind, number>>>;

/** From which time to which, and into how many buckets at most. */
export interface TimelineWindow {
  readonly from: TimeMs;
  readonly to: TimeMs;
  readonly most: number;
}

export interface TimelineCounts {
  /** Of a bucket. */
  readonly width: number;
  /** Those in which something happened, in order. */
  readonly buckets: readonly TimelineBucket[];
}

/** Counts of what happened, by time since the start of the exchange: a fixed number of buckets, whose width grows with the run. */
export class Timeline {
  readonly #start: TimeMs;
  #width = FIRST_WIDTH_MS;
  /** The counts of each kind, bucket after bucket. */
  #counts = new Uint32Array(KEPT * TIMELINE_KINDS.length);

  constructor(start: TimeMs) {
    this.#start = start;
  }

  /** Milliseconds of a bucket: nothing can be told apart that is nearer. */
  get width(): number {
    return this.#width;
  }

  add(kind: TimelineKind, at: TimeMs): void {
    const since = Math.max(0, at - this.#start);
    while (since >= KEPT * this.#width) this.#double();
    const place = Math.floor(since / this.#width) * TIMELINE_KINDS.length + TIMELINE_KINDS.indexOf(kind);
    this.#counts[place] = (this.#counts[place] ?? 0) + 1;
  }

  read({ from, to, most }: TimelineWindow): TimelineCounts {
    const wanted = Math.max(1, to - from) / most;
    const width = this.#width * Math.max(1, Math.ceil(wanted / this.#width));
    const counts = new BucketCounts(width, this.#start);
    const kinds = TIMELINE_KINDS.length;
    const first = Math.max(0, Math.floor((from - this.#start) / this.#width));
    const last = Math.min(KEPT - 1, Math.floor((to - this.#start) / this.#width));
    for (let bucket = first; bucket <= last; bucket += 1) {
      const at = this.#start + bucket * this.#width;
      for (const [place, kind] of TIMELINE_KINDS.entries()) {
        counts.add(kind, at, this.#counts[bucket * kinds + place] ?? 0);
      }
    }
    return counts.taken();
  }

  /** Joins each two buckets to one. */
  #double(): void {
    const joined = new Uint32Array(this.#counts.length);
    const kinds = TIMELINE_KINDS.length;
    for (const [place, count] of this.#counts.entries()) {
      const to = Math.floor(place / kinds / 2) * kinds + (place % kinds);
      joined[to] = (joined[to] ?? 0) + count;
    }
    this.#counts = joined;
    this.#width *= 2;
  }
}

/** Counts in buckets that begin at multiples of their width after `start`. */
export class BucketCounts {
  readonly #width: number;
  readonly #start: TimeMs;
  readonly #buckets = new Map<TimeMs, Partial<Record<TimelineKind, number>>>();

  constructor(width: number, start: TimeMs) {
    this.#width = width;
    this.#start = start;
  }

  add(kind: TimelineKind, at: TimeMs, count = 1): void {
    if (count === 0) return;
    const begin = this.#start + Math.floor((at - this.#start) / this.#width) * this.#width;
    const bucket = this.#buckets.get(begin) ?? {};
    bucket[kind] = (bucket[kind] ?? 0) + count;
    this.#buckets.set(begin, bucket);
  }

  taken(): TimelineCounts {
    const buckets = Array.from(this.#buckets, ([at, counts]) => ({ at, ...counts }));
    return { width: this.#width, buckets: buckets.sort((a, b) => a.at - b.at) };
  }
}
