const FIRST_MS = 250;
const LONGEST_MS = 30_000;

/**
 * Returns how long to wait before attempt `attempt` (1, 2, ...): twice as long each time up to 30 s, and of that a random part
 * between half and all, so that the clients of a server that came back do not all knock at once.
 *
 * @param random a number from 0 to 1
 */
export function backoffMs(attempt: number, random: number): number {
  // 2 to the 7th is beyond the longest wait, so a larger power is never needed.
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt - 1, 7));
  return Math.floor(full / 2 + (full / 2) * random);
}
