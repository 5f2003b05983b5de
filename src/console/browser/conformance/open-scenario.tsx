import { useSignal } from '@preact/signals';
import type { Job } from '../../../contract/jobs.ts';
import { call } from '../data/calls.ts';
import { readControl } from '../data/control.ts';
import { Fault } from '../design/panel.tsx';
import { consoleOf, type Opened } from '../jobs/open-run.tsx';

const LOOK_EVERY_MS = 300;

/** Waits until a job has ended. Null where its state cannot be read. */
async function endOf(id: string): Promise<Job | null> {
  for (;;) {
    const read = await readControl<Job>(`/jobs/${id}`);
    if ('error' in read) return null;
    if (read.value.endedAt !== null) return read.value;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** Runs a scenario of the suite once more, on an exchange of its own that stays: its timeline leads to every request of the scenario. */
export function OpenScenario({ id }: { readonly id: string }) {
  const opened = useSignal<Opened | null>(null);
  const fault = useSignal<string | null>(null);
  const isRunning = useSignal(false);
  const open = async (): Promise<string | null> => {
    const branch = await call<Opened>('/moment/branch', { input: 0, port: 0 });
    if ('error' in branch) return branch.error.message;
    const target = new URL(branch.value.url).origin;
    const job = await call<Job>('/jobs', { kind: 'conformance', features: [id], target, reset: true });
    if ('error' in job) return job.error.message;
    const ended = await endOf(job.value.id);
    if (ended?.outcome !== 'passed' && ended?.outcome !== 'failed') return ended?.message ?? 'its run cannot be read';
    opened.value = branch.value;
    return null;
  };
  return (
    <div class="open-scenario">
      <button
        type="button"
        class="button small"
        disabled={isRunning.value}
        onClick={() => {
          isRunning.value = true;
          void open().then((problem) => {
            isRunning.value = false;
            fault.value = problem;
          });
        }}
      >
        {isRunning.value ? 'Running it…' : 'Run it here and open its exchange'}
      </button>{' '}
      {opened.value === null ? null : (
        <span role="status">
          It has run on an exchange of its own.{' '}
          <a href={consoleOf(opened.value)} target="_blank" rel="noreferrer">
            Open its exchange
          </a>
        </span>
      )}
      {fault.value === null ? null : <Fault>It did not run: {fault.value}</Fault>}
    </div>
  );
}
