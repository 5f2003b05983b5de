import './scenarios.css';
import { useSignal } from '@preact/signals';
import { instant } from '../../../kernel/words.ts';
import type { Job } from '../../../contract/jobs.ts';
import type { DescribedScenario } from '../../../scenarios/described-library.ts';
import { linkTo, query, segments } from '../app/router.ts';
import { Empty, Panel } from '../design/panel.tsx';
import { useJob, useJobs, useRead } from '../jobs/data.ts';
import { ControlFaultShown, JobStatus } from '../jobs/job-status.tsx';
import { askedText } from '../jobs/job-text.ts';
import { CompareView } from './compare-view.tsx';
import { RunView } from './run-view.tsx';
import { ScenarioDetail } from './scenario-detail.tsx';
import { SweepView } from './sweep-view.tsx';

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

interface Props {
  readonly scenarios: readonly DescribedScenario[];
  readonly chosen: string | undefined;
}

/** The scenarios by topic, and a field that leaves those with a word. */
export function LibraryList({ scenarios, chosen }: Props) {
  const word = useSignal('');
  const wanted = word.value.trim().toLowerCase();
  const left = scenarios.filter(({ name, title, story }) => `${name} ${title} ${story}`.toLowerCase().includes(wanted));
  const topics = [...new Set(left.map(({ name }) => name.split('/')[0] ?? ''))];
  return (
    <>
      <div class="field search">
        <input
          type="search"
          aria-label="Search the library"
          placeholder="Search the library"
          value={word}
          onInput={(event) => {
            word.value = event.currentTarget.value;
          }}
        />
      </div>
      {left.length === 0 ? <p class="none">No scenario has this word.</p> : null}
      {topics.map((topic) => (
        <section key={topic} aria-label={topic}>
          <h3>{topic.replaceAll('-', ' ')}</h3>
          <ul>
            {left
              .filter(({ name }) => name.startsWith(`${topic}/`))
              .map(({ name, title }) => (
                <li key={name}>
                  <a href={linkTo('scenarios', ...name.split('/'))} aria-current={name === chosen ? 'page' : undefined}>
                    {title}
                  </a>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </>
  );
}

/** Shows what runs now, of any scenario: it can be watched and stopped there. */
export function RunningJobs({ jobs }: { readonly jobs: readonly Job[] }) {
  const running = jobs.filter(({ endedAt, asked }) => endedAt === null && asked.kind !== 'conformance');
  if (running.length === 0) return null;
  return (
    <section aria-label="Running now" class="running">
      <h3>Running now</h3>
      <ul>
        {running.map(({ id, asked }) => (
          <li key={id}>
            <a href={linkTo('scenarios', 'runs', id)}>
              {asked.scenario}
              <span class="quiet">{askedText(asked)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

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
