import { useSignal } from '@preact/signals';
import { counted } from '../../../kernel/words.ts';
import { type ListedFeature, SUITE_PROFILES } from '../../../contract/jobs.ts';
import { DraftField } from '../jobs/draft-field.tsx';
import { useStart } from '../jobs/use-start.tsx';
import { areasOf, askedOf, FIRST_DRAFT, problemsOf, type SuiteDraft } from './suite-draft.ts';
import { TargetFields } from './target-fields.tsx';

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
