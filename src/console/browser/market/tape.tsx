import { useMemo } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { problemOf } from '../data/account.ts';
import { followTape, type Print } from '../data/tape.ts';
import { useFollowed } from '../data/use-followed.ts';
import { grouped, timeOfDay } from '../design/format.ts';
import { Empty, Fault, Panel } from '../design/panel.tsx';

/** The latest trades of a market, newest first. */
export function Tape({ symbol }: { readonly symbol: string }) {
  const shown = useSignal<readonly Print[] | null>(null);
  const problem = useSignal<string | null>(null);
  useFollowed(symbol, (until) => {
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
        () => (problem.value !== null && shown.value === null ? null : <Prints tape={shown.value} />),
        [shown.value, problem.value],
      )}
    </Panel>
  );
}

function Prints({ tape }: { readonly tape: readonly Print[] | null }) {
  if (tape === null) return <Empty>Reading the trades…</Empty>;
  if (tape.length === 0) return <Empty>Nothing has traded yet.</Empty>;
  return (
    <table class="grid">
      <thead>
        <tr>
          <th class="number">Price</th>
          <th class="number">Quantity</th>
          <th class="number">Time</th>
        </tr>
      </thead>
      <tbody>
        {tape.map(({ tradeId, side, price, quantity, timestamp }) => (
          <tr key={tradeId}>
            <td class={`number ${side === 'buy' ? 'up' : 'down'}`}>
              <span class="spoken">{side} </span>
              {grouped(price)}
            </td>
            <td class="number">{quantity}</td>
            <td class="number quiet">{timeOfDay(timestamp)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
