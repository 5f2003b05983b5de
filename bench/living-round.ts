import { createExchange } from '../src/runtime/exchange.ts';

// One round of a world in a process of its own: `living-round.ts <world> <minutes>` on simulated time.

/** What the time cost. */
export interface LivingRound {
  readonly cpuSeconds: number;
  readonly events: number;
}

const MINUTE_MS = 60_000;

const [world = 'default', minutes = '60'] = process.argv.slice(2);
const exchange = await createExchange({ seed: 7, clock: 'manual', world });
try {
  const eventsNow = (): number => exchange.control.state().events;
  const [before, used] = [eventsNow(), process.cpuUsage()];
  for (let minute = 0; minute < Number(minutes); minute += 1) exchange.clock.advance(MINUTE_MS);
  const { user, system } = process.cpuUsage(used);
  const round: LivingRound = { cpuSeconds: (user + system) / 1_000_000, events: eventsNow() - before };
  process.stdout.write(`result ${JSON.stringify(round)}\n`);
} finally {
  await exchange.close();
}
