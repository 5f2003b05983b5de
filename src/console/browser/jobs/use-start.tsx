import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { Job, JobAsked } from '../../../contract/jobs.ts';
import { linkTo, show } from '../app/router.ts';
import { type ControlFault, sendControl } from '../data/control.ts';
import { ControlFaultShown } from './job-status.tsx';

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
