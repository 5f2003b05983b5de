import { instant } from '../../../kernel/words.ts';
import { linkTo } from '../app/router.ts';
import { Empty, Panel } from '../design/panel.tsx';
import { useJobs } from '../jobs/data.ts';
import { ControlFaultShown } from '../jobs/job-status.tsx';
import { askedText, outcomeShown } from '../jobs/job-text.ts';

/** The runs of the suite so far. */
export function SuiteJobList() {
  const { value, fault } = useJobs();
  const jobs = value?.filter(({ asked }) => asked.kind === 'conformance') ?? [];
  return (
    <Panel title="Runs so far" class="jobs">
      {fault ? <ControlFaultShown fault={fault} /> : null}
      {value || fault ? null : <Empty>Reading the runs…</Empty>}
      {value && jobs.length === 0 ? (
        <Empty>None yet. Start one, and its report stays here. It takes some seconds for a few features.</Empty>
      ) : null}
      {jobs.length > 0 ? (
        <table class="grid">
          <thead>
            <tr>
              <th scope="col">Started</th>
              <th scope="col">Run</th>
              <th scope="col">Result</th>
            </tr>
          </thead>
          <tbody>
            {jobs.map((job) => {
              const { label, sign, look } = outcomeShown(job);
              return (
                <tr key={job.id}>
                  <td>
                    <a href={linkTo('conformance', 'runs', job.id)}>{instant(job.startedAt)}</a>
                  </td>
                  <td>{askedText(job.asked)}</td>
                  <td class={look === 'good' ? 'up' : look === 'bad' ? 'down' : ''}>
                    <span aria-hidden="true">{sign}</span> {label}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      ) : null}
    </Panel>
  );
}
