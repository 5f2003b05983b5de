import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Market } from '../../../client.ts';
import type { BookView, Level } from '../data/book.ts';
import { type Colours, withColours } from '../design/colours.ts';
import { decimalsOf, priceText, sizeText } from '../design/format.ts';
import { marketOf } from '../data/markets.ts';
import { picked } from '../ticket/picked.ts';
import { Choices, Empty, Panel } from '../design/panel.tsx';
import { Heads, number } from '../design/heads.tsx';

const ROWS = 11;
/** Rows that every window has room for; the others have a class each, by which low windows leave them out. */
const NEAR_ROWS = 7;
const RANKS = Array.from({ length: ROWS }, (_, rank) => rank);
const VIEWS = ['levels', 'depth'] as const;

interface BookParts {
  readonly symbol: string;
  readonly book: BookView;
}

/** The book of a market: levels with cumulative depth, or the depth chart. */
export function OrderBook({ symbol, book }: BookParts) {
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
      <BookContent symbol={symbol} book={book} view={view.value} />
    </Panel>
  );
}

function BookContent({ symbol, book, view }: BookParts & { readonly view: (typeof VIEWS)[number] }) {
  if (book.state === 'closed') return <Empty>The exchange shows no book of this market.</Empty>;
  if (view === 'depth') return <DepthChart book={book} />;
  return <Levels symbol={symbol} book={book} />;
}

/**
 * Has the same number of rows whatever the book holds, each at its distance from the touch, so that nothing moves on the page when the book
 * arrives or changes.
 */
function Levels({ symbol, book: { state, bids, asks } }: BookParts) {
  const market = marketOf(symbol);
  const shownAsks = asks.slice(0, ROWS);
  const shownBids = bids.slice(0, ROWS);
  const most = Math.max(shownAsks.at(-1)?.total ?? 0, shownBids.at(-1)?.total ?? 0);
  return (
    <table class="grid levels">
      <Heads of={[number('Price'), number('Quantity'), number('Total')]} />
      <tbody>
        {RANKS.toReversed().map((rank) => (
          <Row key={`a${rank}`} rank={rank} level={shownAsks[rank]} side="down" most={most} market={market} />
        ))}
        <tr class="spread">
          <td colSpan={3}>{state === 'loading' ? 'Reading the book…' : spreadOf(bids[0], asks[0])}</td>
        </tr>
        {RANKS.map((rank) => (
          <Row key={`b${rank}`} rank={rank} level={shownBids[rank]} side="up" most={most} market={market} />
        ))}
      </tbody>
    </table>
  );
}

interface RowParts {
  /** Left out for a row that is empty. */
  readonly level: Level | undefined;
  readonly side: 'up' | 'down';
  readonly most: number;
  /** Rows between this one and the touch. */
  readonly rank: number;
  readonly market: Market | undefined;
}

function Row({ level, side, most, rank, market }: RowParts) {
  const far = rank >= NEAR_ROWS ? `far-${rank}` : '';
  if (!level) {
    return (
      <tr class={`blank ${far}`} aria-hidden="true">
        <td colSpan={3}>{'\u00a0'}</td>
      </tr>
    );
  }
  // Script sets the style through the object model, which the policy against inline styles allows.
  const share = `${most > 0 ? (100 * level.total) / most : 0}%`;
  return (
    // For a pointer alone: a keyboard has the prices of the book at the field of the ticket.
    <tr
      class={`level ${side} ${far}`}
      style={{ '--share': share }}
      title="Take this price into the ticket"
      onClick={() => {
        if (market) picked.value = { symbol: market.symbol, price: level.price };
      }}
    >
      <td class={`number ${side}`}>{priceText(level.price, market)}</td>
      <td class="number">{sizeText(level.quantity, market)}</td>
      <td class="number">{level.total.toFixed(decimalsOf(market?.orderSizeIncrement ?? level.quantity))}</td>
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

/** Cumulative quantity by price, on a canvas that is drawn anew with every book. */
function DepthChart({ book }: { readonly book: BookView }) {
  const place = useRef<HTMLCanvasElement>(null);
  const colours = useRef<Colours | null>(null);
  useEffect(
    () =>
      withColours((now) => {
        colours.current = now;
        if (place.current) draw(place.current, book, now);
      }),
    [book],
  );
  return <canvas class="depth" ref={place} role="img" aria-label={spoken(book)} />;
}

function spoken({ bids, asks }: BookView): string {
  const of = (levels: readonly Level[]): string => (levels.at(-1)?.total ?? 0).toPrecision(4);
  return `Depth of the book: ${of(bids)} to buy and ${of(asks)} to sell in the levels shown`;
}

function draw(canvas: HTMLCanvasElement, { bids, asks }: BookView, colours: Colours): void {
  const ratio = devicePixelRatio;
  const { clientWidth: width, clientHeight: height } = canvas;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const pen = canvas.getContext('2d');
  const [low, high] = [Number(bids.at(-1)?.price ?? asks[0]?.price), Number(asks.at(-1)?.price ?? bids[0]?.price)];
  const most = Math.max(bids.at(-1)?.total ?? 0, asks.at(-1)?.total ?? 0);
  if (!pen || !(high > low) || most === 0) return;
  pen.scale(ratio, ratio);
  const x = (price: number): number => ((price - low) / (high - low)) * width;
  const y = (total: number): number => height - 18 - (total / most) * (height - 30);
  for (const [levels, line, fill] of [
    [bids, colours.up, colours.upSoft],
    [asks, colours.down, colours.downSoft],
  ] as const) {
    steps(pen, levels, x, y, height - 18);
    pen.fillStyle = fill;
    pen.fill();
    pen.strokeStyle = line;
    pen.stroke();
  }
  pen.fillStyle = colours.quiet;
  pen.font = `11px ${getComputedStyle(canvas).fontFamily}`;
  pen.fillText(bids.at(-1)?.price ?? '', 4, height - 5);
  pen.textAlign = 'right';
  pen.fillText(asks.at(-1)?.price ?? '', width - 4, height - 5);
}

/** The area below a side: a step at each level, outwards from the touch. */
function steps(
  pen: CanvasRenderingContext2D,
  levels: readonly Level[],
  x: (price: number) => number,
  y: (total: number) => number,
  ground: number,
): void {
  pen.beginPath();
  let height = ground;
  const first = levels[0];
  if (first) pen.moveTo(x(Number(first.price)), ground);
  for (const { price, total } of levels) {
    pen.lineTo(x(Number(price)), height);
    height = y(total);
    pen.lineTo(x(Number(price)), height);
  }
  const last = levels.at(-1);
  if (last) pen.lineTo(x(Number(last.price)), ground);
}
