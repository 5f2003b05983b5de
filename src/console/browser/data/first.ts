import type { ChannelData, Market } from '../../../client.ts';
import { segments } from '../app/router.ts';

/** The figures of a market that change with every price, from the merged frames of `marketPrices`. */
export type MarketFigures = Pick<
  ChannelData<'marketPrices'>,
  | 'markPrice'
  | 'indexPrice'
  | 'lastPrice'
  | 'bestBid'
  | 'bestAsk'
  | 'volume24h'
  | 'quoteVolume24h'
  | 'prevDayPrice'
  | 'fundingRate'
  | 'openInterest'
> & { readonly nextFundingTime?: number; readonly high24h?: string; readonly low24h?: string };

type Side = readonly (readonly [price: string, quantity: string])[];

/** What the server gives for the market page in one response, which the document has the browser ask for ahead of the scripts. */
export interface FirstData {
  readonly symbol: string;
  readonly markets: readonly Market[];
  readonly prices: Readonly<Record<string, MarketFigures>>;
  readonly book: { readonly bids: Side; readonly asks: Side };
}

interface Said<T> {
  readonly response: T;
}

type Response = { readonly symbol: string } & {
  readonly [Name in Exclude<keyof FirstData, 'symbol'>]: Said<FirstData[Name]>;
};

/** Once the first book was given, books are read from the stream alone. */
let book: Pick<FirstData, 'symbol' | 'book'> | undefined;
const asked = read();

/** The first data of the page; undefined where it has none, or where the server does not say. Given once. */
export async function firstData(): Promise<FirstData | undefined> {
  const data = await asked;
  book = data;
  return data;
}

/** The book of the first data, for its market. */
export const firstBook = (symbol: string): FirstData['book'] | undefined =>
  book?.symbol === symbol ? book.book : undefined;

/** From now on books are read from the stream alone. */
export function forgetFirstBook(): void {
  book = undefined;
}

async function read(): Promise<FirstData | undefined> {
  const [page = 'market', symbol] = segments.value;
  if (page !== 'market') return undefined;
  const query = symbol === undefined ? '' : `?symbol=${encodeURIComponent(symbol)}`;
  try {
    const response = await fetch(`/console/first${query}`);
    if (!response.ok) return undefined;
    const { symbol: of, markets, prices, book: levels } = (await response.json()) as Response;
    return { symbol: of, markets: markets.response, prices: prices.response, book: levels.response };
  } catch {
    // The stream says what is wrong, if it is more than this request.
    return undefined;
  }
}
