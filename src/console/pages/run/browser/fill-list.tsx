import type { VNode } from 'preact';
import { PagedTable } from '../../shared/browser/paged-table.tsx';
import { grouped, plural } from '../../../../kernel/words.ts';
import type { AccountResult } from '../../../../scenarios/run-result.ts';
import type { Fill } from '../../../../scenarios/strategy.ts';
import { fillsCsv } from '../view/fills-csv.ts';
import { TimeLink } from './event-list.tsx';

const COLUMNS = [
  {
    key: 'time',
    label: 'Time (UTC)',
    render: ({ time }: Fill) => <TimeLink time={time} />,
    sortBy: ({ time }: Fill) => time,
  },
  { key: 'symbol', label: 'Market', render: ({ symbol }: Fill) => symbol, sortBy: ({ symbol }: Fill) => symbol },
  {
    key: 'side',
    label: 'Side',
    render: ({ side }: Fill) => (
      <span class={`${side}-sign`}>
        <span aria-hidden="true">{side === 'buy' ? '▲ ' : '▼ '}</span>
        {side}
      </span>
    ),
    sortBy: ({ side }: Fill) => side,
  },
  amount('price', 'Price', ({ price }) => price),
  amount('quantity', 'Quantity', ({ quantity }) => quantity),
  amount('fee', 'Fee', ({ fee }) => fee),
  {
    key: 'liquidity',
    label: 'Role',
    render: ({ liquidity }: Fill) => liquidity,
    sortBy: ({ liquidity }: Fill) => liquidity,
  },
  { key: 'orderId', label: 'Order', isNumber: true, render: ({ orderId }: Fill) => orderId },
  { key: 'clientOrderId', label: 'Client order id', render: ({ clientOrderId }: Fill) => clientOrderId ?? '' },
];

function amount(key: string, label: string, textOf: (fill: Fill) => string) {
  return {
    key,
    label,
    isNumber: true,
    render: (fill: Fill) => grouped(textOf(fill)),
    sortBy: (fill: Fill) => Number(textOf(fill)),
  };
}

/** The fills of an account, to read and to save. */
export function FillList({ account: { name, fills } }: { readonly account: AccountResult }): VNode {
  if (fills.length === 0) return <p class="calm">{`No order of ${name} was filled.`}</p>;
  return (
    <>
      <p class="with-action">
        <span>{`${plural(fills.length, 'fill')} of ${name}.`}</span>
        <button type="button" class="action" onClick={() => save(`fills-${name}.csv`, fillsCsv(name, fills))}>
          Save as CSV
        </button>
      </p>
      <PagedTable caption={`Fills of ${name}`} columns={COLUMNS} rows={fills} isCards />
    </>
  );
}

/** Hands a text to the reader as a file. */
function save(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  link.download = name.replaceAll(/[^\w.-]+/g, '-');
  link.click();
  URL.revokeObjectURL(link.href);
}
