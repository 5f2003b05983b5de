/** Decimal strings of the wire as integers of 1e-8, because a float would lose cents. */
const DECIMALS = 8;

export function toUnits(text: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,8})\d*)?$/.exec(text);
  if (match === null) throw new Error(`not a decimal number: ${text}`);
  const [, sign, whole = '0', fraction = ''] = match;
  const units = BigInt(whole + fraction.padEnd(DECIMALS, '0'));
  return sign === '-' ? -units : units;
}

/** Shortest text of the same number; `decimals` cuts the rest off, towards zero. */
export function toText(units: bigint, decimals: number = DECIMALS): string {
  const digits = (units < 0n ? -units : units).toString().padStart(DECIMALS + 1, '0');
  const fraction = digits.slice(-DECIMALS).slice(0, decimals).replace(/0+$/, '');
  const text = digits.slice(0, -DECIMALS) + (fraction === '' ? '' : `.${fraction}`);
  return units < 0n && text !== '0' ? `-${text}` : text;
}
