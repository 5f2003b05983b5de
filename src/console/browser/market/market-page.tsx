import '../account/account.css';
import '../ticket/ticket.css';
import './market.css';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { segments } from '../app/router.ts';
import { type BookView, firstView, followBook } from '../data/book.ts';
import { lives } from '../data/exchange.ts';
import { firstSymbol, followMarkets, markets, marketsProblem } from '../data/markets.ts';
import { useFollowed } from '../data/use-followed.ts';
import { Empty, Fault } from '../design/panel.tsx';
import { Ticket } from '../ticket/ticket.tsx';
import { AccountTabs } from './account-tabs.tsx';
import { CandleChart } from './candle-chart.tsx';
import { MarketHeader } from './market-header.tsx';
import { MarketList } from './market-list.tsx';
import { OrderBook } from './order-book.tsx';
import { Tape } from './tape.tsx';

/** One market and the account in it: chart, book, trades, ticket, and what the account has, on one screen. */
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
    <div class="market-page">
      <h1 class="spoken">{symbol}</h1>
      <MarketList shown={symbol} />
      <MarketHeader symbol={symbol} />
      <CandleChart symbol={symbol} />
      <Book symbol={symbol} />
      <Tape symbol={symbol} />
      <Ticket symbol={symbol} />
      <AccountTabs symbol={symbol} />
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
  return <OrderBook symbol={symbol} book={book.value} />;
}
