import { isRecord } from '../records.ts';
import type { TraceEntry } from '../results/run.ts';
import { insideOf } from '../targets/reference-market.ts';
import type { Done } from './claims.ts';

/** What a scenario has done in markets, as its trace tells. */
export function doneIn(entries: readonly TraceEntry[], wallets: number): Done {
  const rests = new Set<string>();
  const moves = new Set<string>();
  for (const { signed, answer, status } of entries) {
    if (!signed || !PLACES.test(signed.action) || status !== 200 || !isRecord(signed.params)) continue;
    const text = answer ?? '';
    const isTaken = /"filled":\{/.test(text);
    if (!isTaken && !/"resting":\{|"status":"(modified|resting|open)"/.test(text)) continue;
    for (const symbol of insideOf(signed.params)) moves.add(symbol);
    const markets = marketsIn(signed.params);
    for (const symbol of markets) rests.add(symbol);
    // Among several orders nobody knows which one was filled.
    if (isTaken && markets.length === 1) for (const symbol of markets) moves.add(symbol);
  }
  return { wallets, rests, moves };
}

const PLACES = /^(place|modify)/;

const marketsIn = (params: unknown): string[] => {
  const found = JSON.stringify(params).matchAll(/"symbol":"([A-Z][A-Z0-9]*-USDT)"/g);
  return [...new Set([...found].map(([, symbol = '']) => symbol))];
};
