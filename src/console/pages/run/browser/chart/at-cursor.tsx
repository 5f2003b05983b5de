import type { VNode } from 'preact';
import { type Timeline, useTimeline } from '../timeline.ts';

/** A value at the cursor. */
export function AtCursor({
  timeline,
  valueAt,
}: {
  readonly timeline: Timeline;
  readonly valueAt: (time: number) => string;
}): VNode {
  const cursor = useTimeline(timeline, cursorOf);
  return <b class="at-cursor">{valueAt(cursor)}</b>;
}

export const cursorOf = ({ cursor }: Timeline): number => cursor;
