import type { VNode } from 'preact';
import { Choose } from '../../shared/browser/controls.tsx';
import { moment, span } from '../../../../kernel/words.ts';
import { type Timeline, useTimeline } from './timeline.ts';

interface Props {
  readonly timeline: Timeline;
  readonly markets: readonly string[];
  readonly market: string;
  readonly accounts: readonly string[];
  readonly account: string;
  readonly onMarket: (symbol: string) => void;
  readonly onAccount: (name: string) => void;
}

/** What all charts show: market, account, the time of the cursor, and the zoom. */
export const TimeBar = (props: Props): VNode => (
  <div class="time-bar" role="group" aria-label="What the charts show">
    {props.markets.length > 0 && (
      <Choose label="Market" values={props.markets} chosen={props.market} onChange={props.onMarket} />
    )}
    {props.accounts.length > 0 && (
      <Choose label="Account" values={props.accounts} chosen={props.account} onChange={props.onAccount} />
    )}
    <TimeSlider timeline={props.timeline} />
    <Zoom timeline={props.timeline} />
  </div>
);

/** Changes with every part of the timeline that the slider shows. */
const stateOf = ({ cursor, from, to }: Timeline): string => `${cursor} ${from} ${to}`;

function TimeSlider({ timeline }: { readonly timeline: Timeline }): VNode {
  useTimeline(timeline, stateOf);
  const { cursor, from, to, start } = timeline;
  const text = `${moment(Math.round(cursor))} UTC`;
  return (
    <label class="time">
      <span class="unseen">Time of the charts</span>
      <input
        id="time"
        type="range"
        min={from}
        max={to}
        step={Math.max(1, Math.round((to - from) / 1_000))}
        value={cursor}
        aria-valuetext={text}
        onInput={({ currentTarget }) => timeline.choose(Number(currentTarget.value))}
      />
      <output>
        {text}
        <small>{` +${span(Math.max(0, Math.round((cursor - start) / 1_000) * 1_000))}`}</small>
      </output>
    </label>
  );
}

const zoomOf = ({ isWhole }: Timeline): boolean => isWhole;

function Zoom({ timeline }: { readonly timeline: Timeline }): VNode {
  const isWhole = useTimeline(timeline, zoomOf);
  return (
    <div class="zoom" role="group" aria-label="Zoom">
      <button type="button" aria-label="Earlier" disabled={isWhole} onClick={() => timeline.pan(-0.5)}>
        ‹
      </button>
      <button type="button" aria-label="Zoom in" onClick={() => timeline.zoom(0.5)}>
        +
      </button>
      <button type="button" aria-label="Zoom out" disabled={isWhole} onClick={() => timeline.zoom(2)}>
        −
      </button>
      <button type="button" aria-label="Later" disabled={isWhole} onClick={() => timeline.pan(0.5)}>
        ›
      </button>
      <button type="button" disabled={isWhole} onClick={() => timeline.reset()}>
        Reset
      </button>
    </div>
  );
}
