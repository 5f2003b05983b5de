import { type Signal, signal, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { PublicTrade } from '../../../client.ts';
import { problemOf } from '../data/account.ts';
import { lives, stream } from '../data/exchange.ts';
import { beforeFrame } from '../data/frames.ts';
import { marketOf } from '../data/markets.ts';
import { endingWith, useFollowed } from '../data/use-followed.ts';
import { priceText, sizeText, timeOfDay } from '../design/format.ts';
import { Empty, Fault, Panel } from '../design/panel.tsx';
import { Heads, number } from '../design/heads.tsx';

/** The latest trades of a market, newest first. */
export function Tape({ symbol }: { readonly symbol: string }) {
  const shown = useSignal<readonly Print[] | null>(null);
  const problem = useSignal<string | null>(null);
  useFollowed(`${symbol} ${lives.value}`, (until) => {
    shown.value = null;
    problem.value = null;
    const failed = (error: unknown): void => {
      problem.value = problemOf(error);
    };
    const stop = followTape(symbol, until, failed).subscribe((tape) => {
      shown.value = tape;
    });
    until.addEventListener('abort', stop, { once: true });
  });
  return (
    <Panel title="Trades" class="tape">
      {problem.value !== null && <Fault>The trades cannot be read: {problem.value}</Fault>}
      {useMemo(
        () => (problem.value !== null && shown.value === null ? null : <Prints symbol={symbol} tape={shown.value} />),
        [symbol, shown.value, problem.value],
      )}
    </Panel>
  );
}

function Prints({ symbol, tape }: { readonly symbol: string; readonly tape: readonly Print[] | null }) {
  const market = marketOf(symbol);
  if (tape === null) return <Empty>Reading the trades…</Empty>;
  if (tape.length === 0) return <Empty>Nothing has traded yet.</Empty>;
  return (
    <table class="grid">
      <Heads of={[number('Price'), number('Quantity'), number('Time')]} />
      <tbody>
        {tape.map(({ tradeId, side, price, quantity, timestamp }) => (
          <tr key={tradeId}>
            <td class={`number ${side === 'buy' ? 'up' : 'down'}`}>
              <span class="spoken">{side} </span>
              {priceText(price, market)}
            </td>
            <td class="number">{sizeText(quantity, market)}</td>
            <td class="number quiet">{timeOfDay(timestamp)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** One line of the tape. `side` is the taker's. */
interface Print {
  readonly tradeId: string;
  readonly side: string;
  readonly price: string;
  readonly quantity: string;
  /** Unix milliseconds. */
  readonly timestamp: number;
}

const KEPT = 100;

/** The latest trades of a market, newest first, until `until`; null until they are known. `failed` is called when they cannot be read. */
function followTape(
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
