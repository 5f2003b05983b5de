import { isRecord } from '../records.ts';
import type { TraceEntry } from '../results/run.ts';
import { insideOf } from '../targets/reference-market.ts';
import type { Done } from './claims.ts';

/** What a scenario has done in markets, according to its trace. */
export function doneIn(entries: readonly TraceEntry[], wallets: number): Done {
  const rests = new Set<string>();
  const moves = new Set<string>();
  let takes = false;
  /** Prices of orders that the scenario has placed itself. */
  const own = new Set<string>();
  for (const { signed, response, status } of entries) {
    if (!signed || !PLACES.test(signed.action) || status !== 200 || !isRecord(signed.params)) continue;
    const text = response ?? '';
    const isTaken = /"filled":\{|"cumQty":"[\d.]*[1-9]/.test(text);
    if (!isTaken && !/"resting":\{|"status":"(modified|resting|open)"/.test(text)) continue;
    const inside = insideOf(signed.params);
    for (const symbol of inside) moves.add(symbol);
    const prices = pricesIn(signed.params);
    // Between the best two, and at a price where it has placed one before, it meets orders of its own.
    takes ||= isTaken && inside.length === 0 && !prices.some((price) => own.has(price));
    for (const price of prices) own.add(price);
    const markets = marketsIn(signed.params);
    for (const symbol of markets) rests.add(symbol);
    // Among several orders the trace does not show which one was filled.
    if (isTaken && markets.length === 1) for (const symbol of markets) moves.add(symbol);
  }
  return { wallets, rests, moves, takes };
}

const PLACES = /^(place|modify)/;

const pricesIn = (params: unknown): string[] =>
  [...JSON.stringify(params).matchAll(/"price":"(\d[\d.]*)"/g)].map(([, price = '']) => price);

const marketsIn = (params: unknown): string[] => {
  const found = JSON.stringify(params).matchAll(/"symbol":"([A-Z][A-Z0-9]*-USDT)"/g);
  return [...new Set([...found].map(([, symbol = '']) => symbol))];
};
