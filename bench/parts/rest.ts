import { signedBodies } from '../load/orders.ts';
import {
  type Contestant,
  cpuOf,
  errorsFigure,
  overRest,
  p99Of,
  ratesOf,
  serveInTurn,
  WARM_UP,
} from '../load/served.ts';
import type { Part } from '../process/run.ts';
import { figure, rate, ratio } from '../table/figure.ts';
import { median } from '../table/statistics.ts';

const EXCHANGE = 'bench/servers/perpsim.ts';
const CONNECTIONS = 50;

/** Fast servers get more requests, so that each of them is measured for a second at least, and the slow one too. */
const SINGLE = {
  journal: { script: EXCHANGE, durability: 'batch', warmUp: WARM_UP, measured: 12_000 },
  y2: { script: 'bench/yardsticks/y2-native.ts', warmUp: WARM_UP, measured: 12_000 },
  memory: { script: EXCHANGE, warmUp: WARM_UP, measured: 12_000 },
  y3: { script: 'bench/yardsticks/y3-ethers.ts', warmUp: WARM_UP, measured: 1_200 },
  y1: { script: 'bench/yardsticks/y1-unsigned.ts', warmUp: WARM_UP, measured: 12_000 },
} satisfies Record<string, Contestant>;

/** What a server costs that is there for one test: its first requests, with nothing before them. */
const FIRST = {
  journal: { script: EXCHANGE, durability: 'batch', warmUp: 0, measured: 1_000 },
  y2: { script: 'bench/yardsticks/y2-native.ts', warmUp: 0, measured: 1_000 },
} satisfies Record<string, Contestant>;

/** Signed placeOrders with one order over REST, with a journal and without, against Y1, Y2 and Y3. */
export const rest: Part = {
  name: 'rest',
  about: 'signed orders over REST, 50 connections, history fed, journal on and off, against Y1, Y2 and Y3',
  rounds: 5,
  roundSeconds: 38,
  fixedSeconds: 4,
  measure: async (run) => {
    const bodies = await signedBodies(WARM_UP + 12_000, 1);
    const all = await run.each(async () => ({
      warm: await serveInTurn(SINGLE, bodies, overRest(CONNECTIONS)),
      first: await serveInTurn(FIRST, bodies, overRest(CONNECTIONS)),
    }));
    const rounds = all.map(({ warm }) => warm);
    const first = all.map((round) => round.first);
    const y1 = rounds.map((round) => round.y1.perSecond);
    return [
      ratio('rest-y2', ratesOf(rounds, 'journal'), ratesOf(rounds, 'y2')),
      ratio('rest-y3', ratesOf(rounds, 'journal'), ratesOf(rounds, 'y3')),
      ratio('rest-p99', p99Of(rounds, 'journal'), p99Of(rounds, 'y2')),
      ratio('rest-cpu', cpuOf(rounds, 'journal'), cpuOf(rounds, 'y2')),
      ratio('rest-first', cpuOf(first, 'journal'), cpuOf(first, 'y2')),
      ratio('journal', ratesOf(rounds, 'journal'), ratesOf(rounds, 'memory')),
      errorsFigure('rest-errors', rounds, ['journal', 'memory']),
      errorsFigure('rest-first-errors', first, ['journal']),
      figure('y1', y1, rate(median(y1))),
    ];
  },
};

const WARM_UP_OF_TENS = 500;
const IN_TENS = {
  perpsim: { script: EXCHANGE, durability: 'batch', warmUp: WARM_UP_OF_TENS, measured: 3_000 },
  y3: { script: 'bench/yardsticks/y3-ethers.ts', warmUp: WARM_UP_OF_TENS, measured: 400 },
} satisfies Record<string, Contestant>;
const TEN = 10;

/** Signed placeOrders with ten orders over REST, against Y3 with the same bodies. */
export const batch: Part = {
  name: 'batch',
  about: 'requests of ten orders over REST, against Y3',
  rounds: 5,
  roundSeconds: 10,
  fixedSeconds: 3,
  measure: async (run) => {
    const bodies = await signedBodies(5_000, TEN);
    const rounds = await run.each(() => serveInTurn(IN_TENS, bodies, overRest(CONNECTIONS)));
    return [
      ratio('batch-y3', ratesOf(rounds, 'perpsim', TEN), ratesOf(rounds, 'y3', TEN)),
      ratio('batch-cpu', cpuOf(rounds, 'perpsim'), cpuOf(rounds, 'y3')),
      errorsFigure('batch-errors', rounds, ['perpsim']),
    ];
  },
};
