import type { DescribedScenario } from '../../../scenarios/described-library.ts';
import { query, segments } from '../app/router.ts';
import { Empty, Panel } from '../design/panel.tsx';
import { useJobs, useRead } from '../jobs/data.ts';
import { ControlFaultShown } from '../jobs/job-status.tsx';
import { CompareView } from './compare-view.tsx';
import { JobView } from './job-view.tsx';
import { RunningJobs } from './running-jobs.tsx';
import { LibraryList } from './library-list.tsx';
import { ScenarioDetail } from './scenario-detail.tsx';
import './scenarios.css';

/** The library with its stories, the runs and sweeps that were made of it, and two of them side by side. */
export function ScenariosPage() {
  const [, first, second] = segments.value;
  if (first === 'runs' && second !== undefined) return <JobView key={second} id={second} />;
  const [left, right] = [query('left'), query('right')];
  if (first === 'compare' && left !== undefined && right !== undefined) {
    return <CompareView key={`${left} ${right}`} left={left} right={right} />;
  }
  return <LibraryView chosen={first === undefined || second === undefined ? undefined : `${first}/${second}`} />;
}

function LibraryView({ chosen }: { readonly chosen: string | undefined }) {
  const { read } = useRead<{ readonly scenarios: readonly DescribedScenario[] }>('/library/scenarios');
  const jobs = useJobs();
  const { value, fault } = read.value;
  const scenario = value?.scenarios.find(({ name }) => name === chosen) ?? value?.scenarios[0];
  return (
    <div class={`scenarios-page ${chosen === undefined ? 'nothing-chosen' : ''}`}>
      <h1 class="spoken">Scenarios</h1>
      <Panel title="Library" class="library">
        {fault ? <ControlFaultShown fault={fault} /> : null}
        <RunningJobs jobs={jobs.value ?? []} />
        {value ? <LibraryList scenarios={value.scenarios} chosen={scenario?.name} /> : null}
        {value || fault ? null : <Empty>Reading the library…</Empty>}
      </Panel>
      {scenario ? <ScenarioDetail key={scenario.name} scenario={scenario} jobs={jobs} /> : null}
    </div>
  );
}
