import { VAULT_NO } from '../../kernel/ids.ts';
import type { EngineEvent } from '../event.ts';
import type { InputOutcome } from '../engine.ts';

/** Counts that show a run was not an idle one (DET-18). */
export type Probes = Map<string, number>;

export function countInto(probes: Probes, { outcomes, events }: InputOutcome): void {
  const count = (name: string): void => {
    probes.set(name, (probes.get(name) ?? 0) + 1);
  };
  const deleveraged = new Set<number>();
  for (const event of events) {
    count(event.type);
    if (event.type === 'LiquidationStaged' && event.stage === 'adl') deleveraged.add(event.account);
    const more = situationOf(event, deleveraged);
    if (more !== null) count(more);
  }
  for (const { refusal } of outcomes) {
    if (refusal) count(refusal.code);
    if (refusal?.message.startsWith('index price is stale')) count('stale index refused');
  }
}

/** What is special about an event beyond its type. */
function situationOf(event: EngineEvent, deleveraged: ReadonlySet<number>): string | null {
  switch (event.type) {
    case 'OrderCancelled':
      return `cancelled ${event.cause}`;
    case 'LiquidationBegan':
      return event.account === VAULT_NO
        ? 'began vault itself'
        : `began ${event.symbol === null ? '' : 'isolated '}${event.stage}`;
    case 'LiquidationStaged':
      return `staged ${event.stage}`;
    case 'LiquidationEnded':
      return `ended ${event.outcome}`;
    case 'CollateralExchanged':
      if (!event.forced) return 'voluntary exchange';
      if (event.account === VAULT_NO) return 'sold by the vault';
      return deleveraged.has(event.account) ? 'sold before others give' : 'forced exchange';
    case 'Traded':
      return tradeSituationOf(event);
    default:
      return null;
  }
}

function tradeSituationOf(event: Extract<EngineEvent, { type: 'Traded' }>): string | null {
  if (event.cause !== 'match') return `traded ${event.cause}`;
  if (event.taker.feeTo === 'clearanceFees') return 'liquidation fill';
  if (event.taker.account === VAULT_NO) return 'vault unwinding fill';
  return event.maker.legs.length === 2 || event.taker.legs.length === 2 ? 'flip' : null;
}

/** What runs of every preset must have come to. */
export const WANTED: readonly string[] = [
  'Traded',
  'flip',
  'OrderModified',
  'OrderRested',
  'MarkMoved',
  'cancelled user',
  'cancelled expired',
  'cancelled remainder',
  'cancelled reduce_only',
  'INVALID_VALUE',
  'QUANTITY_TOO_SMALL',
  'MARKET_NOT_FOUND',
  'MARKET_CLOSED',
  'PRICE_OUT_OF_BOUNDS',
  'IDEMPOTENCY_CONFLICT',
  'REDUCE_ONLY_NO_POSITION',
  'REDUCE_ONLY_SAME_SIDE',
  'REDUCE_ONLY_WOULD_INCREASE',
  'POST_ONLY_WOULD_TRADE',
  'SELF_TRADE_PREVENTED',
  'NO_LIQUIDITY',
  'INSUFFICIENT_MARGIN',
  'ORDER_NOT_FOUND',
  'QUANTITY_BELOW_FILLED',
  'MAX_ORDERS_PER_MARKET',
  'MAX_TOTAL_ORDERS',
  'Transferred',
  'WithdrawalRequested',
  'WithdrawalSettled',
  'AccountRenamed',
  'OrderArmed',
  'OrderTriggered',
  'cancelled sibling',
  'cancelled position_closed',
  'cancelled main_cancelled',
  'cancelled no_position',
  'cancelled INSUFFICIENT_MARGIN',
  'cancelled SELF_TRADE_PREVENTED',
  'cancelled NO_LIQUIDITY',
  'cancelled MARKET_CLOSED',
  'INVALID_ORDER_SIDE',
  'INVALID_TRIGGER_PRICE',
  'FundingPaid',
  'DelegationGranted',
  'DelegationsEnded',
  'TwapChunkSent',
  'TwapFilled',
  'cancelled twap_ended',
  'cancelled scheduled',
  'CancelOnDisconnectSet',
  'cancelled disconnected',
  'LeverageSet',
  'IsolatedMarginMoved',
  'IsolatedMarginReleased',
  'POSITION_NOT_FOUND',
  'TierMoved',
  'FeedSet',
  'COLLATERAL_PRICE_STALE',
  'ReferralSet',
  'ORDER_REJECTED_BY_ENGINE',
  'PegSet',
  'voluntary exchange',
  'forced exchange',
  'sold before others give',
  'began partial',
  'began vault',
  'began isolated partial',
  'began isolated vault',
  'staged partial',
  'staged vault',
  'staged adl',
  'ended healthy',
  'ended closed',
  'ended takenOver',
  'ended deleveraged',
  'LiquidationPaused',
  'TakenOver',
  'DeficitCovered',
  'Deleveraged',
  'liquidation fill',
  'traded takeover',
  'traded adl',
  'sold by the vault',
  'vault unwinding fill',
  'began vault itself',
  'stale index refused',
  'cancelled maintenance_breach',
  'cancelled takeover_breach',
  'cancelled vault_takeover',
  'cancelled adl',
];

/** What only a few of a hundred runs come to: the whole number of runs must, a share of them need not. */
export const RARE: ReadonlySet<string> = new Set([
  'IDEMPOTENCY_CONFLICT',
  'cancelled MARKET_CLOSED',
  'cancelled vault_takeover',
  'ended closed',
  'forced exchange',
]);
