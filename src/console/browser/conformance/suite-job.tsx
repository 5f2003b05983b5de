import { useSignal } from '@preact/signals';
import { counted, instant, plural } from '../../../kernel/words.ts';
import type { EndedScenario, JobState } from '../../../contract/jobs.ts';
import { VERDICT_SHOWN } from '../../../suite/reporters/words.ts';
import { linkTo } from '../app/router.ts';
import { Choices, Empty, Panel } from '../design/panel.tsx';
import { useJob, useJobs } from '../jobs/data.ts';
import { ControlFaultShown, JobStatus, useStart } from '../jobs/job-status.tsx';
import { askedText, outcomeShown } from '../jobs/job-text.ts';
import { endedShown, type EndedView, failedAgain, hasFailed, VIEWS } from './ended.ts';
import { SuiteReport } from './suite-report.tsx';
import { Heads } from '../design/heads.tsx';

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

/** More lines than anybody reads while a run goes on. */
const SHOWN = 200;

interface Props {
  readonly ended: readonly EndedScenario[];
  readonly isRunning: boolean;
}

/** The scenarios that have ended so far, under a filter. */
function EndedList({ ended, isRunning }: Props) {
  const view = useSignal<EndedView>('all');
  const text = useSignal('');
  const found = endedShown(ended, view.value, text.value);
  return (
    <Panel
      title="Scenarios so far"
      class="ended"
      tools={
        <span class="row tools">
          <input
            type="search"
            class="short"
            aria-label="Search the scenarios so far"
            placeholder="Search"
            value={text}
            onInput={({ currentTarget }) => {
              text.value = currentTarget.value;
            }}
          />
          <Choices
            label="Verdicts"
            options={VIEWS}
            chosen={view.value}
            choose={(chosen) => {
              view.value = chosen;
            }}
            titles={{ failed: `failed ${counted(ended.filter(hasFailed).length)}` }}
          />
        </span>
      }
    >
      {ended.length === 0 ? (
        <Empty>{isRunning ? 'No scenario has ended yet.' : 'No scenario has ended, so there is no report.'}</Empty>
      ) : null}
      {ended.length > 0 && found.length === 0 ? <Empty>No scenario so far is left by this filter.</Empty> : null}
      <ol class="ended-list">
        {found.slice(0, SHOWN).map((one) => (
          <li key={one.id} class={hasFailed(one) ? 'down' : ''}>
            <span class="sign" aria-hidden="true">
              {shownOf(one).mark}
            </span>
            <span class="spoken">{shownOf(one).label}: </span>
            <span>{one.name}</span>
            <span class="quiet">{one.id}</span>
          </li>
        ))}
      </ol>
      {found.length > SHOWN ? (
        <p class="note">{`The latest ${SHOWN} of ${counted(found.length)}. The report will have all of them.`}</p>
      ) : null}
    </Panel>
  );
}

interface Shown {
  readonly mark: string;
  readonly label: string;
}

/** A newer suite may know verdicts that this page does not. */
const SHOWN_BY_VERDICT: Readonly<Partial<Record<string, Shown>>> = VERDICT_SHOWN;

const shownOf = ({ verdict }: EndedScenario): Shown => SHOWN_BY_VERDICT[verdict] ?? { mark: '?', label: verdict };

/** Starts what a run was asked for once more, all of it or what failed. */
function StartAgain({ job: { asked, ended } }: { readonly job: JobState }) {
  const { start, refusal } = useStart('conformance');
  const { count, features, areWholeFiles } = failedAgain(ended);
  return (
    <>
      <div class="row again">
        <button type="button" class="button" onClick={() => void start(asked)}>
          Run again
        </button>
        {count > 0 ? (
          <button type="button" class="button" onClick={() => void start({ ...asked, features })}>
            {areWholeFiles
              ? `Run the ${plural(features.length, 'feature')} with ${plural(count, 'failed scenario')} again`
              : `Run the ${plural(count, 'failed scenario')} again`}
          </button>
        ) : null}
      </div>
      {refusal}
    </>
  );
}

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
          <Heads of={['Started', 'Run', 'Result']} />
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
