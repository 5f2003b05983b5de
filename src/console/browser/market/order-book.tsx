import { useSignal } from '@preact/signals';
import { type BookView, type Level } from '../data/book.ts';
import { Choices } from '../design/choices.tsx';
import { grouped } from '../design/format.ts';
import { Empty, Panel } from '../design/panel.tsx';
import { DepthChart } from './depth-chart.tsx';

const ROWS = 14;
const VIEWS = ['levels', 'depth'] as const;

/** The book of a market: levels with cumulative depth, or the depth chart. */
export function OrderBook({ book }: { readonly book: BookView }) {
  const view = useSignal<(typeof VIEWS)[number]>('levels');
  return (
    <Panel
      title="Order book"
      class="book"
      tools={
        <Choices
          label="View of the book"
          options={VIEWS}
          titles={{ levels: 'Levels', depth: 'Depth' }}
          chosen={view.value}
          choose={(option) => {
            view.value = option;
          }}
        />
      }
    >
      <BookContent book={book} view={view.value} />
    </Panel>
  );
}

function BookContent({ book, view }: { readonly book: BookView; readonly view: (typeof VIEWS)[number] }) {
  if (book.state === 'loading') return <Empty>Reading the book…</Empty>;
  if (book.state === 'closed') return <Empty>The exchange shows no book of this market.</Empty>;
  if (view === 'depth') return <DepthChart book={book} />;
  return <Levels book={book} />;
}

function Levels({ book: { bids, asks } }: { readonly book: BookView }) {
  const shownAsks = asks.slice(0, ROWS);
  const shownBids = bids.slice(0, ROWS);
  const most = Math.max(shownAsks.at(-1)?.total ?? 0, shownBids.at(-1)?.total ?? 0);
  return (
    <table class="grid levels">
      <thead>
        <tr>
          <th class="number">Price</th>
          <th class="number">Quantity</th>
          <th class="number">Total</th>
        </tr>
      </thead>
      <tbody>
        {[...shownAsks].reverse().map((level) => (
          <Row key={`a${level.price}`} level={level} side="down" most={most} />
        ))}
        <tr class="spread">
          <td colSpan={3}>{spreadOf(bids[0], asks[0])}</td>
        </tr>
        {shownBids.map((level) => (
          <Row key={`b${level.price}`} level={level} side="up" most={most} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ level, side, most }: { readonly level: Level; readonly side: 'up' | 'down'; readonly most: number }) {
  // Script sets the style through the object model, which the policy against inline styles allows.
  const share = `${most > 0 ? (100 * level.total) / most : 0}%`;
  return (
    <tr class={`level ${side}`} style={{ '--share': share }}>
      <td class={`number ${side}`}>{grouped(level.price)}</td>
      <td class="number">{level.quantity}</td>
      <td class="number">{level.total.toFixed(decimalsOf(level.quantity))}</td>
    </tr>
  );
}

function spreadOf(bid?: Level, ask?: Level): string {
  if (!bid && !ask) return 'The book is empty';
  if (!bid || !ask) return 'One side is empty';
  const decimals = Math.max(decimalsOf(bid.price), decimalsOf(ask.price));
  const spread = Number(ask.price) - Number(bid.price);
  return `Spread ${spread.toFixed(decimals)} (${((10_000 * spread) / Number(bid.price)).toFixed(2)} bp)`;
}

const decimalsOf = (decimal: string): number => decimal.split('.')[1]?.length ?? 0;
