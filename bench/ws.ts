import { startServer } from './child.ts';
import { type Figure, milliseconds, rate } from './figure.ts';
import type { LoadResult } from './load.ts';
import { signedBodies } from './orders.ts';
import { median, pairedRatio } from './statistics.ts';
import { framesOf, postAllOverWs } from './ws-load.ts';

const SERVERS = {
  perpsim: 'bench/servers/perpsim.ts',
  y2: 'bench/yardsticks/y2-native-ws.ts',
  y3: 'bench/yardsticks/y3-ethers-ws.ts',
} as const;
type ServerName = keyof typeof SERVERS;
type Rounds = Record<ServerName, LoadResult[]>;

async function oneRound(name: ServerName, frames: readonly string[], connections: number): Promise<LoadResult> {
  const amount = name === 'y3' ? Math.ceil(frames.length / 15) : frames.length;
  const server = await startServer(SERVERS[name]);
  try {
    return await postAllOverWs(server.url, frames.slice(0, amount), connections, Math.ceil(amount / 4));
  } finally {
    await server.stop();
  }
}

const perSecond = (results: readonly LoadResult[]): number[] => results.map((result) => result.perSecond);
const p99 = (results: readonly LoadResult[]): number[] => results.map((result) => result.p99Ms);

async function figuresAt(connections: number, count: number, frames: readonly string[]): Promise<Figure[]> {
  const { perpsim, y2, y3 }: Rounds = { perpsim: [], y2: [], y3: [] };
  for (let round = 0; round < count; round += 1) {
    perpsim.push(await oneRound('perpsim', frames, connections));
    y2.push(await oneRound('y2', frames, connections));
    y3.push(await oneRound('y3', frames, connections));
  }
  const sockets = connections === 1 ? '1 connection' : `${connections} connections`;
  const measured = rate(median(perSecond(perpsim)));
  return [
    {
      name: `signed order over WebSocket, ${sockets}, against Y2`,
      measured,
      yardstick: rate(median(perSecond(y2))),
      value: pairedRatio(perSecond(perpsim), perSecond(y2)),
      unit: 'x',
      budget: connections === 1 ? null : { atLeast: 0.65 },
    },
    {
      name: `signed order over WebSocket, ${sockets}, against Y3`,
      measured,
      yardstick: rate(median(perSecond(y3))),
      value: pairedRatio(perSecond(perpsim), perSecond(y3)),
      unit: 'x',
      budget: connections === 1 ? null : { atLeast: 14 },
    },
    {
      name: `p99 of a signed order over WebSocket, ${sockets}, against Y2`,
      measured: milliseconds(median(p99(perpsim))),
      yardstick: milliseconds(median(p99(y2))),
      value: pairedRatio(p99(perpsim), p99(y2)),
      unit: 'x',
      budget: null,
    },
    {
      name: `errors in all replies over ${sockets}`,
      measured: `of ${count * frames.length} requests`,
      yardstick: '',
      value: perpsim.reduce((sum, { errors }) => sum + errors, 0),
      unit: '',
      budget: { atMost: 0 },
    },
  ];
}

/** Signed placeOrders with one order over WebSocket, against Y2 and Y3 over WebSocket, with 50 connections and with one. */
export async function wsSingle(count: number, scale: number): Promise<Figure[]> {
  const frames = framesOf(await signedBodies(Math.round(40_000 * scale), 1));
  return [
    ...(await figuresAt(50, count, frames)),
    ...(await figuresAt(1, count, frames.slice(0, Math.round(15_000 * scale)))),
  ];
}
