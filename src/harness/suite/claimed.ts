import { isRecord } from '../records.ts';
import type { TraceEntry } from '../results/run.ts';
import { standsInside } from '../targets/reference-market.ts';
import type { Done } from './claims.ts';

/** What a scenario has done in markets, as its trace tells. */
export function doneIn(entries: readonly TraceEntry[], wallets: number): Done {
  const rests = new Set<string>();
  const moves = new Set<string>();
  for (const { signed, answer, status } of entries) {
    if (!signed || !PLACES.test(signed.action) || status !== 200 || !isRecord(signed.params)) continue;
    const text = answer ?? '';
    const isTaken = /"filled":\{/.test(text);
    if (!isTaken && !/"resting":\{/.test(text)) continue;
    const isMoved = isTaken || standsInside(signed.params);
    for (const [, symbol = ''] of JSON.stringify(signed.params).matchAll(/"symbol":"([^"]+)"/g)) {
      if (!isOffered(symbol)) continue;
      rests.add(symbol);
      if (isMoved && isAlone(signed.params)) moves.add(symbol);
    }
  }
  return { wallets, rests, moves };
}

const PLACES = /^place/;
const isOffered = (symbol: string): boolean => /^[A-Z][A-Z0-9]*-USDT$/.test(symbol);

/** Among several orders nobody knows which one was filled. */
const isAlone = ({ orders }: Readonly<Record<string, unknown>>): boolean =>
  !Array.isArray(orders) || new Set(orders.map((order) => (isRecord(order) ? order.symbol : ''))).size <= 1;
