import { useSignal } from '@preact/signals';
import type { DescribedScenario } from '../../../scenarios/described-library.ts';
import { plural } from '../../../pages/words.ts';
import { linkTo, show } from '../app/router.ts';
import type { ControlFault } from '../data/control.ts';
import { startJob } from '../jobs/data.ts';
import { ControlFaultShown } from '../jobs/job-status.tsx';
import { DraftField } from '../jobs/draft-field.tsx';
import { problemsOf, type RunDraft, setOf } from './run-draft.ts';

/** Runs the scenario as it is, or with another seed and other numbers. */
export function RunForm({ scenario: { name, seed, numbers } }: { readonly scenario: DescribedScenario }) {
  const draft = useSignal<RunDraft>({ seed: '', numbers: {} });
  const fault = useSignal<ControlFault | undefined>(undefined);
  const isStarting = useSignal(false);
  const problems = problemsOf(draft.value);
  const run = async (): Promise<void> => {
    isStarting.value = true;
    const own = draft.value.seed.trim();
    const set = setOf(draft.value);
    const asked = { kind: 'scenario', scenario: name } as const;
    const started = await startJob({ ...asked, ...(own !== '' && { seed: own }), ...(set.length > 0 && { set }) });
    isStarting.value = false;
    if ('job' in started) show(linkTo('scenarios', 'runs', started.job.id));
    else fault.value = started.fault;
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
      <button type="submit" class="button main" disabled={isStarting.value || Object.keys(problems).length > 0}>
        Run
      </button>
      {fault.value ? <ControlFaultShown fault={fault.value} /> : null}
    </form>
  );
}
