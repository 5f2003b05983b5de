import { type Signal, signal } from '@preact/signals';
import type { PublicTrade } from '../../../client.ts';
import { stream } from './exchange.ts';
import { beforeFrame } from './frames.ts';
import { endingWith } from './use-followed.ts';

/** One line of the tape. `side` is the taker's. */
export interface Print {
  readonly tradeId: string;
  readonly side: string;
  readonly price: string;
  readonly quantity: string;
  /** Unix milliseconds. */
  readonly timestamp: number;
}

const KEPT = 100;

/** The latest trades of a market, newest first, until `until`; null until they are known. `failed` is called when they cannot be read. */
export function followTape(
  symbol: string,
  until: AbortSignal,
  failed: (error: unknown) => void,
): Signal<readonly Print[] | null> {
  const tape = signal<readonly Print[] | null>(null);
  const arrived: Print[] = [];
  const show = (): void => {
    if (until.aborted) return;
    tape.value = [...arrived.reverse(), ...(tape.value ?? [])].slice(0, KEPT);
    arrived.length = 0;
  };
  const open = async (): Promise<void> => {
    const subscription = stream.subscribe('trades', { symbol }, ({ data }) => {
      arrived.push(data);
      beforeFrame(show);
    });
    await endingWith(until, subscription);
    const { trades } = await stream.getLastTrades(symbol, KEPT);
    // Trades that came meanwhile are in the response too.
    const known = new Set(trades.map(({ tradeId }) => tradeId));
    const newer = (tape.value ?? []).filter(({ tradeId }) => !known.has(tradeId));
    if (!until.aborted) tape.value = [...newer, ...trades.map(asPrint)].slice(0, KEPT);
  };
  open().catch((error: unknown) => {
    if (!until.aborted) failed(error);
  });
  return tape;
}

const asPrint = ({ tradeId, side, price, quantity, timestamp }: PublicTrade): Print => ({
  tradeId,
  side,
  price,
  quantity,
  timestamp,
});
