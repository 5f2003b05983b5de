import { UsageError } from './usage-error.ts';

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
