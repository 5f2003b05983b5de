import { instant } from '../../../kernel/words.ts';
import { linkTo } from '../app/router.ts';
import { Empty, Panel } from '../design/panel.tsx';
import { useJob } from '../jobs/data.ts';
import { ControlFaultShown, JobStatus } from '../jobs/job-status.tsx';
import { askedText } from '../jobs/job-text.ts';
import { EndedList } from './ended-list.tsx';
import { StartAgain } from './start-again.tsx';
import { SuiteReport } from './suite-report.tsx';

/** A run of the suite: what has ended while it runs, and its report afterwards. */
export function SuiteJob({ id }: { readonly id: string }) {
  const { value: job, fault } = useJob(id).value;
  if (!job) return fault ? <ControlFaultShown fault={fault} /> : <Empty>Reading the run…</Empty>;
  return (
    <div class="job-page">
      <h1 class="spoken">Run of the suite</h1>
      <Panel title={`Run of the suite: ${askedText(job.asked)}`} tools={<a href={linkTo('conformance')}>All runs</a>}>
        {fault ? <ControlFaultShown fault={fault} /> : null}
        <JobStatus job={job} />
        <p class="note">
          Started {instant(job.startedAt)}. Its files are in <code>{job.folder}</code>.
        </p>
        {job.endedAt === null ? null : <StartAgain job={job} />}
      </Panel>
      {job.hasReport ? <SuiteReport id={id} /> : <EndedList ended={job.ended} isRunning={job.endedAt === null} />}
    </div>
  );
}
