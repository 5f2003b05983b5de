import { useEffect } from 'preact/hooks';
import { type Signal, signal, useSignal } from '@preact/signals';
import type { Market, StreamClient } from '../../../client.ts';
import { keysOf, recordOf } from '../../../kernel/entries.ts';
import { accountEvents, problemOf, session } from '../data/account.ts';
import { Choices, Empty, Panel } from '../design/panel.tsx';
import { FilterText } from '../design/filter-text.tsx';
import { dayAndTime, padded, priceText, signedMoney, sizeText, trend } from '../design/format.ts';
import { marketOf } from '../data/markets.ts';
import { type Cell, csvOf } from './csv.ts';
import { Heads, number } from '../design/heads.tsx';

/** How the cells of a column are written. Files have them as the exchange gives them. */
type Look = 'time' | 'text' | 'side' | 'price' | 'size' | 'money' | 'exact';

interface History {
  readonly title: string;
  /** Names of the columns with their look. The second column is the market. */
  readonly columns: readonly (readonly [name: string, look: Look])[];
  /** The latest rows, newest first; those of one market where one is given. */
  readonly read: (client: StreamClient, symbol?: string) => Promise<readonly (readonly Cell[])[]>;
}

const LIMIT = 100;
const ofMarket = (symbol?: string) => (symbol === undefined ? {} : { symbol });

const HISTORIES = {
  orders: {
    title: 'Orders',
    columns: [
      ['Time', 'time'],
      ['Market', 'text'],
      ['Side', 'side'],
      ['Type', 'text'],
      ['State', 'text'],
      ['Price', 'price'],
      ['Quantity', 'size'],
      ['Filled', 'size'],
      ['Order', 'text'],
    ],
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
    title: 'Trades',
    columns: [
      ['Time', 'time'],
      ['Market', 'text'],
      ['Direction', 'text'],
      ['Price', 'price'],
      ['Quantity', 'size'],
      ['Fee', 'exact'],
      ['Realized PnL', 'money'],
      ['Trade', 'text'],
    ],
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
    title: 'Closed positions',
    columns: [
      ['Closed', 'time'],
      ['Market', 'text'],
      ['Side', 'text'],
      ['Quantity', 'size'],
      ['Entry', 'price'],
      ['Funding', 'money'],
      ['Realized PnL', 'money'],
    ],
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
    title: 'Funding',
    columns: [
      ['Time', 'time'],
      ['Market', 'text'],
      ['Position', 'size'],
      ['Rate', 'exact'],
      ['Payment', 'exact'],
    ],
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
const TITLES = recordOf(NAMES, (name) => HISTORIES[name].title);

/** Shows what the account did, with a filter by market and a download. */
export function Histories() {
  const chosen = useSignal<HistoryName>('orders');
  return <HistoryPanel key={chosen.value} title="History" name={chosen.value} choose={chosen} />;
}

interface HistoryParts {
  readonly title: string;
  readonly name: HistoryName;
  /** Where another history may be chosen. */
  readonly choose?: Signal<HistoryName>;
}

/** One history of the account. */
export function HistoryPanel({ title, name, choose }: HistoryParts) {
  const rows = useSignal<readonly (readonly Cell[])[] | null>(null);
  const problem = useSignal<string | null>(null);
  const { columns, read }: History = HISTORIES[name];
  const client = session.value?.client;
  const events = accountEvents.value;
  const symbol = marketFilter.value;
  // Every event of the account makes the list an old one.
  useEffect(() => {
    if (!client) return undefined;
    const timer = setTimeout(() => {
      read(client, symbol === '' ? undefined : symbol)
        .then((found) => {
          rows.value = found;
          problem.value = null;
        })
        .catch((error: unknown) => {
          problem.value = problemOf(error);
        });
    }, 150);
    return () => clearTimeout(timer);
  }, [client, read, symbol, events, rows, problem]);
  return (
    <Panel
      title={title}
      class="histories"
      tools={
        <span class="tools">
          {choose ? (
            <Choices
              label="Which history"
              options={NAMES}
              titles={TITLES}
              chosen={name}
              choose={(other) => {
                choose.value = other;
              }}
            />
          ) : null}
          <FilterText
            label="Only this market"
            placeholder="All markets"
            text={symbol}
            choose={(text) => {
              marketFilter.value = text.toUpperCase();
            }}
          />
          <button
            type="button"
            class="button small"
            disabled={!rows.value?.length}
            onClick={() =>
              download(
                `${name}.csv`,
                csvOf(
                  columns.map(([column]) => column),
                  rows.value ?? [],
                ),
              )
            }
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

/** The market that histories are of; empty for all. It stays when another history is chosen. */
const marketFilter = signal('');

interface RowsParts {
  readonly columns: History['columns'];
  readonly rows: readonly (readonly Cell[])[] | null;
  readonly problem: string | null;
}

function Rows({ columns, rows, problem }: RowsParts) {
  if (problem !== null) return <p class="fault">The history cannot be read: {problem}</p>;
  if (rows === null) return <Empty>Reading the history…</Empty>;
  if (rows.length === 0) return <Empty>There is nothing yet.</Empty>;
  return (
    <table class="grid">
      <Heads of={columns.map(([name, look]) => (FIGURES.has(look) ? number(name) : name))} />
      <tbody>
        {rows.map((row) => (
          <tr key={row.join('|')}>
            {row.map((cell, at) => {
              const [name, look = 'text'] = columns[at] ?? [];
              return (
                <td key={name} class={classOf(look, String(cell))}>
                  {written(cell, look, marketOf(String(row[1])))}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const FIGURES: ReadonlySet<Look> = new Set(['price', 'size', 'money', 'exact']);

function classOf(look: Look, cell: string): string {
  if (look === 'side') return cell === 'buy' ? 'up' : 'down';
  if (look === 'money') return `number ${trend(Number(cell))}`;
  return FIGURES.has(look) ? 'number' : '';
}

/** Decimals of the figures that are shown as the exchange keeps them. */
const EXACT = 8;

function written(cell: Cell, look: Look, market: Market | undefined): string {
  const text = String(cell ?? '');
  if (look === 'time') return dayAndTime(Number(cell));
  if (text === '') return '';
  if (look === 'price') return priceText(text, market);
  if (look === 'size') return sizeText(text, market);
  if (look === 'money') return signedMoney(text);
  return look === 'exact' ? padded(text, EXACT) : text;
}

function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
