import type { Position } from '../../../client/index.ts';
import { linkTo } from '../app/router.ts';
import { figuresOf } from '../data/markets.ts';
import { grouped, trend } from '../design/format.ts';
import { Empty, Panel } from '../design/panel.tsx';
import { whyMargin } from './why-margin.ts';

/** Buckets of the ranking by which positions are deleveraged; the highest goes first. */
const BUCKETS = [1, 2, 3, 4, 5];

/** The open positions with their liquidation price and place in the ranking of deleveraging. */
export function Positions({ positions }: { readonly positions: readonly Position[] }) {
  return (
    <Panel title={`Positions (${positions.length})`} class="positions">
      {positions.length === 0 ? (
        <Empty>No position is open. A fill opens one.</Empty>
      ) : (
        <table class="grid">
          <thead>
            <tr>
              <th>Market</th>
              <th>Side</th>
              <th class="number">Quantity</th>
              <th class="number">Entry</th>
              <th class="number">Mark</th>
              <th class="number">Liquidation</th>
              <th class="number">Unrealized PnL</th>
              <th class="number">Funding</th>
              <th class="number">Margin</th>
              <th>ADL</th>
            </tr>
          </thead>
          <tbody>
            {positions.map((position) => (
              <Line key={position.positionId} position={position} />
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

function Line({ position }: { readonly position: Position }) {
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
    </tr>
  );
}
