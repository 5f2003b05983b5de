import './timeline.css';
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { TIMELINE_KINDS } from '../../../contract/log-shapes.ts';
import { linkTo, query, segments, show } from '../app/router.ts';
import { controlToken } from '../data/control.ts';
import { controlFault, lives } from '../data/exchange.ts';
import { useFollowed } from '../data/use-followed.ts';
import { dayAndTime, grouped } from '../design/format.ts';
import { momentAt, nextEvent, placeText, shareOf, timeAt, zoomedAround } from './spans.ts';
import { keepTimeline, readTimeline, timeline, timelineFault, type TimelineRead, zoomed } from './timeline-data.ts';

/** Shows the run from its start to now on every page: what happened when, and the way to any moment of it. */
export function TimelineBar() {
  useFollowed(`${lives.value} ${controlToken.value ?? ''} ${controlFault.value?.code ?? ''}`, (until) => {
    void keepTimeline(until);
  });
  const read = timeline.value;
  const without = withoutIt();
  return (
    <section class="timeline" aria-label="Timeline">
      {without === null && read ? <Track read={read} /> : <p class="said">{without ?? 'The timeline comes…'}</p>}
    </section>
  );
}

/** Why there is no timeline; null where there is one. */
function withoutIt(): string | null {
  const fault = controlFault.value ?? timelineFault.value;
  switch (fault?.code) {
    case undefined:
    case 'UNREACHABLE':
      return null;
    case 'NO_CONTROL':
      return 'The timeline needs the control plane, and this server runs without it.';
    case 'UNAUTHORIZED':
    case 'FORBIDDEN':
      return 'The timeline needs the token of the control plane: the page Time asks for it.';
    default:
      return `The timeline cannot be read: ${fault?.message}`;
  }
}

/** Height of the track, and of the lane of a kind in it. */
const HEIGHT = 24;
const LANE = HEIGHT / TIMELINE_KINDS.length;
/** Steps of the arrow keys in a bar. */
const STEPS = 100;
/** Pixels that a pointer moves before it draws a part out. */
const DRAG = 6;
const CLOSER = 1 / 4;

function Track({ read }: { readonly read: TimelineRead }) {
  const track = useRef<HTMLDivElement>(null);
  /** Where the pointer or the keys are; null where neither is. */
  const cursor = useSignal<number | null>(null);
  const drag = useSignal<{ readonly begin: number; readonly x: number; readonly isFar: boolean } | null>(null);
  const open = openMoment(read);
  const at = cursor.value ?? open ?? read.to;
  const timeOf = (event: PointerEvent): number => {
    const { left = 0, width = 1 } = track.current?.getBoundingClientRect() ?? {};
    return timeAt(read, (event.clientX - left) / width);
  };
  const enter = (time: number): void => show(`${linkTo('moment')}?at=${momentAt(read, time)}`);
  const zoom = (factor: number): void => {
    const whole = { from: read.start, to: read.now };
    zoomed.value = zoomedAround(read, whole, at, factor);
    void readTimeline();
  };
  const keys: Readonly<Record<string, () => number>> = {
    ArrowLeft: () => at - (read.to - read.from) / STEPS,
    ArrowRight: () => at + (read.to - read.from) / STEPS,
    PageUp: () => nextEvent(read, at, -1),
    PageDown: () => nextEvent(read, at, 1),
    Home: () => read.from,
    End: () => read.to,
  };
  const percentOf = (time: number): number => 100 * shareOf(read, time);
  // What happens right now stays inside.
  const wide = Math.min(100, Math.max(0.3, (100 * read.width) / Math.max(1, read.to - read.from)));
  return (
    <>
      <span class="zooms">
        <button type="button" class="button small" aria-label="Zoom the timeline in" onClick={() => zoom(CLOSER)}>
          +
        </button>
        <button
          type="button"
          class="button small"
          aria-label="Zoom the timeline out"
          disabled={zoomed.value === null}
          onClick={() => zoom(1 / CLOSER)}
        >
          −
        </button>
      </span>
      <div
        ref={track}
        class="track"
        role="slider"
        tabIndex={0}
        aria-label="Moment of the run"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(Math.min(100, Math.max(0, percentOf(at))))}
        aria-valuetext={placeText(read, at)}
        title="Click to see the exchange as it was; drag to zoom"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.value = { begin: timeOf(event), x: event.clientX, isFar: false };
        }}
        onPointerMove={(event) => {
          cursor.value = timeOf(event);
          if (drag.value && Math.abs(event.clientX - drag.value.x) > DRAG) drag.value = { ...drag.value, isFar: true };
        }}
        onPointerUp={(event) => {
          const [begun, end] = [drag.value, timeOf(event)];
          drag.value = null;
          if (!begun?.isFar) return enter(end);
          zoomed.value = { from: Math.min(begun.begin, end), to: Math.max(begun.begin, end) + 1 };
          void readTimeline();
        }}
        onPointerLeave={() => {
          cursor.value = null;
        }}
        onPointerCancel={() => {
          drag.value = null;
          cursor.value = null;
        }}
        onBlur={() => {
          cursor.value = null;
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === ' ') enter(at);
          else if (event.key === '+') zoom(CLOSER);
          else if (event.key === '-') zoom(1 / CLOSER);
          else if (keys[event.key]) cursor.value = Math.min(read.to, Math.max(read.from, keys[event.key]?.() ?? at));
          else return;
          event.preventDefault();
        }}
      >
        <svg viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          {read.buckets.map((bucket) =>
            TIMELINE_KINDS.map((kind, lane) =>
              bucket[kind] === undefined ? null : (
                <rect
                  key={`${kind} ${bucket.at}`}
                  class={kind}
                  x={Math.min(percentOf(bucket.at), 100 - wide)}
                  y={lane * LANE}
                  width={wide}
                  height={LANE - 0.5}
                />
              ),
            ),
          )}
          {read.snapshots
            .filter(({ time }) => time >= read.from && time <= read.to)
            .map(({ name, time }) => (
              <line key={name} class="saved" x1={percentOf(time)} x2={percentOf(time)} y1={0} y2={HEIGHT} />
            ))}
          {drag.value?.isFar && cursor.value !== null ? (
            <rect
              class="chosen"
              x={Math.min(percentOf(drag.value.begin), percentOf(cursor.value))}
              y={0}
              width={Math.abs(percentOf(cursor.value) - percentOf(drag.value.begin))}
              height={HEIGHT}
            />
          ) : null}
          {cursor.value === null && open === null ? null : (
            <line class="cursor" x1={percentOf(at)} x2={percentOf(at)} y1={0} y2={HEIGHT} />
          )}
        </svg>
      </div>
      <p class="said">{cursor.value !== null || open !== null ? placeText(read, at) : <Reach read={read} />}</p>
    </>
  );
}

/** The moment that the page shows; null on other pages, and for one that is given by its input. */
function openMoment({ from, to }: TimelineRead): number | null {
  const at = segments.value[0] === 'moment' ? Number(query('at') ?? NaN) : NaN;
  return at >= from && at <= to ? at : null;
}

/** What the bar covers: from when it counts, and what is out of its reach. */
function Reach({ read }: { readonly read: TimelineRead }) {
  const { countedFrom, reach } = read;
  if (countedFrom > reach.input + 1) {
    return (
      <>
        Counted from input {grouped(String(countedFrom))} on.{' '}
        <button type="button" class="button small" onClick={() => void readTimeline(true)}>
          Count from the start
        </button>
      </>
    );
  }
  if (reach.reason !== '') return <span title={reach.reason}>{reach.reason}</span>;
  return (
    <>
      {zoomed.value === null ? 'Since' : 'From'} {dayAndTime(read.from)}
    </>
  );
}
