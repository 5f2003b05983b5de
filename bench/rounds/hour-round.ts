import { createExchange } from '../../src/exchange/exchange.ts';
import { profiled } from '../process/profile-session.ts';

// One round of a world in a process of its own: `hour-round.ts <world> <minutes>` on simulated time.

/** What the time cost. */
export interface HourRound {
  readonly cpuSeconds: number;
  readonly events: number;
}

const MINUTE_MS = 60_000;

const [world = 'default', minutes = '60'] = process.argv.slice(2);
const exchange = await createExchange({ seed: 7, clock: 'manual', world });
try {
  const [account] = exchange.accounts;
  if (!account) throw new Error('the world has accounts');
  // A first read opens the database, so that history is written while time passes.
  const readHistory = (): Promise<unknown> => exchange.client(account).signed('getTrades', {});
  await readHistory();
  const eventsNow = (): number => exchange.control.state().events;
  const [before, used] = [eventsNow(), process.cpuUsage()];
  await profiled(async () => {
    await exchange.clock.advanceAsync(Number(minutes) * MINUTE_MS);
    await readHistory();
  });
  const { user, system } = process.cpuUsage(used);
  const round: HourRound = { cpuSeconds: (user + system) / 1_000_000, events: eventsNow() - before };
  process.stdout.write(`result ${JSON.stringify(round)}\n`);
} finally {
  await exchange.close();
}
