import { signedBodies } from '../load/orders.ts';
import { type Contestant, cpuOf, errorsFigure, overWs, p99Of, ratesOf, serveInTurn, WARM_UP } from '../load/served.ts';
import type { Part } from '../process/run.ts';
import { ratio } from '../table/figure.ts';

const EXCHANGE = 'bench/servers/perpsim.ts';

const FIFTY = {
  perpsim: { script: EXCHANGE, durability: 'batch', warmUp: WARM_UP, measured: 12_000 },
  y2: { script: 'bench/yardsticks/y2-native-ws.ts', warmUp: WARM_UP, measured: 12_000 },
  y3: { script: 'bench/yardsticks/y3-ethers-ws.ts', warmUp: WARM_UP, measured: 1_200 },
} satisfies Record<string, Contestant>;

const ONE = {
  perpsim: { script: EXCHANGE, durability: 'batch', warmUp: WARM_UP, measured: 6_000 },
  y2: { script: 'bench/yardsticks/y2-native-ws.ts', warmUp: WARM_UP, measured: 6_000 },
} satisfies Record<string, Contestant>;

/** Signed placeOrders with one order over WebSocket, against Y2 and Y3 over WebSocket. */
export const ws: Part = {
  name: 'ws',
  about: 'signed orders over WebSocket, 50 sockets, history fed, journal on, against Y2 and Y3',
  rounds: 5,
  roundSeconds: 22,
  fixedSeconds: 4,
  measure: async (run) => {
    const bodies = await signedBodies(WARM_UP + 12_000, 1);
    const rounds = await run.each(() => serveInTurn(FIFTY, bodies, overWs(50)));
    return [
      ratio('ws-y2', ratesOf(rounds, 'perpsim'), ratesOf(rounds, 'y2')),
      ratio('ws-y3', ratesOf(rounds, 'perpsim'), ratesOf(rounds, 'y3')),
      ratio('ws-p99', p99Of(rounds, 'perpsim'), p99Of(rounds, 'y2')),
      ratio('ws-cpu', cpuOf(rounds, 'perpsim'), cpuOf(rounds, 'y2')),
      errorsFigure('ws-errors', rounds, ['perpsim']),
    ];
  },
};

/** The same with one socket: how long a client waits that waits for each response. */
export const wsOne: Part = {
  name: 'ws-one',
  about: 'signed orders over one WebSocket, against Y2',
  rounds: 3,
  roundSeconds: 11,
  fixedSeconds: 3,
  extra: true,
  measure: async (run) => {
    const bodies = await signedBodies(WARM_UP + 6_000, 1);
    const rounds = await run.each(() => serveInTurn(ONE, bodies, overWs(1)));
    return [
      ratio('ws-one-y2', ratesOf(rounds, 'perpsim'), ratesOf(rounds, 'y2')),
      ratio('ws-one-p99', p99Of(rounds, 'perpsim'), p99Of(rounds, 'y2')),
    ];
  },
};
