import { TIMELINE_KINDS, type TimelineKind } from '../../../contract/log-shapes.ts';
import { dayAndTime } from '../design/format.ts';
import type { Bucket, Span, TimelineRead } from './timeline-data.ts';

/** Place of a time on the bar, from 0 to 1; beyond them for a time outside. */
export const shareOf = ({ from, to }: Span, time: number): number => (to === from ? 1 : (time - from) / (to - from));

/** The time at a place of the bar. */
export const timeAt = ({ from, to }: Span, share: number): number =>
  Math.round(from + Math.min(1, Math.max(0, share)) * (to - from));

/** Nothing shorter than this can be zoomed to. */
const LEAST_MS = 1_000;

/** Returns a part around a time that is `factor` times as long; null for the whole run. */
export function zoomedAround(span: Span, whole: Span, time: number, factor: number): Span | null {
  const length = Math.max(LEAST_MS, (span.to - span.from) * factor);
  if (length >= whole.to - whole.from) return null;
  const from = Math.min(Math.max(whole.from, time - shareOf(span, time) * length), whole.to - length);
  return { from, to: from + length };
}

/** The bucket that a time is in; undefined where nothing happened. */
export const bucketAt = (
  { buckets, width }: Pick<TimelineRead, 'buckets' | 'width'>,
  time: number,
): Bucket | undefined => buckets.find(({ at }) => time >= at && time < at + width);

/** The moment that a click at a time is about: behind all that happened there. */
export function momentAt(read: TimelineRead, time: number): number {
  const bucket = bucketAt(read, time);
  return Math.min(read.now, bucket ? bucket.at + read.width - 1 : time);
}

/** The next time, before or after this one, at which something happened; the end of the bar where there is none. */
export function nextEvent(read: TimelineRead, time: number, direction: 1 | -1): number {
  const own = bucketAt(read, time);
  const others = read.buckets.filter((bucket) => bucket !== own);
  if (direction === 1) return others.find(({ at }) => at > time)?.at ?? read.to;
  return others.findLast(({ at }) => at < time)?.at ?? read.from;
}

const NAMES: Readonly<Record<TimelineKind, readonly [one: string, several: string]>> = {
  fill: ['fill', 'fills'],
  refusal: ['refusal', 'refusals'],
  liquidation: ['liquidation', 'liquidations'],
  funding: ['funding payment', 'funding payments'],
  price: ['price control', 'price controls'],
  fault: ['fault', 'faults'],
};

/** `2 fills, 1 refusal`; empty where nothing happened. */
export const countsText = (bucket: Bucket): string =>
  TIMELINE_KINDS.flatMap((kind) => {
    const count = bucket[kind] ?? 0;
    return count === 0 ? [] : [`${count} ${NAMES[kind][count === 1 ? 0 : 1]}`];
  }).join(', ');

/** Says in words what a place of the bar is about. */
export function placeText(read: TimelineRead, time: number): string {
  const bucket = bucketAt(read, time);
  const near = read.snapshots.find((saved) => Math.abs(saved.time - time) <= Math.max(1, read.to - read.from) / 200);
  const parts = [bucket ? countsText(bucket) : '', near ? `snapshot ${near.name}` : ''].filter((part) => part !== '');
  return [dayAndTime(time), ...parts].join(' · ');
}
