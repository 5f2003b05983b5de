import type { Ratio, Ticks, Units } from '../kernel/units.ts';
import type { MarginTier } from './config.ts';

/**
 * Terms of trade that the control plane changes while the exchange runs: fees of a tier, margin of a market, its cap on open
 * interest. The state keeps what has changed; the configuration that everybody reads is that of the start with it laid over.
 */
export interface ChangedTerms {
  /** By id of the fee tier. */
  readonly fees: Map<string, FeeRates>;
  /** By symbol. */
  readonly markets: Map<string, MarketTerms>;
}

export interface FeeRates {
  /** Negative is a rebate. */
  readonly makerRate: Ratio;
  readonly takerRate: Ratio;
}

export interface MarketTerms {
  readonly marginTiers?: readonly MarginTier[];
  readonly defaultLeverage?: number;
  /** 0n for none. */
  readonly openInterestCap?: Units;
}

export type TermsControl =
  | ({ readonly type: 'SetFees'; readonly tierId: string } & FeeRates)
  /** Tiers as a world may have them. A default leverage that is above theirs becomes the highest that they allow. */
  | { readonly type: 'SetMargin'; readonly symbol: string; readonly tiers: readonly MarginTier[] }
  | { readonly type: 'SetOpenInterestCap'; readonly symbol: string; readonly cap: Units };

export type TermsEvent =
  | ({ readonly type: 'FeesSet'; readonly tierId: string } & FeeRates)
  | {
      readonly type: 'MarginSet';
      readonly symbol: string;
      readonly tiers: readonly MarginTier[];
      readonly defaultLeverage: number;
    }
  | { readonly type: 'OpenInterestCapSet'; readonly symbol: string; readonly cap: Units };

/** Ends a market: its orders are cancelled and its positions closed against each other at one price. Null is the mark. */
export interface Delist {
  readonly type: 'Delist';
  readonly symbol: string;
  readonly price: Ticks | null;
}
