import { formatUnits } from '../../kernel/decimal.ts';
import { subAccountIdOf, VAULT_NO, venueIdOf } from '../../kernel/ids.ts';
import type { Lots } from '../../kernel/units.ts';
import type { MarketSpec } from '../../engine/config.ts';
import type { EngineEvent, TradedEvent } from '../../engine/event.ts';
import { Chain, type Explanation } from './explanation.ts';
import { priceText, sizeText } from './figures.ts';

export type DeleveragedFact = Extract<EngineEvent, { type: 'Deleveraged' }>;

/** One winner that gave up a part of its position, and what came before it in the same closure. */
export interface AdlFacts {
  readonly spec: MarketSpec;
  readonly trade: TradedEvent;
  readonly event: DeleveragedFact;
  /** What the liquidated side had to close when its turn came, and what earlier winners gave of it. */
  readonly size: Lots;
  readonly givenBefore: Lots;
  /** The winner before this one; null for the first. */
  readonly previous: DeleveragedFact | null;
}

/** Why this position was deleveraged, by how much and at which price. */
export function explainAdl({ spec, trade, event, size, givenBefore, previous }: AdlFacts): Explanation {
  const chain = new Chain();
  priceSteps(chain, spec, trade, event, size);
  rankSteps(chain, spec, event, previous);
  chain.input('givenBefore', sizeText(spec, givenBefore), spec.baseAsset, 'by winners ahead of this one');
  const held = Math.abs(trade.maker.position?.lots ?? 0) + event.lots;
  chain.input('winnerSize', sizeText(spec, held), spec.baseAsset, `position ${event.position} before`);
  chain.step('missing', 'size - givenBefore', 'ADL-QUANTITY');
  chain.step('quantity', 'min(missing, winnerSize)', 'ADL-QUANTITY');
  return chain.explain({
    kind: 'adl',
    subject: {
      tradeId: String(trade.trade),
      liquidation: String(event.liquidation),
      symbol: event.market,
      subAccountId: subAccountIdOf(event.winner),
      liquidated: subAccountIdOf(event.account),
      venueId: venueIdOf(event.order),
    },
    verdict: {
      price: priceText(spec, event.price),
      quantity: sizeText(spec, event.lots),
      rank: String(event.rank),
      ranked: String(event.ranked),
      realizedPnl: formatUnits(trade.maker.realizedPnl),
    },
    at: event.at,
  });
}

/** The mark moved by the share of the deficit that this market has to make up for. */
function priceSteps(chain: Chain, spec: MarketSpec, trade: TradedEvent, event: DeleveragedFact, size: Lots): void {
  const long = trade.takerSide === 'sell';
  chain.input(
    'deficit',
    formatUnits(event.deficit),
    spec.quoteAsset,
    `what the liquidated lacks, its part in ${spec.symbol}`,
  );
  chain.input('size', sizeText(spec, size), spec.baseAsset, `${long ? 'long' : 'short'} position to be closed`);
  chain.input('mark', priceText(spec, event.mark), spec.quoteAsset, `mark price of ${spec.symbol}`);
  chain.input('tick', priceText(spec, 1), spec.quoteAsset, `price increment of ${spec.symbol}`);
  chain.step('distance', 'roundUp(deficit / size / tick) * tick', 'ADL-PRICE');
  chain.step('bankruptcyPrice', long ? 'mark + distance' : 'max(tick, mark - distance)', 'ADL-PRICE');
  if (event.winner === VAULT_NO) chain.step('price', 'mark', 'ADL-VAULT');
  else chain.step('price', 'bankruptcyPrice', 'ADL-PRICE');
}

function rankSteps(chain: Chain, spec: MarketSpec, event: DeleveragedFact, previous: DeleveragedFact | null): void {
  const unit = spec.quoteAsset;
  const from = `position ${event.position}`;
  chain.input('unrealizedPnl', formatUnits(event.unrealizedPnl), unit, from);
  chain.input('cost', formatUnits(event.cost), unit, `what ${from} was paid for`);
  chain.input('leverage', String(event.leverage), 'times', 'chosen by the winner');
  chain.step('score', 'round(unrealizedPnl / cost * leverage, 8)', 'ADL-RANK');
  // The vault stands behind all others, whatever its score.
  if (!previous || event.winner === VAULT_NO) return;
  const ahead = `position ${previous.position}, ranked ${previous.rank}`;
  chain.input('previousPnl', formatUnits(previous.unrealizedPnl), unit, ahead);
  chain.input('previousCost', formatUnits(previous.cost), unit, ahead);
  chain.input('previousLeverage', String(previous.leverage), 'times', ahead);
  chain.step(
    'previousRanksHigher',
    'previousPnl * previousLeverage * cost >= unrealizedPnl * leverage * previousCost',
    'ADL-RANK',
  );
}
