import { signal } from '@preact/signals';
import type { TimelineKind } from '../../../contract/log-shapes.ts';
import { type ControlFault, readControl } from '../data/control.ts';
import { controlFault } from '../data/exchange.ts';

/** What happened in a part of the time. */
export type Bucket = { readonly at: number } & Readonly<Partial<Record<TimelineKind, number>>>;

/** `GET /sim/v1/timeline`. */
export interface TimelineRead {
  readonly start: number;
  readonly now: number;
  readonly inputs: number;
  readonly countedFrom: number;
  readonly from: number;
  readonly to: number;
  readonly width: number;
  readonly buckets: readonly Bucket[];
  readonly snapshots: readonly { readonly name: string; readonly inputs: number; readonly time: number }[];
  readonly reach: { readonly input: number; readonly reason: string };
}

/** A part of the run, in exchange time. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export const timeline = signal<TimelineRead | null>(null);
export const timelineFault = signal<ControlFault | null>(null);
/** What the bar shows; null for the whole run, which grows. */
export const zoomed = signal<Span | null>(null);

const BUCKETS = 240;
const READ_EVERY_MS = 2_000;

/** Reads what the bar shows, once. `whole` also counts what happened before the server began to count. */
export async function readTimeline(whole = false): Promise<void> {
  // Without a control plane there is nothing to ask, and the bar says so.
  const code = controlFault.value?.code;
  if (code === 'NO_CONTROL' || code === 'UNAUTHORIZED' || code === 'FORBIDDEN') return;
  const span = zoomed.value;
  const window = span ? `&from=${Math.floor(span.from)}&to=${Math.ceil(span.to)}` : '';
  const read = await readControl<TimelineRead>(`/timeline?buckets=${BUCKETS}${window}${whole ? '&whole=true' : ''}`);
  if (zoomed.value !== span) return;
  if ('value' in read) timeline.value = read.value;
  timelineFault.value = 'error' in read ? read.error : null;
}

/** Reads it again and again until the signal is aborted. */
export async function keepTimeline(until: AbortSignal): Promise<void> {
  if (document.visibilityState === 'visible') await readTimeline();
  setTimeout(() => void (until.aborted || keepTimeline(until)), READ_EVERY_MS);
}
