/**
 * The whole number nearest to a fraction, the even one of two that are equally near. Written for the audit alone and
 * by the definition, so that a slip in the exchange's own division is not made here too.
 */
export function nearest(numerator: bigint, denominator: bigint): bigint {
  const below = floorOf(numerator, denominator);
  const rest = numerator - below * denominator;
  const more = denominator - rest;
  if (rest < more) return below;
  if (rest > more) return below + 1n;
  return below % 2n === 0n ? below : below + 1n;
}

function floorOf(numerator: bigint, denominator: bigint): bigint {
  let quotient = numerator / denominator;
  while (quotient * denominator > numerator) quotient -= 1n;
  return quotient;
}
