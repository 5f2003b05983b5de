import { useSignal } from '@preact/signals';
import { instant, plural, span } from '../../../kernel/words.ts';
import type { Job } from '../../../contract/jobs.ts';
import type { DescribedScenario } from '../../../scenarios/described-library.ts';
import { linkTo, show } from '../app/router.ts';
import { Empty, Panel } from '../design/panel.tsx';
import type { Read } from '../jobs/data.ts';
import { ControlFaultShown } from '../jobs/job-status.tsx';
import { askedText, outcomeShown } from '../jobs/job-text.ts';
import { RunForm } from './run-form.tsx';
import { storyParts } from './story.ts';
import { SweepForm } from './sweep-form.tsx';
import { Heads, spoken } from '../design/heads.tsx';

interface Props {
  readonly scenario: DescribedScenario;
  readonly jobs: Read<readonly Job[]>;
}

/** One scenario: its story, how to run it, and what came out of it before. */
export function ScenarioDetail({ scenario, jobs }: Props) {
  const { name, title, story, durationMs, accounts, expectations } = scenario;
  return (
    <div class="scenario">
      <Panel title={title} class="story">
        <a class="back" href={linkTo('scenarios')}>
          ‹ Library
        </a>
        <dl class="facts">
          <Fact label="Name" value={name} />
          <Fact label="Lasts" value={`${span(durationMs)} of exchange time`} />
          <Fact label="Accounts" value={accounts.length === 0 ? 'none' : accounts.join(', ')} />
          <Fact label="Checks" value={expectations === 0 ? 'nothing' : plural(expectations, 'expectation')} />
        </dl>
        {storyParts(story).map((parts, place) => (
          // Paragraphs have no name, and a story does not change.
          <p key={place}>
            {parts.map(({ kind, text }) => {
              if (kind === 'strong') return <strong key={text}>{text}</strong>;
              return kind === 'code' ? <code key={text}>{text}</code> : text;
            })}
          </p>
        ))}
      </Panel>
      <Panel title="Run it">
        <RunForm scenario={scenario} />
      </Panel>
      <Panel title="Sweep it">
        <SweepForm scenario={scenario} />
      </Panel>
      <JobList scenario={name} jobs={jobs} />
    </div>
  );
}

const Fact = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);

interface JobListProps {
  readonly scenario: string;
  readonly jobs: Read<readonly Job[]>;
}

/** Earlier runs and sweeps of a scenario. Two runs can be compared. */
function JobList({ scenario, jobs: { value, fault } }: JobListProps) {
  const marked = useSignal<readonly string[]>([]);
  const jobs = value?.filter(({ asked }) => asked.scenario === scenario) ?? [];
  // The earlier run is the first, and the list has the newest first.
  const [right, left] = jobs.filter(({ id }) => marked.value.includes(id)).map(({ id }) => id);
  const mark = (id: string, isOn: boolean): void => {
    const others = marked.value.filter((other) => other !== id);
    marked.value = isOn ? [...others.slice(-1), id] : others;
  };
  return (
    <Panel
      title="Runs so far"
      class="jobs"
      tools={
        <button
          type="button"
          class="button small"
          disabled={left === undefined || right === undefined}
          onClick={() => show(`${linkTo('scenarios', 'compare')}?left=${left}&right=${right}`)}
        >
          Compare two
        </button>
      }
    >
      {fault ? <ControlFaultShown fault={fault} /> : null}
      {value && jobs.length === 0 ? <Empty>None yet. Run the scenario, and its results stay here.</Empty> : null}
      {jobs.length > 0 ? (
        <table class="grid">
          <Heads of={[spoken('Compare'), 'Started', 'Run', 'Result']} />
          <tbody>
            {jobs.map((job) => (
              <Row key={job.id} job={job} isMarked={marked.value.includes(job.id)} onMark={mark} />
            ))}
          </tbody>
        </table>
      ) : null}
    </Panel>
  );
}

interface RowProps {
  readonly job: Job;
  readonly isMarked: boolean;
  readonly onMark: (id: string, isOn: boolean) => void;
}

function Row({ job, isMarked, onMark }: RowProps) {
  const { id, asked, startedAt, hasReport } = job;
  const { label, sign, look } = outcomeShown(job);
  const started = instant(startedAt);
  return (
    <tr>
      <td>
        {asked.kind === 'scenario' && hasReport ? (
          <input
            type="checkbox"
            aria-label={`Compare the run of ${started}`}
            checked={isMarked}
            onChange={(event) => onMark(id, event.currentTarget.checked)}
          />
        ) : null}
      </td>
      <td>
        <a href={linkTo('scenarios', 'runs', id)}>{started}</a>
      </td>
      <td>{asked.kind === 'sweep' ? `Sweep: ${askedText(asked)}` : askedText(asked)}</td>
      <td class={look === 'good' ? 'up' : look === 'bad' ? 'down' : ''}>
        <span aria-hidden="true">{sign}</span> {label}
      </td>
    </tr>
  );
}
