import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { Job, JobAsked, JobState } from '../../../contract/jobs.ts';
import { linkTo, show } from '../app/router.ts';
import { type ControlFault, controlToken, sendControl } from '../data/control.ts';
import { Fault } from '../design/panel.tsx';
import { cancelJob } from './data.ts';
import { outcomeShown, progressText } from './job-text.ts';

/** Shows how far a job has come, with the button that stops it; once it has ended, what came of it. */
export function JobStatus({ job }: { readonly job: JobState }) {
  const isStopping = useSignal(false);
  const { label, sign, look } = outcomeShown(job);
  if (job.endedAt !== null) {
    return (
      <div class={`job-status ${look}`}>
        <p role="status">
          <span aria-hidden="true">{sign}</span> {label}
        </p>
        {job.outcome === 'fault' || job.outcome === 'inconclusive' ? <pre>{job.message}</pre> : null}
      </div>
    );
  }
  const { progress } = job;
  return (
    <div class="job-status">
      <progress
        aria-label="Progress of the run"
        {...(progress && { max: Math.max(1, progress.total), value: progress.done })}
      />
      <p>
        {progress ? progressText(progress) : 'Starting…'}
        {isStopping.value ? '. It stops once its results are written.' : ''}
      </p>
      <button
        type="button"
        class="button small"
        onClick={() => {
          isStopping.value = true;
          void cancelJob(job.id);
        }}
      >
        {isStopping.value ? 'Stop at once' : 'Stop'}
      </button>
    </div>
  );
}

/** Shows why the control plane refused, with a field for the token where it asks for one. */
export function ControlFaultShown({ fault }: { readonly fault: ControlFault }) {
  return (
    <Fault>
      <p>{fault.message}</p>
      {fault.code === 'UNAUTHORIZED' ? <TokenField /> : null}
    </Fault>
  );
}

function TokenField() {
  const typed = useSignal('');
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        controlToken.value = typed.value.trim();
      }}
    >
      <input
        type="password"
        autocomplete="off"
        aria-label="Control token of the server"
        value={typed}
        onInput={(event) => {
          typed.value = event.currentTarget.value;
        }}
      />
      <button type="submit" class="button" disabled={typed.value.trim() === ''}>
        Use token
      </button>
    </form>
  );
}

/** A way to start jobs, and what to show of it. */
export interface Start {
  readonly start: (asked: JobAsked) => Promise<void>;
  /** The server has not responded yet. */
  readonly isStarting: boolean;
  /** Why the last one was refused. */
  readonly refusal: VNode | null;
}

/** Starts jobs, and opens each one that the server takes among the runs of this page. */
export function useStart(page: 'scenarios' | 'conformance'): Start {
  const fault = useSignal<ControlFault | undefined>(undefined);
  const isStarting = useSignal(false);
  const start = async (asked: JobAsked): Promise<void> => {
    isStarting.value = true;
    const response = await sendControl<Job>('/jobs', asked);
    isStarting.value = false;
    if ('value' in response) show(linkTo(page, 'runs', response.value.id));
    else fault.value = response.error;
  };
  const refusal = fault.value ? <ControlFaultShown fault={fault.value} /> : null;
  return { start, isStarting: isStarting.value, refusal };
}
