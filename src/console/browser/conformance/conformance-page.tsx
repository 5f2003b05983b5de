import type { ListedFeature } from '../../../contract/jobs.ts';
import { segments } from '../app/router.ts';
import { Empty, Panel } from '../design/panel.tsx';
import { useRead } from '../jobs/data.ts';
import { ControlFaultShown } from '../jobs/job-status.tsx';
import { SuiteForm } from './suite-form.tsx';
import { SuiteJob } from './suite-job.tsx';
import { SuiteJobList } from './suite-job-list.tsx';
import './conformance.css';

/** The suite: a run is started, watched, and read as its report. */
export function ConformancePage() {
  const [, first, id] = segments.value;
  return first === 'runs' && id !== undefined ? <SuiteJob key={id} id={id} /> : <Start />;
}

function Start() {
  const { read } = useRead<{ readonly features: readonly ListedFeature[] }>('/library/features');
  const { value, fault } = read.value;
  return (
    <div class="conformance-page">
      <h1 class="spoken">Conformance</h1>
      <Panel title="Start a run" class="start">
        {fault ? <ControlFaultShown fault={fault} /> : null}
        {value ? <SuiteForm features={value.features} /> : null}
        {value || fault ? null : <Empty>Reading the suite…</Empty>}
      </Panel>
      <SuiteJobList />
    </div>
  );
}
