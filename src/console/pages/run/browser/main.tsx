import { render } from 'preact';
import { found } from '../../shared/browser/controls.tsx';
import type { RunResult } from '../../../../scenarios/run-result.ts';
import { ELEMENT } from '../page-data.ts';
import { type Choice, firstChoice, RunCharts, RunFills } from './run-charts.tsx';
import { EventList } from './event-list.tsx';
import { Timeline } from './timeline.ts';

/** Starts the page: charts and tables from the result that the file holds. Everything above them comes with the file. */

const result = JSON.parse(found(`#${ELEMENT.run}`, HTMLScriptElement).text) as RunResult;
const timeline = new Timeline(result.startTime, Math.max(result.endTime, result.startTime + 1));
const { events } = result;

let choice = firstChoice(result);

function choose(part: Partial<Choice>): void {
  choice = { ...choice, ...part };
  show();
}

function show(): void {
  render(<RunCharts result={result} timeline={timeline} choice={choice} choose={choose} />, contentOf(ELEMENT.charts));
  render(
    <EventList events={events} filter={choice.filter} onFilter={(filter) => choose({ filter })} />,
    contentOf(ELEMENT.events),
  );
  render(<RunFills result={result} choice={choice} />, contentOf(ELEMENT.fills));
  for (const tiles of document.querySelectorAll<HTMLElement>('.tiles-of')) {
    tiles.hidden = tiles.dataset.account !== choice.account;
  }
}

const contentOf = (id: string): HTMLElement => found(`#${id}-content`, HTMLElement);

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
