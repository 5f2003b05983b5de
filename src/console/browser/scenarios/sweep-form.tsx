import { useSignal } from '@preact/signals';
import type { DescribedScenario } from '../../../scenarios/described-library.ts';
import { plural } from '../../../pages/words.ts';
import { linkTo, show } from '../app/router.ts';
import type { ControlFault } from '../data/control.ts';
import { startJob } from '../jobs/data.ts';
import { ControlFaultShown } from '../jobs/job-status.tsx';
import { DraftField } from '../jobs/draft-field.tsx';
import { runsOf, type SweepDraft, valuesAround, valuesIn } from './sweep-draft.ts';

/** Runs the scenario with many seeds, and with several values of the numbers that it may vary. */
export function SweepForm({ scenario: { name, numbers } }: { readonly scenario: DescribedScenario }) {
  const draft = useSignal<SweepDraft>({ seeds: '10', varied: [] });
  const fault = useSignal<ControlFault | undefined>(undefined);
  const isStarting = useSignal(false);
  const { seeds, varied } = draft.value;
  const checked = runsOf(draft.value);
  const problem = 'problem' in checked ? checked : undefined;
  const free = numbers.filter(({ path }) => !varied.some((one) => one.path === path));
  const put = (part: Partial<SweepDraft>): void => {
    draft.value = { ...draft.value, ...part };
  };
  const putValues = (place: number, values: string): void =>
    put({ varied: varied.map((one, own) => (own === place ? { ...one, values } : one)) });
  const run = async (): Promise<void> => {
    isStarting.value = true;
    const set = varied.map(({ path, values }) => `${path}=${valuesIn(values).join(',')}`);
    const started = await startJob({ kind: 'sweep', scenario: name, seeds: Number(seeds), set });
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
      <button type="submit" class="button main" disabled={problem !== undefined || isStarting.value}>
        {'runs' in checked ? `Sweep: ${plural(checked.runs, 'run')}` : 'Sweep'}
      </button>
      {fault.value ? <ControlFaultShown fault={fault.value} /> : null}
    </form>
  );
}
