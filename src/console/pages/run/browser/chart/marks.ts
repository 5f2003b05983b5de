import type uPlot from 'uplot';
import type { Fill } from '../../../../../scenarios/strategy.ts';
import type { RunEvent } from '../../../../../scenarios/run-result.ts';
import { EVENT_KINDS, EVENT_SHOWN, type EventKind } from '../../words.ts';
import { faded, type Theme } from '../../../shared/browser/theme.ts';

/** Drawn over the chart of prices: fills as triangles, events as lines with their sign. */

const SIZE = 5;

/** Buys point up and sells point down, at price and time of the fill. Of fills at one place, one is drawn. */
export function drawFills(chart: uPlot, theme: Theme, fills: readonly Fill[]): void {
  const { ctx } = chart;
  const size = SIZE * devicePixelRatio;
  inPlot(chart, () => {
    ctx.strokeStyle = theme.ground;
    ctx.lineWidth = devicePixelRatio;
    const taken = new Set<string>();
    for (const { time, price, side } of fills) {
      const x = chart.valToPos(time, 'x', true);
      const y = chart.valToPos(Number(price), 'y', true);
      const place = `${side} ${Math.round(x / size)} ${Math.round(y / size)}`;
      if (taken.has(place)) continue;
      taken.add(place);
      const up = side === 'buy' ? 1 : -1;
      ctx.fillStyle = side === 'buy' ? theme.buy : theme.sell;
      ctx.beginPath();
      ctx.moveTo(x, y);
      ctx.lineTo(x - size, y + up * size * 1.7);
      ctx.lineTo(x + size, y + up * size * 1.7);
      ctx.closePath();
      ctx.fill();
      ctx.stroke();
    }
  });
}

const colourOf = (kind: EventKind, theme: Theme): string => {
  switch (kind) {
    case 'liquidation':
    case 'deleveraging':
    case 'fault':
      return theme.alert;
    case 'refusal':
    case 'note':
      return theme.warning;
    case 'control':
    case 'funding':
    case 'request':
    case 'stream':
      return theme.calm;
  }
};

/** Pixels that the sign of an event needs. */
const SIGN = 13;

/** A dashed line for each event with its sign at the top. Of signs that would overlap, the gravest is drawn. */
export function drawEvents(chart: uPlot, theme: Theme, events: readonly RunEvent[]): void {
  const { ctx, bbox } = chart;
  const ratio = devicePixelRatio;
  const places = events.map(({ time, kind }) => ({ x: Math.round(chart.valToPos(time, 'x', true)) + 0.5, kind }));
  inPlot(chart, () => {
    ctx.font = `bold ${11 * ratio}px sans-serif`;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'top';
    ctx.lineWidth = ratio;
    ctx.setLineDash([3 * ratio, 3 * ratio]);
    for (const { x, kind } of places) {
      ctx.strokeStyle = faded(colourOf(kind, theme), 0.6);
      ctx.beginPath();
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
    }
    const taken: number[] = [];
    places.sort((a, b) => EVENT_KINDS.indexOf(a.kind) - EVENT_KINDS.indexOf(b.kind));
    for (const { x, kind } of places) {
      if (taken.some((other) => Math.abs(other - x) < SIGN * ratio)) continue;
      taken.push(x);
      ctx.fillStyle = theme.ground;
      ctx.fillRect(x - 6 * ratio, bbox.top, 12 * ratio, SIGN * ratio);
      ctx.fillStyle = colourOf(kind, theme);
      ctx.fillText(EVENT_SHOWN[kind].mark, x, bbox.top + ratio);
    }
  });
}

/** Draws within the plot only, and leaves the canvas as it was. */
export function inPlot({ ctx, bbox }: uPlot, draw: () => void): void {
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  draw();
  ctx.restore();
}
