import { useEffect, useState } from 'preact/hooks';

/** No view is narrower, so that a chart always has two moments. */
const LEAST_MS = 200;

/**
 * State that all charts share: the stretch of time that they show, and the time that their cursor is at. A reader chooses the
 * time by a click, a slider or a link; while a pointer is over a chart, its place counts instead.
 */
export class Timeline {
  readonly start: number;
  readonly end: number;
  from: number;
  to: number;
  chosen: number;
  private hovered: number | null = null;
  private readonly listeners = new Set<() => void>();
  private isAnnounced = false;

  constructor(start: number, end: number) {
    this.start = start;
    this.end = end;
    this.from = start;
    this.to = end;
    this.chosen = end;
  }

  get cursor(): number {
    return this.hovered ?? this.chosen;
  }

  get isWhole(): boolean {
    return this.from === this.start && this.to === this.end;
  }

  /** Moves the cursor, and the view where it would not show it. */
  choose(time: number): void {
    this.chosen = Math.min(Math.max(time, this.start), this.end);
    this.hovered = null;
    const width = this.to - this.from;
    if (this.chosen < this.from || this.chosen > this.to) this.show(this.chosen - width / 2, this.chosen + width / 2);
    this.announce();
  }

  hover(time: number | null): void {
    this.hovered = time === null ? null : Math.min(Math.max(time, this.start), this.end);
    this.announce();
  }

  show(from: number, to: number): void {
    const width = Math.min(Math.max(to - from, LEAST_MS), this.end - this.start);
    this.from = Math.min(Math.max(Math.round((from + to - width) / 2), this.start), this.end - width);
    this.to = this.from + width;
    this.announce();
  }

  /** Shows a stretch that is `factor` times as long, around the chosen time where it is in sight. */
  zoom(factor: number): void {
    const isInSight = this.chosen > this.from && this.chosen < this.to;
    const middle = isInSight ? this.chosen : (this.from + this.to) / 2;
    const half = ((this.to - this.from) * factor) / 2;
    this.show(middle - half, middle + half);
  }

  /** Moves the view by a share of its width. */
  pan(share: number): void {
    const by = (this.to - this.from) * share;
    this.show(this.from + by, this.to + by);
  }

  reset(): void {
    this.show(this.start, this.end);
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Once a frame, however often the pointer moves. */
  private announce(): void {
    if (this.isAnnounced) return;
    this.isAnnounced = true;
    requestAnimationFrame(() => {
      this.isAnnounced = false;
      for (const listener of this.listeners) listener();
    });
  }
}

/** A part of the timeline, for a component that is rendered again whenever the part changes. */
export function useTimeline<T>(timeline: Timeline, partOf: (timeline: Timeline) => T): T {
  const [part, setPart] = useState(() => partOf(timeline));
  useEffect(() => {
    const update = (): void => setPart(() => partOf(timeline));
    update();
    return timeline.subscribe(update);
  }, [timeline, partOf]);
  return part;
}
