import { useEffect } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import type { StreamClient } from '../../../client.ts';
import { keysOf } from '../../../kernel/entries.ts';
import { accountEvents, problemOf, session } from '../data/account.ts';
import { Choices, Empty, Panel } from '../design/panel.tsx';
import { FilterText } from '../design/filter-text.tsx';
import { dayAndTime } from '../design/format.ts';
import { type Cell, csvOf } from './csv.ts';
import { Heads } from '../design/heads.tsx';

interface History {
  readonly columns: readonly string[];
  /** The latest rows, newest first; those of one market where one is given. */
  readonly read: (client: StreamClient, symbol?: string) => Promise<readonly (readonly Cell[])[]>;
}

const LIMIT = 100;
const ofMarket = (symbol?: string) => (symbol === undefined ? {} : { symbol });

const HISTORIES = {
  orders: {
    columns: ['Time', 'Market', 'Side', 'Type', 'State', 'Price', 'Quantity', 'Filled', 'Order'],
    read: async (client, symbol) =>
      (await client.getOrderHistory({ limit: LIMIT, ...ofMarket(symbol) })).map((order) => [
        order.updateTime,
        order.symbol,
        order.side,
        order.type,
        order.status,
        order.price,
        order.quantity,
        order.filledQuantity,
        order.order.venueId,
      ]),
  },
  trades: {
    columns: ['Time', 'Market', 'Direction', 'Price', 'Quantity', 'Fee', 'Realized PnL', 'Trade'],
    read: async (client, symbol) =>
      (await client.getTrades({ limit: LIMIT, ...ofMarket(symbol) })).trades.map((trade) => [
        trade.timestamp,
        trade.symbol,
        trade.direction,
        trade.price,
        trade.quantity,
        trade.fee,
        trade.realizedPnl,
        trade.tradeId,
      ]),
  },
  positions: {
    columns: ['Closed', 'Market', 'Side', 'Quantity', 'Entry', 'Funding', 'Realized PnL'],
    read: async (client, symbol) =>
      (await client.getPositionHistory({ limit: LIMIT, ...ofMarket(symbol) })).positions.map((position) => [
        position.closedAt,
        position.symbol,
        position.side,
        position.quantity,
        position.entryPrice,
        position.netFunding,
        position.realizedPnl,
      ]),
  },
  funding: {
    columns: ['Time', 'Market', 'Position', 'Rate', 'Payment'],
    read: async (client, symbol) =>
      (await client.getFundingPayments({ limit: LIMIT, ...ofMarket(symbol) })).fundingHistory.map((payment) => [
        payment.timestamp,
        payment.symbol,
        payment.positionSize,
        payment.fundingRate,
        payment.payment,
      ]),
  },
} as const satisfies Record<string, History>;

type HistoryName = keyof typeof HISTORIES;
const NAMES = keysOf(HISTORIES);

/** Shows what the account did, with a filter by market and a download. */
export function Histories() {
  const chosen = useSignal<HistoryName>('orders');
  const rows = useSignal<readonly (readonly Cell[])[] | null>(null);
  const problem = useSignal<string | null>(null);
  const symbol = useSignal('');
  const { columns, read }: History = HISTORIES[chosen.value];
  const client = session.value?.client;
  const events = accountEvents.value;
  // Every event of the account makes the list an old one.
  useEffect(() => {
    if (!client) return undefined;
    const timer = setTimeout(() => {
      read(client, symbol.value === '' ? undefined : symbol.value)
        .then((found) => {
          rows.value = found;
          problem.value = null;
        })
        .catch((error: unknown) => {
          problem.value = problemOf(error);
        });
    }, 150);
    return () => clearTimeout(timer);
  }, [client, chosen.value, symbol.value, events]);
  return (
    <Panel
      title="History"
      class="histories"
      tools={
        <span class="tools">
          <Choices
            label="Which history"
            options={NAMES}
            titles={{ orders: 'Orders', trades: 'Trades', positions: 'Closed positions', funding: 'Funding' }}
            chosen={chosen.value}
            choose={(name) => {
              rows.value = null;
              chosen.value = name;
            }}
          />
          <FilterText
            label="Only this market"
            placeholder="All markets"
            text={symbol.value}
            choose={(text) => {
              symbol.value = text.toUpperCase();
            }}
          />
          <button
            type="button"
            class="button small"
            disabled={!rows.value?.length}
            onClick={() => download(`${chosen.value}.csv`, csvOf(columns, rows.value ?? []))}
          >
            CSV
          </button>
        </span>
      }
    >
      <Rows columns={columns} rows={rows.value} problem={problem.value} />
    </Panel>
  );
}

interface RowsParts {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[] | null;
  readonly problem: string | null;
}

function Rows({ columns, rows, problem }: RowsParts) {
  if (problem !== null) return <p class="fault">The history cannot be read: {problem}</p>;
  if (rows === null) return <Empty>Reading the history…</Empty>;
  if (rows.length === 0) return <Empty>There is nothing yet.</Empty>;
  return (
    <table class="grid">
      <Heads of={columns} />
      <tbody>
        {rows.map((row) => (
          <tr key={row.join('|')}>
            {row.map((cell, at) => (
              <td key={columns[at]}>{at === 0 ? dayAndTime(Number(cell)) : String(cell ?? '')}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
