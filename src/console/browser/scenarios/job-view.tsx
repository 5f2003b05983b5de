import { instant } from '../../../kernel/words.ts';
import { linkTo } from '../app/router.ts';
import { Empty, Panel } from '../design/panel.tsx';
import { useJob } from '../jobs/data.ts';
import { ControlFaultShown, JobStatus } from '../jobs/job-status.tsx';
import { askedText } from '../jobs/job-text.ts';
import { RunView } from './run-view.tsx';
import { SweepView } from './sweep-view.tsx';

/** A run or a sweep: its progress, and its results once it has ended. */
export function JobView({ id }: { readonly id: string }) {
  const { value: job, fault } = useJob(id).value;
  if (!job) return fault ? <ControlFaultShown fault={fault} /> : <Empty>Reading the run…</Empty>;
  const { scenario = '', kind } = job.asked;
  return (
    <div class="job-page">
      <h1 class="spoken">{kind === 'sweep' ? 'Sweep' : 'Run'}</h1>
      <Panel
        title={`${kind === 'sweep' ? 'Sweep' : 'Run'} of ${scenario}: ${askedText(job.asked)}`}
        tools={<a href={linkTo('scenarios', ...scenario.split('/'))}>The scenario</a>}
      >
        {fault ? <ControlFaultShown fault={fault} /> : null}
        <JobStatus job={job} />
        <p class="note">
          Started {instant(job.startedAt)}. Its files are in <code>{job.folder}</code>.
        </p>
      </Panel>
      {job.hasReport ? kind === 'sweep' ? <SweepView id={id} /> : <RunView id={id} /> : null}
    </div>
  );
}
