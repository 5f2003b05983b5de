/** Numbers and times as the console shows them. Decimal text of the exchange stays text: nothing is rounded on the way in. */

const TIME = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const DAY = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: '2-digit', month: 'short', year: 'numeric' });

/** `14:03:21`, UTC. */
export const timeOfDay = (ms: number): string => TIME.format(ms);

/** `21 Nov 2026, 14:03:21`, UTC. */
export const dayAndTime = (ms: number): string => `${DAY.format(ms)}, ${timeOfDay(ms)}`;

/** `1:02:03` or `2:03` of a span of milliseconds. */
export function span(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Groups the whole part of decimal text: `95001.5` is `95,001.5`. */
export function grouped(decimal: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(decimal) ?? [];
  return whole === '' ? decimal : sign + whole.replace(/\B(?=(\d{3})+$)/g, ',') + fraction;
}

interface Increments {
  readonly priceIncrement: string;
  readonly orderSizeIncrement: string;
}

/** Groups the whole part and adds zeros up to so many decimals, so that digits below each other line up. Nothing is rounded away. */
export function padded(decimal: string, decimals: number): string {
  const text = grouped(decimal);
  const [, fraction = ''] = text.split('.');
  if (fraction.length >= decimals || !/\d$/.test(text)) return text;
  return `${text}${fraction === '' ? '.' : ''}${'0'.repeat(decimals - fraction.length)}`;
}

/** `1` of 0.1, `0` of 5. */
export const decimalsOf = (decimal: string): number => decimal.split('.')[1]?.length ?? 0;

/** A price with the decimals of its market: `95,001`. Averages may have more. */
export const priceText = (decimal: string, market: Increments | undefined): string =>
  padded(decimal, decimalsOf(market?.priceIncrement ?? ''));

/** A size with the decimals of its market: `0.25000`. */
export const sizeText = (decimal: string, market: Increments | undefined): string =>
  padded(decimal, decimalsOf(market?.orderSizeIncrement ?? ''));

/** An amount of money to the cent: `1,160,323.63`. */
export const money = (amount: string | number): string => grouped(cents(Number(amount)));

/** The same with its sign: `+12.50`. */
export const signedMoney = (amount: string | number): string =>
  `${Number(cents(Number(amount))) > 0 ? '+' : ''}${money(amount)}`;

/** Without the sign of a zero. */
const cents = (amount: number): string => amount.toFixed(2).replace(/^-(0\.00)$/, '$1');

/** `12.3%` of a share of 1. */
export const percent = (share: number, digits = 1): string => `${(100 * share).toFixed(digits)}%`;

const COMPACT = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumSignificantDigits: 4 });

/** `264.6M`, for figures that are read at a glance. */
export const compact = (decimal: string): string => COMPACT.format(Number(decimal));

/** `+1.25%` of a share of 1. */
export const signedPercent = (share: number, digits = 2): string =>
  `${share > 0 ? '+' : ''}${(100 * share).toFixed(digits)}%`;

/** The class of a figure that is better when it is higher. */
export const trend = (value: number): 'up' | 'down' | '' => (value > 0 ? 'up' : value < 0 ? 'down' : '');
