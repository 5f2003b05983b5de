import { useSignal } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import { Choose } from '../../pages/shared/browser/controls.tsx';
import { Distributions } from '../../pages/sweep/browser/distributions.tsx';
import { HeatMapSection } from '../../pages/sweep/browser/heat.tsx';
import { RunList } from '../../pages/sweep/browser/run-list.tsx';
import { ELEMENT, type PackedRun, type PageData } from '../../pages/sweep/page-data.ts';
import { NO_FILTER, type RunFilter } from '../../pages/sweep/view/runs.ts';
import { figureShown } from '../../pages/sweep/words.ts';
import { Empty } from '../design/panel.tsx';
import { ControlFaultShown, useStart } from '../jobs/job-status.tsx';
import { dataIn, ReportPart, useReport } from '../jobs/report.tsx';
import '../jobs/report.tsx';
import '../../pages/sweep/browser/sweep.css?within=report';

/** The results of a sweep: distributions of a figure, its heat map over two numbers, and the runs. */
export function SweepView({ id }: { readonly id: string }) {
  const { value: report, fault } = useReport(id);
  const data = useMemo(() => report && (dataIn(report, ELEMENT.data) as PageData), [report]);
  if (!report || !data) return fault ? <ControlFaultShown fault={fault} /> : <Empty>Reading the report…</Empty>;
  return <Shown report={report} data={data} />;
}

function Shown({ report, data }: { readonly report: Document; readonly data: PageData }) {
  const figure = useSignal(data.figures.includes('pnl') ? 'pnl' : (data.figures[0] ?? ''));
  const filter = useSignal<RunFilter>(NO_FILTER);
  const runs = useRef<HTMLElement>(null);
  const { start, refusal } = useStart('scenarios');
  const startRun = ([group, seed]: PackedRun): Promise<void> => {
    const { plan, groups } = data.summary;
    const set = Object.entries(groups[group]?.set ?? {}).map(([path, value]) => `${path}=${value}`);
    return start({ kind: 'scenario', scenario: plan.scenario, seed, ...(set.length > 0 && { set }) });
  };
  return (
    <div class="report">
      <section aria-label="Summary">
        <ReportPart report={report} id="summary" />
      </section>
      {figure.value === '' ? (
        <p class="calm">No run of the sweep has figures: the scenario has no strategy.</p>
      ) : (
        <>
          <div class="choices">
            <Choose
              label="Figure"
              values={data.figures.map((name) => [name, figureShown(name).label] as const)}
              chosen={figure.value}
              onChange={(name) => {
                figure.value = name;
              }}
            />
          </div>
          <section aria-labelledby="sweep-distributions">
            <h2 id="sweep-distributions">Distributions</h2>
            <Distributions data={data} figure={figure.value} />
          </section>
        </>
      )}
      <section aria-labelledby="sweep-heat">
        <h2 id="sweep-heat">Heat map</h2>
        <HeatMapSection
          data={data}
          figure={figure.value}
          onGroups={(groups) => {
            filter.value = { ...NO_FILTER, groups };
            runs.current?.scrollIntoView();
          }}
        />
      </section>
      <section ref={runs} aria-labelledby="sweep-runs">
        <h2 id="sweep-runs">Runs</h2>
        <RunList
          data={data}
          figure={figure.value}
          filter={filter.value}
          onFilter={(asked) => {
            filter.value = asked;
          }}
          onRun={(run) => void startRun(run)}
        />
        {refusal}
      </section>
    </div>
  );
}
