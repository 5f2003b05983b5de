import { useMemo } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { followTape, type Print } from '../data/tape.ts';
import { useFollowed } from '../data/use-followed.ts';
import { grouped, timeOfDay } from '../design/format.ts';
import { Empty, Panel } from '../design/panel.tsx';

/** The latest trades of a market, newest first. */
export function Tape({ symbol }: { readonly symbol: string }) {
  const shown = useSignal<readonly Print[] | null>(null);
  useFollowed(symbol, (until) => {
    shown.value = null;
    const stop = followTape(symbol, until).subscribe((tape) => {
      shown.value = tape;
    });
    until.addEventListener('abort', stop, { once: true });
  });
  return (
    <Panel title="Trades" class="tape">
      {useMemo(
        () => (
          <Prints tape={shown.value} />
        ),
        [shown.value],
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
