/** Figures, times and durations as every page writes them. */

/** `2,689`. */
export const counted = (count: number): string => String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',');

/** `3 scenarios`, `1 scenario`. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${counted(count)} ${count === 1 ? one : many}`;

/** `48.2 s`, `3 min 20 s`, `12 ms`. */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${Math.round(ms / 100) / 10} s`;
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** `2026-11-20 20:03:07 UTC`. */
export const instant = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** `1h 30m`, `45s`, `1.5s`: a duration of exchange time. */
export function span(ms: number): string {
  const parts = [
    [Math.floor(ms / 86_400_000), 'd'],
    [Math.floor(ms / 3_600_000) % 24, 'h'],
    [Math.floor(ms / 60_000) % 60, 'm'],
    [(ms % 60_000) / 1_000, 's'],
  ] as const;
  const shown = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count}${unit}`);
  return shown.length === 0 ? '0s' : shown.join(' ');
}

/** `2026-11-20 20:03:07.250`, in UTC; without the milliseconds when there are none. */
export const moment = (ms: number): string =>
  new Date(ms).toISOString().replace('T', ' ').replace('Z', '').replace('.000', '');

/** `12,345.6`: exact decimal text with its whole part in groups, without zeros at the end. */
export function grouped(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  const shown = fraction.replace(/0+$/, '');
  return `${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}${shown === '' ? '' : `.${shown}`}`.replace(/^-/, '\u2212');
}

/** `12,345.60`: a figure that is not needed to the last digit. */
export const rounded = (value: number, digits = 2): string => {
  const [whole = '', fraction] = value.toFixed(digits).split('.');
  const text = `${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}${fraction === undefined ? '' : `.${fraction}`}`;
  return /[1-9]/.test(text) ? text.replace(/^-/, '\u2212') : text.replace(/^-/, '');
};

/** `+12.50`, `−3.00`, `0.00`: a gain or a loss. */
export const gain = (value: number, digits = 2): string => {
  const text = rounded(value, digits);
  return /[1-9]/.test(text) && !text.startsWith('\u2212') ? `+${text}` : text;
};

/** `12.3 %`. */
export const percent = (share: number, digits = 1): string => `${rounded(share * 100, digits)} %`;
