import { formatAmount, formatLots, formatPrice, formatRatio } from '../../contract/format.ts';
import type { RunEvent } from '../run-result.ts';
import type { MarketSpec } from '../../engine/config.ts';
import type { EngineEvent } from '../../engine/event.ts';

type Of<T extends EngineEvent['type']> = Extract<EngineEvent, { readonly type: T }>;

/** How the report words what the exchange did to an account. */
const LIQUIDATION_BEGINS = 'Liquidation begins';
const EXCHANGE_SELLS = 'The exchange sells';

/** True for the first event of a liquidation; each has several. */
export const isLiquidationStart = ({ kind, text }: RunEvent): boolean =>
  kind === 'liquidation' && text.startsWith(LIQUIDATION_BEGINS);

/** True for collateral that the exchange has sold by force. */
export const isForcedSale = ({ kind, text }: RunEvent): boolean =>
  kind === 'liquidation' && text.startsWith(EXCHANGE_SELLS);

export const began = ({ stage, equity, maintenance }: Of<'LiquidationBegan'>): string =>
  `${LIQUIDATION_BEGINS} at stage ${stage}: equity ${formatAmount(equity)} is below the maintenance margin of ${formatAmount(maintenance)}.`;

export const ended = ({ outcome }: Of<'LiquidationEnded'>): string => OUTCOMES[outcome];

const OUTCOMES = {
  healthy: 'Liquidation ends: the account is above maintenance again.',
  closed: 'Liquidation ends: no position is left.',
  takenOver: 'Liquidation ends: the insurance vault has taken over what was left.',
  deleveraged: 'Liquidation ends: traders of the other side were deleveraged.',
} as const;

export const covered = ({ amount }: Of<'DeficitCovered'>): string =>
  `The insurance vault covers a deficit of ${formatAmount(amount)}.`;

export const deleveraged = (spec: MarketSpec, { lots, price, rank, ranked }: Of<'Deleveraged'>): string =>
  `Deleveraged: ${formatLots(spec, lots)} of the position is closed at ${formatPrice(spec, price)}, rank ${rank} of ${ranked}.`;

export const fundingPaid = ({ amount, rate }: Of<'FundingPaid'>): string =>
  `${amount < 0n ? 'Paid' : 'Received'} funding of ${formatAmount(amount < 0n ? -amount : amount)} at the rate ${formatRatio(rate)}.`;

export const sold = ({ source, taken, received, target }: Of<'CollateralExchanged'>): string =>
  `${EXCHANGE_SELLS} ${formatAmount(taken)} ${source} of the collateral for ${formatAmount(received)} ${target}.`;
