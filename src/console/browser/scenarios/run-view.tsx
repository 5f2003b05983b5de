import '../jobs/report.tsx';
import '../../pages/run/browser/run.css?within=report';
import '../../pages/run/browser/run-narrow.css?within=report';
import { useSignal } from '@preact/signals';
import { useCallback, useEffect, useMemo, useRef } from 'preact/hooks';
import type { RunResult } from '../../../scenarios/run-result.ts';
import { EventList } from '../../pages/run/browser/event-list.tsx';
import { firstChoice, RunCharts, RunFills } from '../../pages/run/browser/run-charts.tsx';
import { Timeline } from '../../pages/run/browser/timeline.ts';
import { ELEMENT } from '../../pages/run/page-data.ts';
import { query } from '../app/router.ts';
import { Empty } from '../design/panel.tsx';
import { ControlFaultShown } from '../jobs/job-status.tsx';
import { OpenAt } from '../jobs/open-run.tsx';
import { dataIn, ReportPart, useReport } from '../jobs/report.tsx';

/** The report of a run. A time that is followed, in the address or in a list, is set in all charts. */
export function RunView({ id }: { readonly id: string }) {
  const { value: report, fault } = useReport(id);
  const result = useMemo(() => report && (dataIn(report, ELEMENT.run) as RunResult), [report]);
  if (!report || !result) return fault ? <ControlFaultShown fault={fault} /> : <Empty>Reading the report…</Empty>;
  return <Shown id={id} report={report} result={result} />;
}

interface ShownProps {
  readonly id: string;
  readonly report: Document;
  readonly result: RunResult;
}

function Shown({ id, report, result }: ShownProps) {
  const timeline = useMemo(
    () => new Timeline(result.startTime, Math.max(result.endTime, result.startTime + 1)),
    [result],
  );
  const choice = useSignal(firstChoice(result));
  const charts = useRef<HTMLElement>(null);
  const { account, filter } = choice.value;
  const showTiles = useCallback(
    (part: HTMLElement) => {
      for (const tiles of part.querySelectorAll<HTMLElement>('.tiles-of'))
        tiles.hidden = tiles.dataset['account'] !== account;
    },
    [account],
  );
  const jump = (time: number): void => {
    timeline.choose(time);
    charts.current?.scrollIntoView();
    charts.current?.querySelector<HTMLInputElement>('#time')?.focus({ preventScroll: true });
  };
  useEffect(() => {
    const asked = query('t');
    if (asked !== undefined && /^\d+$/.test(asked)) timeline.choose(Number(asked));
  }, [timeline]);
  const followTime = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="#t="]') : null;
    if (!link) return;
    event.preventDefault();
    jump(Number(link.hash.slice('#t='.length)));
  };
  return (
    // Links take keys themselves; this only sees their clicks.
    <div class="report" onClick={followTime}>
      <section aria-label="Summary">
        <ReportPart report={report} id="summary" />
      </section>
      <section ref={charts} aria-labelledby="run-charts">
        <h2 id="run-charts">Charts</h2>
        <OpenAt
          id={id}
          time={() => timeline.cursor}
          account={result.accounts.find(({ name }) => name === account)?.subAccountId ?? ''}
        />
        <RunCharts
          result={result}
          timeline={timeline}
          choice={choice.value}
          choose={(part) => {
            choice.value = { ...choice.value, ...part };
          }}
        />
      </section>
      <section aria-label="Accounts">
        <ReportPart report={report} id="accounts" adjust={showTiles} />
      </section>
      <section aria-labelledby="run-events">
        <h2 id="run-events">Events</h2>
        <EventList
          events={result.events}
          filter={filter}
          onFilter={(asked) => {
            choice.value = { ...choice.value, filter: asked };
          }}
        />
      </section>
      <section aria-labelledby="run-fills">
        <h2 id="run-fills">Fills</h2>
        <RunFills result={result} choice={choice.value} />
      </section>
    </div>
  );
}
