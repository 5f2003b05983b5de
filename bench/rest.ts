import { startServer } from './child.ts';
import { type Figure, info, milliseconds, rate } from './figure.ts';
import { type LoadResult, postAll } from './load.ts';
import { signedBodies } from './orders.ts';
import { median, pairedRatio } from './statistics.ts';

const CONNECTIONS = 50;
const SERVERS = {
  perpsim: 'bench/servers/perpsim.ts',
  y1: 'bench/yardsticks/y1-unsigned.ts',
  y2: 'bench/yardsticks/y2-native.ts',
  y3: 'bench/yardsticks/y3-ethers.ts',
} as const;
type ServerName = keyof typeof SERVERS;

/** Requests of a round: fast servers get more, so that each round lasts seconds. The warm-up is not measured. */
interface Amounts {
  readonly fast: number;
  readonly slow: number;
  readonly warmUp: number;
}

type Rounds = Record<ServerName, LoadResult[]>;

async function oneRound(name: ServerName, bodies: readonly string[], amounts: Amounts): Promise<LoadResult> {
  const { fast, slow, warmUp } = amounts;
  const server = await startServer(SERVERS[name]);
  try {
    const before = name === 'y3' ? Math.max(CONNECTIONS, Math.ceil(warmUp / 10)) : warmUp;
    await postAll(server.url, bodies.slice(0, before), CONNECTIONS);
    return await postAll(server.url, bodies.slice(before, before + (name === 'y3' ? slow : fast)), CONNECTIONS);
  } finally {
    await server.stop();
  }
}

async function rounds(
  names: readonly ServerName[],
  bodies: readonly string[],
  count: number,
  amounts: Amounts,
): Promise<Rounds> {
  const results: Rounds = { perpsim: [], y1: [], y2: [], y3: [] };
  for (let round = 0; round < count; round += 1) {
    for (const name of names) results[name].push(await oneRound(name, bodies, amounts));
  }
  return results;
}

const perSecond = (results: readonly LoadResult[]): number[] => results.map((result) => result.perSecond);
const p99 = (results: readonly LoadResult[]): number[] => results.map((result) => result.p99Ms);
const errorsIn = (results: readonly LoadResult[]): number => results.reduce((sum, { errors }) => sum + errors, 0);

/** Signed placeOrders with one order over REST, against Y1, Y2 and Y3. */
export async function restSingle(count: number, scale: number): Promise<Figure[]> {
  const amounts = {
    fast: Math.round(40_000 * scale),
    slow: Math.round(2_000 * scale),
    warmUp: Math.round(4_000 * scale),
  };
  const bodies = await signedBodies(amounts.fast + amounts.warmUp, 1);
  const { perpsim, y1, y2, y3 } = await rounds(['perpsim', 'y2', 'y3', 'y1'], bodies, count, amounts);
  const own = { measured: rate(median(perSecond(perpsim))), unit: 'x' } as const;
  return [
    info('Y1 unsigned POST', rate(median(perSecond(y1))), median(perSecond(y1))),
    {
      ...own,
      name: 'signed order over REST, 50 connections, against Y2',
      yardstick: rate(median(perSecond(y2))),
      value: pairedRatio(perSecond(perpsim), perSecond(y2)),
      budget: { atLeast: 0.65 },
    },
    {
      ...own,
      name: 'signed order over REST, 50 connections, against Y3',
      yardstick: rate(median(perSecond(y3))),
      value: pairedRatio(perSecond(perpsim), perSecond(y3)),
      budget: { atLeast: 12 },
    },
    {
      name: 'p99 of a signed order over REST, against Y2',
      measured: milliseconds(median(p99(perpsim))),
      yardstick: milliseconds(median(p99(y2))),
      value: pairedRatio(p99(perpsim), p99(y2)),
      unit: 'x',
      budget: { atMost: 2 },
    },
    {
      name: 'errors in all responses of the exchange',
      measured: `of ${count * (amounts.fast + amounts.warmUp)} requests`,
      yardstick: `${errorsIn([...y1, ...y2, ...y3])} at the yardsticks`,
      value: errorsIn(perpsim),
      unit: '',
      budget: { atMost: 0 },
    },
  ];
}

/** Signed placeOrders with ten orders over REST, against Y3 with the same bodies. */
export async function restBatch(count: number, scale: number): Promise<Figure[]> {
  const amounts = { fast: Math.round(8_000 * scale), slow: Math.round(600 * scale), warmUp: Math.round(1_000 * scale) };
  const bodies = await signedBodies(amounts.fast + amounts.warmUp, 10);
  const { perpsim, y3 } = await rounds(['perpsim', 'y3'], bodies, count, amounts);
  const orders = (results: readonly LoadResult[]): number[] => perSecond(results).map((requests) => requests * 10);
  return [
    {
      name: 'orders in requests of ten over REST, against Y3',
      measured: rate(median(orders(perpsim))),
      yardstick: rate(median(orders(y3))),
      value: pairedRatio(orders(perpsim), orders(y3)),
      unit: 'x',
      budget: { atLeast: 10 },
    },
    {
      name: 'errors in all responses to requests of ten',
      measured: `of ${count * (amounts.fast + amounts.warmUp)} requests`,
      yardstick: '',
      value: errorsIn(perpsim),
      unit: '',
      budget: { atMost: 0 },
    },
  ];
}
