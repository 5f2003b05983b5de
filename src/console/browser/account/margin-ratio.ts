/** The parts of a margin summary that say how close liquidation is. */
interface Margin {
  readonly maintenanceMargin: string;
  readonly adjustedAccountValue: string;
}

/**
 * Maintenance margin as a share of the adjusted account value: 0 without positions, 1 where liquidation begins, and 1 too where no
 * value is left.
 */
export function marginRatio({ maintenanceMargin, adjustedAccountValue }: Margin): number {
  const [needed, held] = [Number(maintenanceMargin), Number(adjustedAccountValue)];
  if (needed === 0) return 0;
  return held <= needed ? 1 : needed / held;
}
