import type { Overrides } from '../scenarios/format/overrides.ts';
import { UsageError } from './usage-error.ts';

/** Collects the values of a flag that may be repeated, for commander. */
export const gather = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** Reads the values of `--set PATH=VALUE`. Throws UsageError for one without a path or an equals sign, and for a path given twice. */
export function readOverrides(given: readonly string[] = []): Overrides {
  const overrides: Record<string, string> = {};
  for (const each of given) {
    const at = each.indexOf('=');
    const path = each.slice(0, Math.max(at, 0)).trim();
    if (path === '') throw new UsageError(`--set takes path=value, such as strategy.spread=4 (got "${each}")`);
    if (Object.hasOwn(overrides, path)) throw new UsageError(`--set ${path} is given twice: leave one of the two out`);
    overrides[path] = each.slice(at + 1);
  }
  return overrides;
}

const LEAST = 65_536;
const MOST = 1_073_741_824;

/**
 * Reads `--response-bytes`: how much of one response is read.
 *
 * @throws UsageError
 */
export function responseBytesOf(given: string): number {
  const bytes = /^\d{1,10}$/.test(given) ? Number(given) : Number.NaN;
  if (bytes >= LEAST && bytes <= MOST) return bytes;
  throw new UsageError(`--response-bytes must be between ${LEAST} and ${MOST} (got "${given}")`);
}
