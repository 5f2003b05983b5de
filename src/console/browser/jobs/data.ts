import { type Signal, useSignal } from '@preact/signals';
import { useCallback, useEffect } from 'preact/hooks';
import type { Job, JobState } from '../../../contract/jobs.ts';
import { call } from '../data/calls.ts';
import { type ControlFault, type ControlResponse, controlToken, readControl } from '../data/control.ts';
import { useFollowed } from '../data/use-followed.ts';

/** What was read of the control plane; `fault` says why there is no value, and both are missing while it is read. */
export interface Read<T> {
  readonly value?: T;
  readonly fault?: ControlFault;
}

/** Reads a route when a component is shown, when the path or the token changes, and when `again` is called. */
export function useRead<T>(path: string): { readonly read: Signal<Read<T>>; readonly again: () => void } {
  const read = useSignal<Read<T>>({});
  const round = useSignal(0);
  useFollowed(`${path} ${controlToken.value ?? ''} ${round.value}`, (until) => {
    void readControl<T>(path).then((response) => {
      if (until.aborted) return;
      read.value = 'value' in response ? { value: response.value } : { fault: response.error };
    });
  });
  const again = useCallback(() => {
    round.value += 1;
  }, [round]);
  return { read, again };
}

export const cancelJob = (id: string): Promise<ControlResponse<Job>> => call<Job>(`/jobs/${id}/cancel`);

const EVERY_MS = 300;
const LIST_EVERY_MS = 1_000;

/** The jobs so far, newest first; read again while one of them runs. */
export function useJobs(): Read<readonly Job[]> {
  const { read, again } = useRead<{ readonly jobs: readonly Job[] }>('/jobs');
  const { value, fault } = read.value;
  const isRunning = value?.jobs.some(({ endedAt }) => endedAt === null) ?? false;
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setTimeout(again, LIST_EVERY_MS);
    return () => clearTimeout(timer);
  }, [isRunning, value, again]);
  if (fault) return { fault };
  return value ? { value: value.jobs } : {};
}

/** Follows a job until it has ended. Scenarios of the suite that have ended add up. */
export function useJob(id: string): Signal<Read<JobState>> {
  const state = useSignal<Read<JobState>>({});
  useFollowed(`${id} ${controlToken.value ?? ''}`, (until) => {
    const ended: JobState['ended'][number][] = [];
    const look = async (after: number): Promise<void> => {
      const response = await readControl<JobState>(`/jobs/${id}?after=${after}`);
      if (until.aborted) return;
      if ('error' in response) {
        state.value = { ...state.value, fault: response.error };
        return;
      }
      ended.push(...response.value.ended);
      state.value = { value: { ...response.value, ended: [...ended] } };
      if (response.value.endedAt === null) setTimeout(() => void look(response.value.next), EVERY_MS);
    };
    state.value = {};
    void look(0);
  });
  return state;
}
