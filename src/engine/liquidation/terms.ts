import type { AccountNo, OrderNo, PositionNo } from '../../kernel/ids.ts';
import type { Lots, Ratio, Ticks, Units } from '../../kernel/units.ts';

/** The figures of liquidation and insurance (wire 6.4), as a world states them. */
export interface RiskSpec {
  /** What the insurance vault starts with, in the settlement asset. */
  readonly vaultFunds: Units;
  /** The vault takes over an account that has less than this share of its maintenance margin. */
  readonly takeoverShare: Ratio;
  /** A position of a larger notional is liquidated in slices of this share of it. */
  readonly sliceAbove: Units;
  readonly sliceShare: Ratio;
  /** The pause after an attempt that left an account below maintenance. */
  readonly pauseMs: number;
  /** From this age on an index price is stale: it causes no liquidation and backs no new risk. */
  readonly indexMaxAgeMs: number;
  /** Switches of R-60: all on unless a world says otherwise. */
  readonly liquidation: boolean;
  readonly deleveraging: boolean;
  readonly forcedExchange: boolean;
}

/**
 * The unit of liquidation: all cross positions of an account with their collateral (`symbol` null), or one isolated
 * market.
 */
export interface MarginAccount {
  readonly account: AccountNo;
  readonly symbol: string | null;
}

/** Equity and maintenance margin, in the settlement asset: a margin account is liquidated while equity is less. */
export interface Health {
  /** Adjusted account value; of an isolated market what it holds plus unrealized PnL. */
  readonly equity: Units;
  readonly maintenance: Units;
}

/** `partial`: orders to the book. `vault`: the vault takes what is left. `adl`: winners of the other side do. */
export type LiquidationStage = 'partial' | 'vault' | 'adl';

/** A liquidation that has begun and not ended. */
export interface Liquidation extends MarginAccount {
  readonly no: number;
  /** Sequence of the timer that ends its pause; null while none runs. */
  timer: number | null;
}

/** How an execution came about: two orders met, the vault took over, a winner was deleveraged, or the market has ended. */
export type TradeCause = 'match' | 'takeover' | 'adl' | 'settlement';

export type LiquidationEvent = {
  readonly liquidation: number;
  readonly account: AccountNo;
  readonly symbol: string | null;
} & (
  | ({ readonly type: 'LiquidationBegan'; readonly stage: LiquidationStage } & Health)
  /** A stage is about to act; the figures are those it was decided on. */
  | ({ readonly type: 'LiquidationStaged'; readonly stage: LiquidationStage } & Health)
  /** `timer` ends the pause. */
  | { readonly type: 'LiquidationPaused'; readonly timer: number }
  /** The vault takes what the account holds: its collateral asset by asset, or an isolated margin. */
  | { readonly type: 'TakenOver'; readonly assets: readonly TakenAsset[] }
  /** The vault makes up for what an account owes beyond all it has; `liquidation` is 0 where none is under way. */
  | { readonly type: 'DeficitCovered'; readonly amount: Units; readonly transfer: number }
  | DeleveragedEvent
  | ({ readonly type: 'LiquidationEnded'; readonly outcome: LiquidationOutcome } & Health)
);

/** Signed: a debt is taken over too. `value` is what it is worth in the settlement asset, without haircut. */
export interface TakenAsset {
  readonly asset: string;
  readonly amount: Units;
  readonly value: Units;
  readonly transfer: number;
}

/** One winner gives up a part of its position; `account` of the event is the liquidated one. Follows its `Traded`. */
interface DeleveragedEvent {
  readonly type: 'Deleveraged';
  /** The market, also of a cross liquidation. */
  readonly market: string;
  readonly winner: AccountNo;
  readonly position: PositionNo;
  readonly order: OrderNo;
  readonly lots: Lots;
  /** Bankruptcy price of the liquidated account. */
  readonly price: Ticks;
  readonly mark: Ticks;
  /** From 1, and out of how many; the figures it was ranked by. */
  readonly rank: number;
  readonly ranked: number;
  readonly unrealizedPnl: Units;
  readonly cost: Units;
  readonly leverage: number;
  /** What the price had to make up for in this market. */
  readonly deficit: Units;
}

/** `waiting` is none: a liquidation that can neither heal nor end goes on. */
export type LiquidationOutcome = 'healthy' | 'closed' | 'takenOver' | 'deleveraged';

/** Owns the vault; no key for it exists. */
export const VAULT_WALLET = '0x0000000000000000000000000000000000000104';
