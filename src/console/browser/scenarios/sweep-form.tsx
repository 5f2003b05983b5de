import { useSignal } from '@preact/signals';
import type { DescribedScenario } from '../../../scenarios/described-library.ts';
import { plural } from '../../../kernel/words.ts';
import { useStart } from '../jobs/job-status.tsx';
import { DraftField } from '../jobs/draft-field.tsx';
import { runsOf, type SweepDraft, valuesAround, valuesIn } from './sweep-draft.ts';

/** Runs the scenario with many seeds, and with several values of the numbers that it may vary. */
export function SweepForm({ scenario: { name, numbers } }: { readonly scenario: DescribedScenario }) {
  const draft = useSignal<SweepDraft>({ seeds: '10', varied: [] });
  const { start, isStarting, refusal } = useStart('scenarios');
  const { seeds, varied } = draft.value;
  const checked = runsOf(draft.value);
  const problem = 'problem' in checked ? checked : undefined;
  const free = numbers.filter(({ path }) => !varied.some((one) => one.path === path));
  const put = (part: Partial<SweepDraft>): void => {
    draft.value = { ...draft.value, ...part };
  };
  const putValues = (place: number, values: string): void =>
    put({ varied: varied.map((one, own) => (own === place ? { ...one, values } : one)) });
  const run = (): Promise<void> => {
    const set = varied.map(({ path, values }) => `${path}=${valuesIn(values).join(',')}`);
    return start({ kind: 'sweep', scenario: name, seeds: Number(seeds), set });
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
        id="sweep-seeds"
        label="Number of seeds"
        value={seeds}
        problem={problem?.field === 'seeds' ? problem.problem : undefined}
        onInput={(text) => put({ seeds: text })}
      />
      {varied.map(({ path, values }, place) => (
        <div key={path} class="varied">
          <DraftField
            id={`sweep-${path}`}
            label={path}
            value={values}
            problem={problem?.field === place ? problem.problem : undefined}
            onInput={(text) => putValues(place, text)}
          />
          <button
            type="button"
            class="button"
            aria-label={`Do not vary ${path}`}
            onClick={() => put({ varied: varied.filter((_, own) => own !== place) })}
          >
            ✕
          </button>
        </div>
      ))}
      {free.length > 0 ? (
        <div class="field">
          <label for="sweep-more">Vary a number as well</label>
          <select
            id="sweep-more"
            value=""
            onChange={({ currentTarget }) => {
              const number = free.find(({ path }) => path === currentTarget.value);
              if (number) put({ varied: [...varied, { path: number.path, values: valuesAround(number.value) }] });
              currentTarget.value = '';
            }}
          >
            <option value="">Choose a number…</option>
            {free.map(({ path, value, description }) => (
              <option key={path} value={path}>{`${path} (${value}): ${description}`}</option>
            ))}
          </select>
        </div>
      ) : null}
      <button type="submit" class="button main" disabled={problem !== undefined || isStarting}>
        {'runs' in checked ? `Sweep: ${plural(checked.runs, 'run')}` : 'Sweep'}
      </button>
      {refusal}
    </form>
  );
}
