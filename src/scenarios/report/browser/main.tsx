import { render, type VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { found } from '../../../pages/browser/found.ts';
import type { AccountResult, MarketResult, RunEvent, RunResult } from '../../run-result.ts';
import { ELEMENT } from '../page-data.ts';
import { type EventFilter, filteredEvents, NO_FILTER } from '../view/event-filter.ts';
import type { EventKind } from '../words.ts';
import { DepthCurve, DepthStrip } from './depth-charts.tsx';
import { EquityCharts } from './equity-charts.tsx';
import { EventList } from './event-list.tsx';
import { FillList } from './fill-list.tsx';
import { FundingChart, InterestChart, VolumeChart } from './market-charts.tsx';
import { PriceChart } from './price-chart.tsx';
import { TimeBar } from './time-bar.tsx';
import { Timeline } from './timeline.ts';

/** Starts the page: charts and tables from the result that the file holds. Everything above them comes with the file. */

const result = JSON.parse(found(`#${ELEMENT.run}`, HTMLScriptElement).text) as RunResult;
const timeline = new Timeline(result.startTime, Math.max(result.endTime, result.startTime + 1));
const { accounts, markets, events } = result;

/** What the reader has chosen for the whole page. */
interface Choice {
  readonly market: string;
  readonly account: string;
  readonly filter: EventFilter;
}

let choice: Choice = {
  market: markets[0]?.symbol ?? '',
  account: (accounts.find(({ isStrategy }) => isStrategy) ?? accounts[0])?.name ?? '',
  filter: NO_FILTER,
};

function choose(part: Partial<Choice>): void {
  choice = { ...choice, ...part };
  show();
}

function show(): void {
  const account = accounts.find(({ name }) => name === choice.account);
  const market = markets.find(({ symbol }) => symbol === choice.market);
  render(<Charts market={market} account={account} filter={choice.filter} />, contentOf(ELEMENT.charts));
  render(
    <EventList events={events} filter={choice.filter} onFilter={(filter) => choose({ filter })} />,
    contentOf(ELEMENT.events),
  );
  render(<Fills account={account} />, contentOf(ELEMENT.fills));
  for (const tiles of document.querySelectorAll<HTMLElement>('.tiles-of')) {
    tiles.hidden = tiles.dataset.account !== choice.account;
  }
}

const contentOf = (id: string): HTMLElement => found(`#${id}-content`, HTMLElement);

/** Too frequent for a chart, unless the reader asks for them. */
const FREQUENT: readonly EventKind[] = ['request', 'stream', 'funding'];

interface ChartsProps {
  readonly market: MarketResult | undefined;
  readonly account: AccountResult | undefined;
  readonly filter: EventFilter;
}

function Charts({ market, account, filter }: ChartsProps): VNode {
  const marked = useMemo(
    (): RunEvent[] =>
      filteredEvents(events, filter).filter(
        ({ kind, symbol }) =>
          (symbol === null || symbol === market?.symbol) && (filter.kinds.includes(kind) || !FREQUENT.includes(kind)),
      ),
    [filter, market],
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

function Fills({ account }: { readonly account: AccountResult | undefined }): VNode {
  if (account === undefined) return <p class="calm">The scenario has no accounts.</p>;
  return <FillList key={account.name} account={account} />;
}

/** Addresses such as `#t=1767571200000` set the time of the charts. */
function followTime(hash: string): boolean {
  const time = /^#t=(\d+)$/.exec(hash)?.[1];
  if (time === undefined) return false;
  timeline.choose(Number(time));
  found(`#${ELEMENT.charts}`, HTMLElement).scrollIntoView();
  document.querySelector<HTMLInputElement>('#time')?.focus({ preventScroll: true });
  return true;
}

document.documentElement.classList.add('scripted');
addEventListener('hashchange', () => followTime(location.hash));
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="#t="]') : null;
  if (!link || !followTime(link.hash)) return;
  event.preventDefault();
  history.pushState(null, '', link.hash);
});
show();
followTime(location.hash);
