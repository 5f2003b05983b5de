import { useSignal } from '@preact/signals';
import type { DescribedScenario } from '../../../scenarios/described-library.ts';
import { plural } from '../../../kernel/words.ts';
import { useStart } from '../jobs/job-status.tsx';
import { DraftField } from '../jobs/draft-field.tsx';
import { problemsOf, type RunDraft, setOf } from './run-draft.ts';

/** Runs the scenario as it is, or with another seed and other numbers. */
export function RunForm({ scenario: { name, seed, numbers } }: { readonly scenario: DescribedScenario }) {
  const draft = useSignal<RunDraft>({ seed: '', numbers: {} });
  const { start, isStarting, refusal } = useStart('scenarios');
  const problems = problemsOf(draft.value);
  const run = (): Promise<void> => {
    const own = draft.value.seed.trim();
    const set = setOf(draft.value);
    const asked = { kind: 'scenario', scenario: name } as const;
    return start({ ...asked, ...(own !== '' && { seed: own }), ...(set.length > 0 && { set }) });
  };
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <DraftField
        id="run-seed"
        label="Seed"
        placeholder={`${seed}, that of the scenario`}
        value={draft.value.seed}
        problem={problems['seed']}
        onInput={(text) => {
          draft.value = { ...draft.value, seed: text };
        }}
      />
      {numbers.length > 0 ? (
        <details class="numbers">
          <summary>{`Change ${plural(numbers.length, 'number')}`}</summary>
          {numbers.map(({ path, value, description }) => (
            <DraftField
              key={path}
              id={`run-${path}`}
              label={`${path}: ${description}`}
              placeholder={value}
              value={draft.value.numbers[path] ?? ''}
              problem={problems[path]}
              onInput={(text) => {
                draft.value = { ...draft.value, numbers: { ...draft.value.numbers, [path]: text } };
              }}
            />
          ))}
        </details>
      ) : null}
      <button type="submit" class="button main" disabled={isStarting || Object.keys(problems).length > 0}>
        Run
      </button>
      {refusal}
    </form>
  );
}
