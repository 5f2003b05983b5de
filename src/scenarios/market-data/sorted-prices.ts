/** Returns the place where a price stands, or would stand, in prices sorted upwards (`direction` 1) or downwards (-1). */
export function placeOfPrice(prices: readonly number[], price: number, direction: 1 | -1): number {
  let low = 0;
  let high = prices.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (((prices[middle] ?? 0) - price) * direction < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
