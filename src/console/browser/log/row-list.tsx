import { useSignal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { timeOfDay } from '../design/format.ts';
import { accountName, withNames } from './records.ts';
import type { LogRecord } from '../../../contract/log-shapes.ts';

interface ListParts {
  readonly rows: readonly LogRecord[];
  readonly hasEarlier: boolean;
  /** The place of the row that is open. */
  readonly open: string;
  readonly choose: (id: string) => void;
  readonly enter: () => void;
  readonly earlier: () => Promise<void>;
}

/** As near to the end as counts as being there. */
const NEAR = 24;
const PAGE = 15;

/** Rows, the newest at the end. The list follows its end while the reader is there, and stays where it is otherwise. */
export function RowList({ rows, hasEarlier, open, choose, enter, earlier }: ListParts) {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(open === '');
  const seen = useRef('');
  const fresh = useSignal(0);
  const last = rows.at(-1)?.id ?? '';
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    if (isAtEnd.current) {
      element.scrollTop = element.scrollHeight;
      seen.current = last;
      fresh.value = 0;
      return;
    }
    const from = rows.findIndex(({ id }) => id === seen.current);
    fresh.value = seen.current === '' ? 0 : rows.length - 1 - from;
    if (seen.current === '') seen.current = last;
  }, [rows, last, fresh]);
  useLayoutEffect(() => {
    if (open !== '') document.getElementById(idOf(open))?.scrollIntoView({ block: 'nearest' });
  }, [open]);
  const scrolled = (): void => {
    const element = box.current;
    if (!element) return;
    isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;
    if (!isAtEnd.current) return;
    seen.current = last;
    fresh.value = 0;
  };
  const toEnd = (): void => {
    isAtEnd.current = true;
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  };
  const select = (id: string): void => {
    isAtEnd.current = false;
    if (seen.current === '') seen.current = last;
    choose(id);
  };
  const pressed = (event: KeyboardEvent): void => {
    const at = rows.findIndex(({ id }) => id === open);
    const to = targetOf(event.key, at, rows.length);
    if (event.key === 'Enter' && at >= 0) enter();
    const row = to === null ? undefined : rows[to];
    if (!row) return;
    event.preventDefault();
    select(row.id);
  };
  const showEarlier = async (): Promise<void> => {
    const element = box.current;
    const fromEnd = element ? element.scrollHeight - element.scrollTop : 0;
    isAtEnd.current = false;
    await earlier();
    requestAnimationFrame(() => {
      if (element) element.scrollTop = element.scrollHeight - fromEnd;
    });
  };
  // Most looks at the log find nothing new: then no row is made again.
  // Rows differ by what they show alone.
  const list = useMemo(
    () => rows.map((row) => <Row key={row.id} row={row} isOpen={row.id === open} choose={select} />),
    [rows, open],
  );
  const isOpenShown = rows.some(({ id }) => id === open);
  return (
    <div class="log-scroll" ref={box} onScroll={scrolled}>
      {hasEarlier ? (
        <button type="button" class="button small earlier" onClick={() => void showEarlier()}>
          Earlier rows
        </button>
      ) : null}
      {/* No element of HTML is a list of which one row is chosen and shown. */}
      <div
        class="log-rows"
        role="listbox"
        tabIndex={0}
        aria-label="Rows of the log, the newest last"
        aria-activedescendant={isOpenShown ? idOf(open) : undefined}
        onKeyDown={pressed}
      >
        {list}
      </div>
      {fresh.value > 0 ? (
        <button type="button" class="button small main fresh" onClick={toEnd}>
          {fresh.value === 1 ? '1 new row' : `${fresh.value} new rows`} ↓
        </button>
      ) : null}
    </div>
  );
}

export const idOf = (place: string): string => `row-${place.replace('.', '-')}`;

/** Where a key leads from the row at this index, -1 for none. */
function targetOf(key: string, at: number, count: number): number | null {
  const from = at === -1 ? count : at;
  const targets: Readonly<Record<string, number>> = {
    ArrowUp: from - 1,
    ArrowDown: from + 1,
    PageUp: from - PAGE,
    PageDown: from + PAGE,
    Home: 0,
    End: count - 1,
  };
  const to = targets[key];
  return to === undefined || count === 0 ? null : Math.max(0, Math.min(count - 1, to));
}

interface RowParts {
  readonly row: LogRecord;
  readonly isOpen: boolean;
  readonly choose: (id: string) => void;
}

function Row({ row, isOpen, choose }: RowParts) {
  const { id, at, kind, text, market, accounts, input, event } = row;
  return (
    // The list takes the keys.
    // The list has the focus and names this row as the active one.
    <div
      id={idOf(id)}
      class={`log-row ${event === null ? 'input' : ''}`}
      role="option"
      aria-selected={isOpen}
      onClick={() => choose(id)}
    >
      <span class="time">{timeOfDay(at)}</span>
      <span class={`kind ${kind}`}>{kind}</span>
      <span class="text">{withNames(text)}</span>
      <span class="market">{market ?? ''}</span>
      <span class="who">{accounts.map(accountName).join(', ')}</span>
      <span class="number">{event === null && kind !== 'refusal' ? `#${input}` : ''}</span>
    </div>
  );
}
