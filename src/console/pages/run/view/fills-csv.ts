import type { Fill } from '../../../../scenarios/strategy.ts';

const COLUMNS = [
  'time',
  'timeMs',
  'account',
  'symbol',
  'side',
  'price',
  'quantity',
  'fee',
  'liquidity',
  'tradeId',
  'orderId',
  'clientOrderId',
] as const;

/** Fills as CSV with a header, by RFC 4180. */
export function fillsCsv(account: string, fills: readonly Fill[]): string {
  const rows = fills.map((fill) => {
    const { time, clientOrderId, ...rest } = fill;
    const row = { ...rest, time: new Date(time).toISOString(), timeMs: String(time), account, clientOrderId };
    return COLUMNS.map((name) => cell(name, row[name] ?? ''));
  });
  return [COLUMNS, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

/** Names that a user chose: a spreadsheet would run one that starts like a formula. */
const CHOSEN: readonly string[] = ['account', 'clientOrderId'];

function cell(name: string, value: string): string {
  const text = CHOSEN.includes(name) && /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
