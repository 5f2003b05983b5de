import { useEffect, useRef } from 'preact/hooks';
import type { BookView, Level } from '../data/book.ts';
import { type Colours, withColours } from '../design/colours.ts';

/** Cumulative quantity by price, on a canvas that is drawn anew with every book. */
export function DepthChart({ book }: { readonly book: BookView }) {
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
