import { big, bool, count, int, nullable, oneOf, optional } from '../../kernel/codec/codec.ts';
import { list, record } from '../../kernel/codec/collections.ts';
import type { OrderNo } from '../../kernel/ids.ts';
import type { FundingProgress, Market } from '../state.ts';
import type { PriceRamp } from '../event.ts';
import { randomStream } from './terms.ts';
import { dynamicsState, populationState } from './world-codecs.ts';

/**
 * A market without what follows from the configuration (its spec) and from its orders (levels, links, triggers): the
 * book is the numbers of its resting orders, in the order in which they would be met.
 */
export interface StoredMarket extends Omit<Market, 'spec' | 'book' | 'triggers'> {
  readonly bids: OrderNo[];
  readonly asks: OrderNo[];
}

export const market = record<StoredMarket>({
  status: oneOf('open', 'closed', 'close_only'),
  bids: list(count),
  asks: list(count),
  index: count,
  indexAt: int,
  frozenAt: nullable(int),
  pinned: optional(bool),
  ramp: optional(record<PriceRamp>({ to: count, endsAt: int, timer: count })),
  premium: int,
  mark: count,
  lastTrade: count,
  openInterest: count,
  indexRandom: nullable(randomStream),
  indexMemory: optional(big),
  dynamics: optional(dynamicsState),
  population: optional(populationState),
  agentRandom: nullable(randomStream),
  agentBasis: int,
  sampling: bool,
  funding: record<FundingProgress>({
    sampledTo: int,
    samples: count,
    premiumSum: big,
    lastRate: int,
    lastAt: nullable(int),
  }),
  agents: list(count),
});
