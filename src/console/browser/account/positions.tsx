import { useSignal } from '@preact/signals';
import type { Position } from '../../../client.ts';
import { linkTo } from '../app/router.ts';
import { session } from '../data/account.ts';
import { figuresOf } from '../data/markets.ts';
import { grouped, trend } from '../design/format.ts';
import { Empty, Panel } from '../design/panel.tsx';
import { ExitsForm } from '../ticket/exits-form.tsx';
import { Heads, number, spoken } from '../design/heads.tsx';

/** Buckets of the ranking by which positions are deleveraged; the highest goes first. */
const BUCKETS = [1, 2, 3, 4, 5];

const buttonId = ({ positionId }: Position): string => `exits-of-${positionId}`;

/** The open positions with their liquidation price, their place in the ranking of deleveraging, and exits for each. */
export function Positions({ positions }: { readonly positions: readonly Position[] }) {
  const chosen = useSignal<string | null>(null);
  const exiting = positions.find(({ positionId }) => positionId === chosen.value);
  const close = (): void => {
    chosen.value = null;
    // A keyboard goes on where it came from.
    if (exiting) document.getElementById(buttonId(exiting))?.focus();
  };
  return (
    <Panel title={`Positions (${positions.length})`} class="positions">
      {positions.length === 0 ? (
        <Empty>No position is open. A fill opens one.</Empty>
      ) : (
        <table class="grid">
          <Heads
            of={[
              'Market',
              'Side',
              number('Quantity'),
              number('Entry'),
              number('Mark'),
              number('Liquidation'),
              number('Unrealized PnL'),
              number('Funding'),
              number('Margin'),
              'ADL',
              spoken('Actions'),
            ]}
          />
          <tbody>
            {positions.map((position) => (
              <Line
                key={position.positionId}
                position={position}
                isExiting={position === exiting}
                exit={() => {
                  if (position === exiting) close();
                  else chosen.value = position.positionId;
                }}
              />
            ))}
          </tbody>
        </table>
      )}
      {exiting && <ExitsForm key={exiting.positionId} position={exiting} close={close} />}
    </Panel>
  );
}

interface LineParts {
  readonly position: Position;
  readonly isExiting: boolean;
  readonly exit: () => void;
}

function Line({ position, isExiting, exit }: LineParts) {
  const { symbol, side, quantity, entryPrice, liquidationPrice, unrealizedPnl, netFunding, usedMargin } = position;
  const mark = figuresOf(symbol).value?.markPrice;
  const shownPrice = Number(liquidationPrice) === 0 ? 'none' : grouped(liquidationPrice);
  return (
    <tr>
      <td>
        <a href={linkTo('market', symbol)}>{symbol}</a>
      </td>
      <td class={side === 'long' ? 'up' : 'down'}>{side}</td>
      <td class="number">{grouped(quantity)}</td>
      <td class="number">{grouped(entryPrice)}</td>
      <td class="number">{mark === undefined ? '–' : grouped(mark)}</td>
      <td class="number">
        <a href={whyMargin(symbol)} aria-label={`${shownPrice}: why this liquidation price`}>
          {shownPrice}
        </a>
      </td>
      <td class={`number ${trend(Number(unrealizedPnl))}`}>{grouped(unrealizedPnl)}</td>
      <td class={`number ${trend(Number(netFunding))}`}>{grouped(netFunding)}</td>
      <td class="number">{grouped(usedMargin)}</td>
      <td>
        <span class="bucket" title={`Bucket ${position.adlBucket} of 5`}>
          <span class="spoken">{position.adlBucket} of 5</span>
          {BUCKETS.map((bucket) => (
            <i key={bucket} class={bucket <= position.adlBucket ? 'on' : ''} />
          ))}
        </span>
      </td>
      <td class="number">
        <button
          type="button"
          class="button small"
          id={buttonId(position)}
          aria-label={`TP/SL of ${symbol}`}
          aria-expanded={isExiting}
          onClick={exit}
        >
          TP/SL
        </button>
      </td>
    </tr>
  );
}

/** The page that shows the arithmetic of the account's margin, or of its position in one market. */
export function whyMargin(symbol?: string): string {
  const account = session.value?.subAccountId ?? '';
  const why = `/margin/${account}${symbol === undefined ? '' : `?symbol=${symbol}`}`;
  return `${linkTo('log')}?account=${account}&why=${encodeURIComponent(why)}`;
}
