import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { moment, span } from '../../../../kernel/words.ts';
import type { RunEvent, RunResult } from '../../../../scenarios/run-result.ts';
import { Choose } from '../../shared/browser/controls.tsx';
import { type EventFilter, filteredEvents, NO_FILTER } from '../view/event-filter.ts';
import type { EventKind } from '../words.ts';
import { DepthCurve, DepthStrip } from './depth-charts.tsx';
import { EquityCharts } from './equity-charts.tsx';
import { FillList } from './fill-list.tsx';
import { FundingChart, InterestChart, VolumeChart } from './market-charts.tsx';
import { PriceChart } from './price-chart.tsx';
import { type Timeline, useTimeline } from './timeline.ts';

/** What the reader has chosen for everything that is shown of a run. */
export interface Choice {
  readonly market: string;
  readonly account: string;
  readonly filter: EventFilter;
}

export const firstChoice = ({ accounts, markets }: Pick<RunResult, 'accounts' | 'markets'>): Choice => ({
  market: markets[0]?.symbol ?? '',
  account: (accounts.find(({ isStrategy }) => isStrategy) ?? accounts[0])?.name ?? '',
  filter: NO_FILTER,
});

/** Too frequent for a chart, unless the reader asks for them. */
const FREQUENT: readonly EventKind[] = ['request', 'stream', 'funding'];

interface Props {
  readonly result: RunResult;
  readonly timeline: Timeline;
  readonly choice: Choice;
  readonly choose: (part: Partial<Choice>) => void;
}

/** The charts of a run: prices with fills and events, volume, account value, depth, open interest and funding. */
export function RunCharts({ result, timeline, choice, choose }: Props): VNode {
  const { accounts, markets, events } = result;
  const { filter } = choice;
  const account = accounts.find(({ name }) => name === choice.account);
  const market = markets.find(({ symbol }) => symbol === choice.market);
  const marked = useMemo(
    (): RunEvent[] =>
      filteredEvents(events, filter).filter(
        ({ kind, symbol }) =>
          (symbol === null || symbol === market?.symbol) && (filter.kinds.includes(kind) || !FREQUENT.includes(kind)),
      ),
    [events, filter, market],
  );
  const fills = useMemo(
    () => account?.fills.filter(({ symbol }) => symbol === market?.symbol) ?? [],
    [account, market],
  );
  return (
    <>
      <TimeBar
        timeline={timeline}
        markets={markets.map(({ symbol }) => symbol)}
        market={choice.market}
        accounts={accounts.map(({ name }) => name)}
        account={choice.account}
        onMarket={(symbol) => choose({ market: symbol })}
        onAccount={(name) => choose({ account: name })}
      />
      {market === undefined ? (
        <p class="calm">The run has no markets.</p>
      ) : (
        <>
          <PriceChart market={market} timeline={timeline} fills={fills} account={choice.account} events={marked} />
          <VolumeChart market={market} timeline={timeline} />
        </>
      )}
      {account !== undefined && <EquityCharts account={account} timeline={timeline} />}
      {market !== undefined && (
        <>
          <DepthStrip market={market} timeline={timeline} />
          <div class="pair">
            <DepthCurve market={market} timeline={timeline} />
            <div>
              <InterestChart market={market} timeline={timeline} />
              <FundingChart market={market} timeline={timeline} />
            </div>
          </div>
        </>
      )}
    </>
  );
}

/** The fills of the chosen account. */
export function RunFills({ result, choice }: Pick<Props, 'result' | 'choice'>): VNode {
  const account = result.accounts.find(({ name }) => name === choice.account);
  if (account === undefined) return <p class="calm">The scenario has no accounts.</p>;
  return <FillList key={account.name} account={account} />;
}

interface TimeBarProps {
  readonly timeline: Timeline;
  readonly markets: readonly string[];
  readonly market: string;
  readonly accounts: readonly string[];
  readonly account: string;
  readonly onMarket: (symbol: string) => void;
  readonly onAccount: (name: string) => void;
}

/** What all charts show: market, account, the time of the cursor, and the zoom. */
const TimeBar = (props: TimeBarProps): VNode => (
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
