import { useEffect } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { OpenOrders } from '../account/open-orders.tsx';
import { Positions } from '../account/positions.tsx';
import { segments } from '../app/router.ts';
import { account, session } from '../data/account.ts';
import { type BookView, followBook } from '../data/book.ts';
import { firstSymbol, followMarkets, markets, marketsProblem } from '../data/markets.ts';
import { useFollowed } from '../data/use-followed.ts';
import { Empty, Fault } from '../design/panel.tsx';
import { CandleChart } from './candle-chart.tsx';
import { MarketHeader } from './market-header.tsx';
import { MarketList } from './market-list.tsx';
import { OrderBook } from './order-book.tsx';
import { Tape } from './tape.tsx';
import { signedRequests } from '../data/signed-requests.ts';
import { SignedRequests } from '../ticket/signed-requests.tsx';
import { Ticket } from '../ticket/ticket.tsx';
import '../account/account.css';
import '../ticket/ticket.css';
import './market.css';

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
  const book = useSignal<BookView>({ state: 'loading', bids: [], asks: [] });
  useFollowed(symbol, (until) => {
    const stop = followBook(symbol, until).subscribe((view) => {
      book.value = view;
    });
    until.addEventListener('abort', stop, { once: true });
  });
  return <OrderBook book={book.value} />;
}
