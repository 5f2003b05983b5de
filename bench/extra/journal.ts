import { signedBodies } from '../load/orders.ts';
import { type Contestant, overRest, p99Of, ratesOf, serveInTurn, WARM_UP } from '../load/served.ts';
import { measureInChild } from '../process/child.ts';
import type { Part } from '../process/run.ts';
import type { RecoveryRound } from '../rounds/recovery-round.ts';
import { figure, rate, ratio } from '../table/figure.ts';
import { median } from '../table/statistics.ts';

const EXCHANGE = { script: 'bench/servers/perpsim.ts', warmUp: WARM_UP, measured: 12_000 };
/** In memory, and with each durability of a data directory. */
const MODES = {
  memory: EXCHANGE,
  batch: { ...EXCHANGE, durability: 'batch' },
  sync: { ...EXCHANGE, durability: 'sync' },
  none: { ...EXCHANGE, durability: 'none' },
} satisfies Record<string, Contestant>;
const RECOVERED = 100_000;

/** Signed orders over REST with each durability, against none; and a start from 100,000 inputs. */
export const journal: Part = {
  name: 'journal',
  about: 'each durability over REST, against memory; a start from a journal',
  rounds: 3,
  roundSeconds: 35,
  fixedSeconds: 3,
  extra: true,
  measure: async (run) => {
    const bodies = await signedBodies(EXCHANGE.warmUp + EXCHANGE.measured, 1);
    const rounds = await run.each(async () => ({
      served: await serveInTurn(MODES, bodies, overRest(50)),
      recovered: await measureInChild<RecoveryRound>('bench/rounds/recovery-round.ts', `${RECOVERED}`),
    }));
    const served = rounds.map((round) => round.served);
    const seconds = rounds.map(({ recovered }) => recovered.seconds);
    const bytes = rounds.map(({ recovered }) => recovered.bytes / recovered.inputs);
    return [
      ...(['batch', 'sync', 'none'] as const).flatMap((mode) => [
        ratio(`durability-${mode}`, ratesOf(served, mode), ratesOf(served, 'memory')),
        ratio(`durability-${mode}-p99`, p99Of(served, mode), p99Of(served, 'memory')),
      ]),
      figure('recovery', seconds, rate(RECOVERED / median(seconds))),
      figure('journal-bytes', bytes, 'bytes'),
    ];
  },
};
