import { useSignal } from '@preact/signals';
import { call } from '../data/calls.ts';
import type { ControlResponse } from '../data/control.ts';
import { Fault } from '../design/panel.tsx';

/** An exchange that was started beside this one. */
export interface Opened {
  readonly port: number;
  readonly url: string;
}

/** Starts the exchange of a run of a scenario, as it was at a time or at its end. */
export const openRun = (id: string, at?: number): Promise<ControlResponse<Opened>> =>
  call<Opened>(`/jobs/${id}/open`, { port: 0, ...(at !== undefined && { at }) });

/** The address of the console of an exchange. */
export const consoleOf = ({ url }: Pick<Opened, 'url'>): string => `${url.replace(/\/v1$/, '')}/console`;

interface OpenAtParts {
  readonly id: string;
  /** The time that the charts are at. */
  readonly time: () => number;
  /** Whose figures the page of the moment shows. */
  readonly account: string;
}

/**
 * The ways from the chart of a run into its exchange: the whole run, at the page of the moment, or the exchange as it was at the moment, to go
 * on from there.
 */
export function OpenAt({ id, time, account }: OpenAtParts) {
  const opened = useSignal<{ readonly href: string; readonly what: string } | null>(null);
  const fault = useSignal<string | null>(null);
  const isOpening = useSignal(false);
  const open = async (isWhole: boolean): Promise<void> => {
    isOpening.value = true;
    const at = Math.round(time());
    const response = await openRun(id, isWhole ? undefined : at);
    isOpening.value = false;
    fault.value = 'error' in response ? response.error.message : null;
    if ('error' in response) return;
    const home = consoleOf(response.value);
    opened.value = isWhole
      ? { href: `${home}/moment?at=${at}${account === '' ? '' : `&account=${account}`}`, what: 'Open this moment' }
      : { href: home, what: 'Open its console' };
  };
  return (
    <div class="row open-at">
      <button type="button" class="button" disabled={isOpening.value} onClick={() => void open(true)}>
        Inspect this time
      </button>
      <button type="button" class="button" disabled={isOpening.value} onClick={() => void open(false)}>
        {isOpening.value ? 'Starting…' : 'Open the exchange at this time'}
      </button>
      {opened.value === null ? null : (
        <span role="status">
          The exchange of the run has started.{' '}
          <a href={opened.value.href} target="_blank" rel="noreferrer">
            {opened.value.what}
          </a>
        </span>
      )}
      {fault.value === null ? null : <Fault>It cannot be opened: {fault.value}</Fault>}
    </div>
  );
}
