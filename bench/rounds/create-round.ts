import { createExchange } from '../../src/exchange/exchange.ts';
import { profiled } from '../process/profile-session.ts';
import { median } from '../table/statistics.ts';

// Exchanges made and reverted in a process that has made some before: `create-round.ts`.

/** Median milliseconds until an exchange has had its genesis. */
export interface CreateRound {
  readonly quiet: number;
  readonly calm: number;
  readonly default: number;
  /** Until `createExchange` has returned: genesis waits for what asks for the exchange. */
  readonly quietAlone: number;
  readonly defaultAlone: number;
  /** Back to a snapshot of the quiet world, after orders. */
  readonly revert: number;
}

const WARM = 20;
const TIMES = 15;

interface Created {
  readonly alone: number;
  readonly begun: number;
}

async function created(world: string): Promise<Created> {
  const alone: number[] = [];
  const begun: number[] = [];
  for (let time = 0; time < WARM + TIMES; time += 1) {
    const started = performance.now();
    const exchange = await createExchange({ seed: time, world });
    alone.push(performance.now() - started);
    exchange.clock.now();
    begun.push(performance.now() - started);
    await exchange.close();
  }
  return { alone: median(alone.slice(WARM)), begun: median(begun.slice(WARM)) };
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

const round = await profiled<CreateRound>(async () => {
  const quiet = await created('quiet');
  const calm = await created('calm');
  const living = await created('default');
  return {
    quiet: quiet.begun,
    calm: calm.begun,
    default: living.begun,
    quietAlone: quiet.alone,
    defaultAlone: living.alone,
    revert: await reverted(),
  };
});
process.stdout.write(`result ${JSON.stringify(round)}\n`);
