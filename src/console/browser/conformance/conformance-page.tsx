import './conformance.css';
import { useSignal } from '@preact/signals';
import { counted } from '../../../kernel/words.ts';
import { type ListedFeature, SUITE_PROFILES } from '../../../contract/jobs.ts';
import { segments } from '../app/router.ts';
import { Empty, Panel } from '../design/panel.tsx';
import { useRead } from '../jobs/data.ts';
import { DraftField } from '../jobs/draft-field.tsx';
import { ControlFaultShown, useStart } from '../jobs/job-status.tsx';
import { areasOf, askedOf, type DraftProblems, FIRST_DRAFT, problemsOf, type SuiteDraft } from './suite-draft.ts';
import { SuiteJob, SuiteJobList } from './suite-job.tsx';

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

const PROFILES: Readonly<Record<SuiteDraft['profile'], string>> = {
  full: 'full: every scenario over REST',
  ws: 'ws: every scenario over WebSocket',
  core: 'core: what a deployment with one funded wallet must get right',
  readonly: 'readonly: public data and refusals, nothing is changed',
};

/** Starts a run of the suite: against what, and which scenarios. */
export function SuiteForm({ features }: { readonly features: readonly ListedFeature[] }) {
  const draft = useSignal(FIRST_DRAFT);
  const { start, isStarting, refusal } = useStart('conformance');
  const { profile, areas, feature, tags, clause } = draft.value;
  const problems = problemsOf(draft.value, features);
  const put = (part: Partial<SuiteDraft>): void => {
    draft.value = { ...draft.value, ...part };
  };
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void start(askedOf(draft.value));
      }}
    >
      <TargetFields draft={draft.value} problems={problems} put={put} />
      <div class="field">
        <label for="suite-profile">Profile</label>
        <select
          id="suite-profile"
          value={profile}
          onChange={({ currentTarget }) => {
            const chosen = SUITE_PROFILES.find((name) => name === currentTarget.value);
            if (chosen) put({ profile: chosen });
          }}
        >
          {SUITE_PROFILES.map((name) => (
            <option key={name} value={name}>
              {PROFILES[name]}
            </option>
          ))}
        </select>
      </div>
      <fieldset class="areas-of-suite">
        <legend>Areas, or none for all</legend>
        {areasOf(features).map(([path, scenarios]) => (
          <label key={path}>
            <input
              type="checkbox"
              checked={areas.includes(path)}
              onChange={({ currentTarget }) =>
                put({ areas: currentTarget.checked ? [...areas, path] : areas.filter((other) => other !== path) })
              }
            />{' '}
            {path.slice('features/'.length)} <span class="quiet">{counted(scenarios)}</span>
          </label>
        ))}
      </fieldset>
      <DraftField
        id="suite-feature"
        label="A feature or a scenario as well"
        placeholder="features/trade/cancelOrders.feature:12"
        suggestions={features.map(({ path }) => path)}
        value={feature}
        problem={problems.feature}
        onInput={(text) => put({ feature: text })}
      />
      <div class="pair-of-fields">
        <DraftField
          id="suite-tags"
          label="Only with these tags"
          placeholder="@negative and not @limits"
          value={tags}
          onInput={(text) => put({ tags: text })}
        />
        <DraftField
          id="suite-clause"
          label="Only about these clauses"
          placeholder="GETTRADES-*"
          value={clause}
          problem={problems.clause}
          onInput={(text) => put({ clause: text })}
        />
      </div>
      <button type="submit" class="button main" disabled={isStarting || Object.keys(problems).length > 0}>
        Start the run
      </button>
      {refusal}
    </form>
  );
}

interface Props {
  readonly draft: SuiteDraft;
  readonly problems: DraftProblems;
  readonly put: (part: Partial<SuiteDraft>) => void;
}

const TARGETS = [
  ['fresh', 'Fresh exchanges, one for each scenario'],
  ['this', 'This exchange'],
  ['other', 'Another deployment'],
] as const;

/** Against what the suite runs. A key is never asked for: keys are variables of the server. */
export function TargetFields({ draft: { target, url, serviceName, reset }, problems, put }: Props) {
  return (
    <>
      <div class="field">
        <label for="suite-target">Target</label>
        <select
          id="suite-target"
          value={target}
          onChange={({ currentTarget }) => {
            const chosen = TARGETS.find(([name]) => name === currentTarget.value);
            if (chosen) put({ target: chosen[0] });
          }}
        >
          {TARGETS.map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </div>
      {target === 'other' ? (
        <>
          <DraftField
            id="suite-url"
            label="URL"
            placeholder="https://api.example.org"
            value={url}
            problem={url === '' ? undefined : problems.url}
            onInput={(text) => put({ url: text })}
          />
          <DraftField
            id="suite-service-name"
            label="Name in its EIP-712 domain, where it does not say it"
            value={serviceName}
            onInput={(text) => put({ serviceName: text })}
          />
          <p class="note">
            Keys of its wallets come from the variables <code>PERPSIM_KEY_1</code> to <code>PERPSIM_KEY_6</code> and{' '}
            <code>PERPSIM_KEY_KEEPER</code> of this server, and from nowhere else.
          </p>
        </>
      ) : null}
      {target === 'fresh' ? null : (
        <label class="tick">
          <input
            type="checkbox"
            checked={reset}
            onChange={({ currentTarget }) => put({ reset: currentTarget.checked })}
          />{' '}
          Restart it even if clients have used it: a simulator is restarted for every scenario, and its state is lost
        </label>
      )}
    </>
  );
}
