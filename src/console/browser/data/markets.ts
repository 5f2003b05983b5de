import { computed, type Signal, signal } from '@preact/signals';
import { ApiError } from '../../../client.ts';
import type { Market } from '../../../client/records.ts';
import { beforeFrame } from './frames.ts';
import { firstData, type MarketFigures } from './first.ts';
import { lives, stream } from './exchange.ts';

/** Terms of the markets, in the order of the exchange; null until they are known. */
export const markets = signal<readonly Market[] | null>(null);
export const marketsProblem = signal<string | null>(null);

/** The terms of one market; undefined for one that is not known. */
export const marketOf = (symbol: string): Market | undefined =>
  markets.value?.find((market) => market.symbol === symbol);

const figures = new Map<string, Signal<MarketFigures | null>>();
const arrived = new Map<string, MarketFigures>();

/** The live figures of one market; null until they are known. */
export function figuresOf(symbol: string): Signal<MarketFigures | null> {
  const kept = figures.get(symbol) ?? signal<MarketFigures | null>(null);
  figures.set(symbol, kept);
  return kept;
}

/** The market that opens when none is named. */
export const firstSymbol = computed(() => markets.value?.[0]?.symbol);

let isFollowing = false;

const AGAIN_MS = 2_000;

/** Reads the markets and follows their figures, until it succeeds. Called again it does nothing. */
export async function followMarkets(): Promise<void> {
  if (isFollowing) return;
  isFollowing = true;
  try {
    const first = markets.value === null ? await firstData() : undefined;
    if (first) showMarkets(first.markets, first.prices);
    else await readMarkets();
    await stream.subscribe('marketPrices', {}, ({ data }) => {
      arrived.set(data.symbol, data);
      beforeFrame(showArrived);
    });
    marketsProblem.value = null;
  } catch (error) {
    isFollowing = false;
    marketsProblem.value = problemOf(error);
    // A server that is busy refuses what has waited too long, and takes it a moment later.
    setTimeout(() => void followMarkets(), AGAIN_MS);
  }
}

async function readMarkets(): Promise<void> {
  showMarkets(...(await Promise.all([stream.getMarkets(), stream.getMarketPrices()])));
}

function showMarkets(terms: readonly Market[], prices: Readonly<Record<string, MarketFigures>>): void {
  for (const [symbol, price] of Object.entries(prices)) figuresOf(symbol).value = price;
  markets.value = terms;
}

// An exchange that comes back may have other markets. The subscription goes on by itself.
lives.subscribe((life) => {
  if (life === 0 || !isFollowing) return;
  readMarkets().catch((error: unknown) => {
    marketsProblem.value = problemOf(error);
  });
});

function problemOf(error: unknown): string {
  return error instanceof ApiError ? error.message : 'The exchange cannot be reached.';
}

function showArrived(): void {
  for (const [symbol, latest] of arrived) figuresOf(symbol).value = latest;
  arrived.clear();
}

/** The change over 24 hours as a share of 1; null where nothing has traded. */
export function dayChange({ lastPrice, prevDayPrice }: MarketFigures): number | null {
  const before = Number(prevDayPrice);
  return before > 0 && Number(lastPrice) > 0 ? Number(lastPrice) / before - 1 : null;
}
