import type { DescribedScenario } from '../../../scenarios/described-library.ts';
import { plural, span } from '../../../kernel/words.ts';
import { linkTo } from '../app/router.ts';
import { Panel } from '../design/panel.tsx';
import type { Job } from '../../../contract/jobs.ts';
import type { Read } from '../jobs/data.ts';
import { JobList } from './job-list.tsx';
import { RunForm } from './run-form.tsx';
import { storyParts } from './story.ts';
import { SweepForm } from './sweep-form.tsx';

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
