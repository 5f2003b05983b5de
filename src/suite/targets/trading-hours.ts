import type { Deployment } from '../deployment.ts';

type Offer = Pick<Deployment, 'capabilities' | 'absent'>;

/** Why scenarios of the market with trading hours are skipped out of hours. */
export const OUT_OF_HOURS = 'it trades on weekdays until 22:00 UTC';

const MINUTE_MS = 60_000;
const CLOSES_AT_HOUR = 22;
const SATURDAY = 6;

/**
 * What a target offers at a time of its clock: a market that stood open when it was probed may close during the run. A
 * scenario that begins in the last minute would not end in time.
 *
 * @param now Unix milliseconds
 */
export function offeredAt(findings: Offer, now: number): Offer {
  const { capabilities, absent } = findings;
  if (!capabilities.has('trading-hours') || (isOpenAt(now) && isOpenAt(now + MINUTE_MS))) return findings;
  return {
    capabilities: new Set([...capabilities].filter((one) => one !== 'trading-hours')),
    absent: new Map([...absent, ['trading-hours', `WTI-USDT closes at this hour; ${OUT_OF_HOURS}`]]),
  };
}

function isOpenAt(time: number): boolean {
  const date = new Date(time);
  const day = date.getUTCDay();
  return day > 0 && day < SATURDAY && date.getUTCHours() < CLOSES_AT_HOUR;
}
