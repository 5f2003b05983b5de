import { parseArgs } from 'node:util';
import { enginePair } from './engine.ts';
import { type Figure, verdictOf } from './figure.ts';
import { growthTable } from './growth.ts';
import { history } from './history.ts';
import { journal } from './journal.ts';
import { living } from './living.ts';
import { conditionsOf, tableOf, writeReports } from './report.ts';
import { restBatch, restSingle } from './rest.ts';
import { signaturePair } from './signatures.ts';
import { startup } from './startup.ts';
import { streams } from './streams.ts';
import { testRun } from './test-run.ts';
import { wsSingle } from './ws.ts';

/**
 * Measures the exchange against yardsticks built here, in pairs and in turns, so that a slow minute of the machine is
 * slow for both sides. `--quick` takes fewer and shorter rounds; `--only rest,engine` takes some of the parts.
 */

const PARTS: Readonly<Record<string, (rounds: number, scale: number) => Promise<Figure[]>>> = {
  signatures: signaturePair,
  startup,
  engine: enginePair,
  growth: growthTable,
  rest: restSingle,
  batch: restBatch,
  ws: wsSingle,
  streams,
  journal,
  history,
  living,
  test: testRun,
};

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } } });
const rounds = values.quick ? 2 : 5;
const scale = values.quick ? 0.25 : 1;
const wanted = values.only?.split(',') ?? Object.keys(PARTS);
const unknown = wanted.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  console.error(`no such part: ${unknown.join(', ')}; there are ${Object.keys(PARTS).join(', ')}`);
  process.exit(2);
}

const figures: Figure[] = [];
for (const name of wanted) {
  console.error(`measuring ${name}, ${rounds} rounds`);
  figures.push(...((await PARTS[name]?.(rounds, scale)) ?? []));
}
writeReports(figures, conditionsOf(rounds, values.quick));
console.log(tableOf(figures));
const short = figures.filter((figure) => verdictOf(figure) === 'short').length;
console.log(`${figures.length} figures, ${short} short of their budget; see reports/bench.md`);
