import { createExchange } from '../../src/exchange/exchange.ts';
import { profiled } from '../process/profile-session.ts';
import { median } from '../table/statistics.ts';

// Exchanges made and reverted in a process that has made some before: `create-round.ts`.

/** Median milliseconds. */
export interface CreateRound {
  readonly quiet: number;
  readonly calm: number;
  readonly default: number;
  /** Back to a snapshot of the quiet world, after orders. */
  readonly revert: number;
}

const WARM = 20;
const TIMES = 15;

async function created(world: string): Promise<number> {
  const times: number[] = [];
  for (let time = 0; time < WARM + TIMES; time += 1) {
    const started = performance.now();
    const exchange = await createExchange({ seed: time, world });
    times.push(performance.now() - started);
    await exchange.close();
  }
  return median(times.slice(WARM));
}

async function reverted(): Promise<number> {
  const exchange = await createExchange({ world: 'quiet' });
  exchange.snapshot('start');
  const times: number[] = [];
  for (let time = 0; time < WARM + TIMES; time += 1) {
    const client = exchange.client(0);
    const order = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.01' } as const;
    await client.placeOrder(order);
    const started = performance.now();
    await exchange.revert('start');
    times.push(performance.now() - started);
  }
  await exchange.close();
  return median(times.slice(WARM));
}

const round = await profiled<CreateRound>(async () => ({
  quiet: await created('quiet'),
  calm: await created('calm'),
  default: await created('default'),
  revert: await reverted(),
}));
process.stdout.write(`result ${JSON.stringify(round)}\n`);
