import type { Market } from '../../../client.ts';

/** What an order would cost and where its position would be liquidated, for the reader alone: the exchange decides. */
export interface Preview {
  readonly notional: number;
  /** Initial margin of the order. */
  readonly margin: number;
  /** Fee when it trades at once. */
  readonly fee: number;
  /** Mark at which the account would be liquidated, all other prices as they are; null where no price does. */
  readonly liquidation: number | null;
}

export interface PreviewInput {
  readonly market: Pick<Market, 'maintenanceMarginTiers' | 'contractSize'>;
  /** Signed: positive to buy. */
  readonly quantity: number;
  readonly price: number;
  readonly mark: number;
  readonly leverage: number;
  readonly takerFee: number;
  /** Signed position that is open already. */
  readonly held: number;
  readonly account: {
    readonly adjustedValue: number;
    readonly maintenance: number;
    /** Of the position that is open already. */
    readonly heldMaintenance: number;
  };
}

/** Null while quantity or price are not filled in. */
export function previewOf(input: PreviewInput): Preview | null {
  const { quantity, price, mark, leverage, takerFee } = input;
  if (!(Math.abs(quantity) > 0) || !(price > 0) || !(mark > 0)) return null;
  const notional = Math.abs(quantity) * price;
  const tiers = tiersOf(input.market);
  const rate = Math.max(1 / leverage, tierAt(tiers, notional).initialRate);
  const fee = notional * takerFee;
  return { notional, margin: notional * rate, fee, liquidation: liquidationOf(input, tiers, fee) };
}

interface TierTerms {
  readonly from: number;
  readonly initialRate: number;
  readonly rate: number;
  readonly deduction: number;
}

const tiersOf = ({ maintenanceMarginTiers }: PreviewInput['market']): readonly TierTerms[] =>
  maintenanceMarginTiers.map((tier) => ({
    from: Number(tier.minPositionSize),
    initialRate: Number(tier.initialMarginRequirement),
    rate: Number(tier.maintenanceMarginRequirement),
    deduction: Number(tier.maintenanceDeductionValue),
  }));

const NO_TIER: TierTerms = { from: 0, initialRate: 0, rate: 0, deduction: 0 };

const tierAt = (tiers: readonly TierTerms[], notional: number): TierTerms =>
  tiers.findLast(({ from }) => notional >= from) ?? NO_TIER;

/**
 * The mark at which the value of the account meets its maintenance margin once the order has filled at its price. It is searched for
 * tier by tier in the direction that hurts.
 */
function liquidationOf(input: PreviewInput, tiers: readonly TierTerms[], fee: number): number | null {
  const { quantity, price, mark, held, account } = input;
  const size = held + quantity;
  if (size === 0) return null;
  const value = account.adjustedValue - fee + quantity * (mark - price);
  const others = account.maintenance - account.heldMaintenance;
  const sign = Math.sign(size);
  // value + size (p - mark) = others + |size| p r - d
  const candidates = tiers
    .map((tier, at) => {
      const end = tiers[at + 1]?.from ?? Number.POSITIVE_INFINITY;
      const solved = (others - tier.deduction - value + size * mark) / (size - Math.abs(size) * tier.rate);
      const notional = Math.abs(size) * solved;
      return notional >= tier.from && notional < end ? solved : Number.NaN;
    })
    .filter((solved) => solved > 0 && sign * (mark - solved) >= 0);
  if (candidates.length === 0) return null;
  return sign > 0 ? Math.max(...candidates) : Math.min(...candidates);
}
