import { type Signal, useSignal } from '@preact/signals';
import { type ControlFault, controlToken, readControl } from '../data/control.ts';
import { useFollowed } from '../data/use-followed.ts';
import { type LogAddress, type More, queryOf } from './address.ts';
import type { LogPart } from './records.ts';
import { shownFirst, type Shown, withEarlier, withNewer } from './rows.ts';

const READ_EVERY_MS = 500;
/** After a fault, so that a server which is away is not asked all the time. */
const RETRY_MS = 2_000;
const FIRST_ROWS = 200;

export interface Feed {
  /** Null while the first rows are read. */
  readonly shown: Signal<Shown | null>;
  readonly fault: Signal<ControlFault | null>;
  readonly isPaused: Signal<boolean>;
  /** The run is being worked out again. */
  readonly isWorking: Signal<boolean>;
  readonly earlier: () => Promise<void>;
  readonly whole: () => Promise<void>;
}

/** Reads the log as long as the page shows it: what is there, then what is new. */
export function useFeed({ row: _row, why: _why, ...filter }: LogAddress): Feed {
  const shown = useSignal<Shown | null>(null);
  const fault = useSignal<ControlFault | null>(null);
  const isPaused = useSignal(false);
  const isWorking = useSignal(false);
  const wanted = (more: More): string => `/log${queryOf({ ...filter, ...more })}`;
  const read = async (more: More): Promise<LogPart | null> => {
    const response = await readControl<LogPart>(wanted(more));
    fault.value = 'error' in response ? response.error : null;
    return 'value' in response ? response.value : null;
  };
  useFollowed(`${queryOf(filter)} ${controlToken.value ?? ''}`, (until) => {
    const look = async (): Promise<void> => {
      const before = shown.value;
      const mayRead = !(isPaused.value && before) && !isWorking.value;
      const part = mayRead
        ? await read(before ? { after: before.next, limit: '1000' } : { limit: `${FIRST_ROWS}` })
        : null;
      if (until.aborted) return;
      // Something else may have been read meanwhile, such as earlier rows.
      if (part && shown.value) shown.value = withNewer(shown.value, part);
      else if (part) shown.value = shownFirst(part);
      const isBehind = part !== null && shown.value === null;
      setTimeout(() => void (until.aborted || look()), isBehind ? 0 : fault.value ? RETRY_MS : READ_EVERY_MS);
    };
    shown.value = null;
    void look();
  });
  const earlier = async (): Promise<void> => {
    const first = shown.value?.rows[0];
    const part = first ? await read({ before: first.id, limit: `${FIRST_ROWS}` }) : null;
    if (part && shown.value?.rows[0]?.id === first?.id && shown.value) shown.value = withEarlier(shown.value, part);
  };
  const whole = async (): Promise<void> => {
    isWorking.value = true;
    const part = await read({ whole: 'true', limit: '1000' });
    isWorking.value = false;
    if (part) shown.value = shownFirst(part);
  };
  return { shown, fault, isPaused, isWorking, earlier, whole };
}
