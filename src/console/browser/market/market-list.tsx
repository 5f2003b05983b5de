import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { linkTo } from '../app/router.ts';
import { readBars } from '../data/candles.ts';
import { lives } from '../data/exchange.ts';
import { dayChange, figuresOf, marketOf, markets } from '../data/markets.ts';
import { priceText, signedPercent, trend } from '../design/format.ts';
import { Panel } from '../design/panel.tsx';

const CURVES_AFTER_MS = 100;
const WIDTH = 72;
const HEIGHT = 22;

/** All markets with their last price, change over 24 hours and its curve; the one that is shown is marked. */
export function MarketList({ shown }: { readonly shown: string }) {
  return (
    <Panel title="Markets" class="markets">
      <ul>
        {(markets.value ?? []).map(({ symbol }) => (
          <MarketLine key={symbol} symbol={symbol} isShown={symbol === shown} />
        ))}
      </ul>
    </Panel>
  );
}

function MarketLine({ symbol, isShown }: { readonly symbol: string; readonly isShown: boolean }) {
  const figures = figuresOf(symbol).value;
  const change = figures && dayChange(figures);
  return (
    <li>
      <a href={linkTo('market', symbol)} aria-current={isShown ? 'true' : undefined}>
        <span class="symbol">{symbol}</span>
        <Sparkline symbol={symbol} />
        <span class="number">
          {figures ? priceText(figures.lastPrice, marketOf(symbol)) : '–'}
          <small class={trend(change ?? 0)}>{change === null ? '' : signedPercent(change)}</small>
        </span>
      </a>
    </li>
  );
}

/** The closing prices of the last 24 hours. */
function Sparkline({ symbol }: { readonly symbol: string }) {
  const points = useSignal('');
  const life = lives.value;
  useEffect(() => {
    // Book and candles of the page are asked for first: these are many, and each is as large as those.
    const timer = setTimeout(() => {
      readBars(symbol, '15m')
        .then((bars) => {
          points.value = curveOf(bars.slice(-96).map(({ close }) => close));
        })
        // A line without a curve says as much as it can.
        .catch(() => undefined);
    }, CURVES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [symbol, points, life]);
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <polyline points={points.value} />
    </svg>
  );
}

function curveOf(values: readonly number[]): string {
  // One price has no course.
  if (values.length < 2) return '';
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const y = (value: number): number => (high > low ? 1 + ((high - value) / (high - low)) * (HEIGHT - 2) : HEIGHT / 2);
  return values
    .map((value, at) => `${((at / (values.length - 1)) * WIDTH).toFixed(1)},${y(value).toFixed(1)}`)
    .join(' ');
}
