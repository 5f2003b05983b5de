import '../account/account.css';
import '../ticket/ticket.css';
import './market.css';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { OpenOrders } from '../account/open-orders.tsx';
import { Positions } from '../account/positions.tsx';
import { linkTo, segments } from '../app/router.ts';
import { account, session } from '../data/account.ts';
import { type BookView, firstView, followBook } from '../data/book.ts';
import { readBars } from '../data/candles.ts';
import { clock, lives } from '../data/exchange.ts';
import { dayChange, figuresOf, firstSymbol, followMarkets, markets, marketsProblem } from '../data/markets.ts';
import { signedRequests } from '../data/signed-requests.ts';
import { useFollowed } from '../data/use-followed.ts';
import { compact, grouped, signedPercent, span, trend } from '../design/format.ts';
import { Empty, Fault, Panel } from '../design/panel.tsx';
import { SignedRequests } from '../ticket/signed-requests.tsx';
import { Ticket } from '../ticket/ticket.tsx';
import { CandleChart } from './candle-chart.tsx';
import { OrderBook } from './order-book.tsx';
import { Tape } from './tape.tsx';

/** One market: candles, book, trades and figures, and all markets beside it. */
export function MarketPage() {
  useEffect(() => void followMarkets(), []);
  const symbol = segments.value[1] ?? firstSymbol.value;
  if (marketsProblem.value !== null && markets.value === null) {
    return <Fault>The markets cannot be read: {marketsProblem.value}</Fault>;
  }
  if (markets.value === null || symbol === undefined) return <Empty>Reading the markets…</Empty>;
  if (!markets.value.some((market) => market.symbol === symbol)) {
    return (
      <Empty>
        The exchange has no market {symbol}. Choose one of {markets.value.map((market) => market.symbol).join(', ')}.
      </Empty>
    );
  }
  return (
    <div class={account.value === null ? 'market-page' : 'market-page with-account'}>
      <h1 class="spoken">{symbol}</h1>
      <MarketHeader symbol={symbol} />
      <MarketList shown={symbol} />
      <CandleChart symbol={symbol} />
      <Book symbol={symbol} />
      <Tape symbol={symbol} />
      <Ticket symbol={symbol} />
      <OwnPart symbol={symbol} />
    </div>
  );
}

/** What the account that is signed in holds and has open in this market. */
function OwnPart({ symbol }: { readonly symbol: string }) {
  if (account.value === null) return null;
  const { positions, orders } = account.value;
  return (
    <div class="own">
      <Positions positions={positions.filter((position) => position.symbol === symbol)} />
      <OpenOrders orders={orders.filter((order) => order.symbol === symbol)} scope={symbol} />
      {session.value && signedRequests.value.length > 0 ? <SignedRequests session={session.value} /> : null}
    </div>
  );
}

function Book({ symbol }: { readonly symbol: string }) {
  const book = useSignal<BookView>(firstView(symbol));
  // A book heals itself with the next connection, unless the exchange has ended it.
  const ended = useSignal(0);
  const life = lives.value;
  useEffect(() => {
    if (book.peek().state === 'closed') ended.value = life;
  }, [book, ended, life]);
  useFollowed(`${symbol} ${ended.value}`, (until) => {
    const stop = followBook(symbol, until).subscribe((view) => {
      book.value = view;
    });
    until.addEventListener('abort', stop, { once: true });
  });
  return <OrderBook book={book.value} />;
}

const HOUR_MS = 3_600_000;

/** The figures of one market: mark, index, premium, funding with its countdown, open interest and 24 hours. */
function MarketHeader({ symbol }: { readonly symbol: string }) {
  const figures = figuresOf(symbol).value;
  if (!figures) return <p class="quiet">Reading the prices…</p>;
  const { lastPrice, markPrice, indexPrice, fundingRate, openInterest, quoteVolume24h } = figures;
  const change = dayChange(figures);
  const premium = Number(indexPrice) > 0 ? Number(markPrice) / Number(indexPrice) - 1 : 0;
  const { now } = clock.value;
  const next = figures.nextFundingTime ?? (Math.floor(now / HOUR_MS) + 1) * HOUR_MS;
  return (
    <div class="market-header">
      <p class="last">
        <span class="spoken">Last price </span>
        {grouped(lastPrice)}{' '}
        <small class={trend(change ?? 0)}>{change === null ? 'no trade' : signedPercent(change)}</small>
      </p>
      <dl class="facts">
        <Fact name="Mark">{grouped(markPrice)}</Fact>
        <Fact name="Index">{grouped(indexPrice)}</Fact>
        <Fact name="Premium">{signedPercent(premium, 3)}</Fact>
        <Fact name="Funding, 1 h">
          <span class={trend(Number(fundingRate))}>{signedPercent(Number(fundingRate), 4)}</span>
          {now > 0 && <span class="quiet"> in {span(next - now)}</span>}
        </Fact>
        <Fact name="Open interest">{compact(openInterest)}</Fact>
        <Fact name="Volume, 24 h">{compact(quoteVolume24h)} USDT</Fact>
        {figures.high24h !== undefined && <Fact name="High, 24 h">{grouped(figures.high24h)}</Fact>}
        {figures.low24h !== undefined && <Fact name="Low, 24 h">{grouped(figures.low24h)}</Fact>}
      </dl>
    </div>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const CURVES_AFTER_MS = 100;
const WIDTH = 72;
const HEIGHT = 22;

/** All markets with their last price, change over 24 hours and its curve; the one that is shown is marked. */
function MarketList({ shown }: { readonly shown: string }) {
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
          {figures ? grouped(figures.lastPrice) : '–'}
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
