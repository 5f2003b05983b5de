import type { Market } from '../../../client.ts';
import type { AccountView } from '../data/account.ts';
import { figuresOf } from '../data/markets.ts';
import { grouped } from '../design/format.ts';
import { type Draft, isIsolated, previewPrice } from './draft.ts';
import { previewOf } from './preview.ts';

interface PreviewParts {
  readonly draft: Draft;
  readonly market: Market;
  readonly view: AccountView;
}

/** Shows what the order would cost and where the account would be liquidated with it. */
export function PreviewFacts({ draft, market, view: { summary, positions } }: PreviewParts) {
  const figures = figuresOf(market.symbol).value;
  const margin = summary.crossMarginSummary;
  if (!figures) return null;
  const held = positions.find(({ symbol }) => symbol === market.symbol);
  const heldMaintenance = Number(held?.maintenanceMargin ?? 0);
  const sign = draft.side === 'buy' ? 1 : -1;
  const touch = Number(draft.side === 'buy' ? figures.bestAsk : figures.bestBid);
  const preview = previewOf({
    market,
    quantity: sign * Number(draft.quantity),
    price: previewPrice(draft, touch),
    mark: Number(figures.markPrice),
    leverage: isIsolated(draft)
      ? Number(draft.leverage) || 1
      : (summary.marketPreferences.leverages[market.symbol] ?? 1),
    takerFee: Number(summary.feeRates.takerFeeRate),
    held: held ? (held.side === 'long' ? 1 : -1) * Number(held.quantity) : 0,
    account: isIsolated(draft)
      ? {
          // An order is refused beside a cross position, so what is held is isolated already, and its margin stays with it.
          adjustedValue:
            Number(draft.isolatedMargin) + Number(held?.usedMargin ?? 0) + Number(held?.unrealizedPnl ?? 0),
          maintenance: heldMaintenance,
          heldMaintenance,
        }
      : {
          adjustedValue: Number(margin.adjustedAccountValue),
          maintenance: Number(margin.maintenanceMargin),
          heldMaintenance,
        },
  });
  if (!preview) return null;
  const decimals = market.priceIncrement.split('.')[1]?.length ?? 0;
  return (
    <dl class="facts preview">
      <Fact name="Value">{grouped(preview.notional.toFixed(2))}</Fact>
      <Fact name="Margin">{grouped(preview.margin.toFixed(2))}</Fact>
      <Fact name="Fee as taker">{grouped(preview.fee.toFixed(2))}</Fact>
      <Fact name="Liquidation">
        {preview.liquidation === null ? 'none' : grouped(preview.liquidation.toFixed(decimals))}
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
