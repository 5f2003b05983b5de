import { parse } from 'csv-parse/sync';
import { existsSync, readFileSync } from 'node:fs';
import { parseUnits } from '../../kernel/decimal.ts';
import { readStartTime } from '../../exchange/clock/start-time.ts';
import type { WorldScriptStep } from '../../exchange/world/shape.ts';

const COLUMNS = ['time', 'price'];

/**
 * Reads the prices of a CSV file with the columns `time` and `price` as steps after the start, on which its first row
 * falls. Says what is wrong with the file, and in which line, instead.
 */
export function readPrices(path: string, name: string, durationMs: number): readonly WorldScriptStep[] | string {
  if (!existsSync(path)) return `there is no file ${name}; name one, relative to the scenario`;
  const [head = [], ...rows] = parse(readFileSync(path, 'utf8'), {
    quote: null,
    relaxColumnCount: true,
    skipEmptyLines: true,
    trim: true,
  });
  const [time, price] = COLUMNS.map((column) => head.indexOf(column));
  if (time === undefined || price === undefined || time < 0 || price < 0) {
    return `the first line of ${name} must name the columns time and price`;
  }
  const steps: WorldScriptStep[] = [];
  let start: number | undefined;
  for (const [index, row] of rows.entries()) {
    const at = readStartTime(row[time]);
    const units = parseUnits(row[price] ?? '');
    if (at === undefined) return `line ${index + 2} of ${name}: time must be an ISO time or Unix milliseconds`;
    if (units === undefined || units <= 0n)
      return `line ${index + 2} of ${name}: price must be a decimal number above 0`;
    start ??= at;
    // An index moves after the start at the earliest.
    const afterMs = Math.max(1, at - start);
    if (at - start < (steps.at(-1)?.afterMs ?? 0))
      return `line ${index + 2} of ${name}: time must be after that of the line before`;
    if (afterMs === steps.at(-1)?.afterMs)
      return `line ${index + 2} of ${name}: time must be after that of the line before`;
    if (afterMs < durationMs) steps.push({ afterMs, price: row[price] ?? '' });
  }
  return steps.length > 0 ? steps : `${name} holds no price within the scenario`;
}
