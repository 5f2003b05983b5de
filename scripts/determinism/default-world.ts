import { createExchange } from '../../src/exchange/exchange.ts';
import { type Course, fromSnapshot, partsOf, replayed } from '../golden/legs.ts';

const MINUTE_MS = 60_000;

/**
 * Lets the default world run by itself, and comes to its digests three times: in the exchange that ran, by replaying its
 * journal, and with a snapshot in the middle.
 */
export async function defaultWorld(minutes: number): Promise<readonly Course[]> {
  const exchange = await createExchange({ seed: 7, clock: 'manual', world: 'default' });
  try {
    for (let minute = 0; minute < minutes; minute += 1) exchange.clock.advance(MINUTE_MS);
    const parts = partsOf([...exchange.control.journal()].map((line) => line.trimEnd()));
    return [{ chains: parts.chains, state: parts.end.state }, replayed(parts), fromSnapshot(parts)];
  } finally {
    await exchange.close();
  }
}
