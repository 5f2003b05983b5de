import { type Signal, useSignal } from '@preact/signals';
import type { LogRecord } from '../../../contract/log-shapes.ts';
import { type ControlFault, controlToken, readControl } from '../data/control.ts';
import { useFollowed } from '../data/use-followed.ts';
import { type LogAddress, type More, queryOf } from './address.ts';
import type { LogPart } from './records.ts';

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

/**
 * Reads the log as long as the page shows it: what is there, then what is new.
 *
 * @param connection - its number: after each one the log may be that of another exchange
 */
export function useFeed({ row: _row, why: _why, ...filter }: LogAddress, connection: number): Feed {
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
  useFollowed(`${queryOf(filter)} ${controlToken.value ?? ''} ${connection}`, (until) => {
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

/** Rows on the page at most: the oldest leave first. */
export const MOST_SHOWN = 1_500;

/** What of the log is on the page. */
export interface Shown {
  readonly life: number;
  readonly inputs: number;
  readonly keptFrom: number;
  readonly rows: readonly LogRecord[];
  /** Where reading goes on. */
  readonly next: string;
  /** There are rows before the first. */
  readonly hasEarlier: boolean;
}

export const shownFirst = ({ life, inputs, keptFrom, rows, next, more }: LogPart): Shown => ({
  life,
  inputs,
  keptFrom,
  rows,
  next,
  hasEarlier: more,
});

/** Null where the part does not continue what is shown: another life, or more rows than are worth catching up with. */
export function withNewer(shown: Shown, part: LogPart): Shown | null {
  if (part.life !== shown.life || part.more) return null;
  const { inputs, next } = part;
  if (part.rows.length === 0) return next === shown.next ? shown : { ...shown, inputs, next };
  const rows = [...shown.rows, ...part.rows];
  const over = rows.length > MOST_SHOWN;
  return { ...shown, inputs, next, rows: over ? rows.slice(-MOST_SHOWN) : rows, hasEarlier: shown.hasEarlier || over };
}

export const withEarlier = (shown: Shown, part: LogPart): Shown => ({
  ...shown,
  rows: [...part.rows, ...shown.rows],
  hasEarlier: part.more,
});
