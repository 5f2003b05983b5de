import { readFileSync, writeFileSync } from 'node:fs';
import { type Envelope, parseEnvelope } from '@cucumber/messages';
import { parse } from 'yaml';
import { AGGREGATOR_ROUTES } from '../src/api/aggregator.ts';
import { INFO_ACTIONS, TRADE_ACTIONS } from '../src/api/catalogue.ts';
import { type Clause, type Coverage, coverageOf, isInReach } from './coverage-count.ts';
import { coverageMarkdown } from './coverage-table.ts';
import { type ScenarioResult, scenariosOf } from './scenario-results.ts';

/**
 * Says which clauses of the contract the last feature runs proved: `npm run test:features` first, over REST and then with
 * `-- --profile ws`, then
 *
 *   npm run coverage                writes reports/latest/coverage.md and coverage.json
 *   npm run coverage -- --min 95    and fails when less than 95 % of the clauses within reach are proven
 *
 * `--messages FILE` reads the messages of one other run. An id that the catalogue does not hold fails in any case.
 */

const CATALOGUE = 'docs/contract/clauses.yaml';
/** Over REST and over WebSocket. */
const LAST_RUNS = ['reports/latest/features.ndjson', 'reports/latest/features-ws.ndjson'];
const REPORT = 'reports/latest/coverage';

function main(): number {
  const clauses = parse(readFileSync(CATALOGUE, 'utf8')) as Clause[];
  const coverage = coverageOf(clauses, implementedActions(), scenariosOfRuns());
  writeFileSync(`${REPORT}.json`, `${JSON.stringify(coverage, null, 2)}\n`);
  writeFileSync(`${REPORT}.md`, coverageMarkdown(coverage));
  return verdict(coverage, clauses);
}

/** Every scenario of every run: one that fails on one way of two has failed. */
function scenariosOfRuns(): ScenarioResult[] {
  const files = valueOf('--messages');
  return (files === undefined ? LAST_RUNS : [files]).flatMap((file) => scenariosOf(readMessages(file)));
}

function readMessages(file: string): Envelope[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => parseEnvelope(line));
}

/** Actions of the catalogue by surface; an aggregator route is called by the last part of its path. */
function implementedActions(): Map<string, string> {
  const routes = AGGREGATOR_ROUTES.map(({ path }) => path.slice(path.lastIndexOf('/') + 1));
  return new Map([
    ...[...TRADE_ACTIONS.values()].map(({ name }) => [name, 'trade'] as const),
    ...[...INFO_ACTIONS.values()].map(({ name }) => [name, 'info'] as const),
    ...routes.map((name) => [name, 'aggregator'] as const),
  ]);
}

function verdict({ inReach, total, scenarios, unknown, broken }: Coverage, clauses: readonly Clause[]): number {
  const percent = (100 * inReach.proven) / inReach.clauses;
  for (const { id, where } of unknown) console.log(`${where} cites ${id}, which ${CATALOGUE} does not hold`);
  for (const id of broken) console.log(`${id} is cited by a scenario that did not pass`);
  console.log(`${scenarios.passed} of ${scenarios.run} scenarios passed`);
  console.log(`${total.proven} of ${total.clauses} clauses are proven`);
  console.log(`${inReach.proven} of ${inReach.clauses} clauses within reach are proven: ${percent.toFixed(1)} %`);
  console.log(`${clauses.filter((clause) => !isInReach(clause)).length} need an injected fault`);
  console.log(`wrote ${REPORT}.md and ${REPORT}.json`);
  const least = leastWanted();
  if (percent < least) console.log(`less than ${least} %`);
  return unknown.length > 0 || percent < least ? 1 : 0;
}

/** The percentage behind `--min`, 0 without it. */
function leastWanted(): number {
  const least = Number(valueOf('--min') ?? 0);
  if (!(least >= 0 && least <= 100)) throw new Error('--min takes a percentage, such as --min 95');
  return least;
}

/** What stands behind a flag. */
function valueOf(flag: string): string | undefined {
  const at = process.argv.indexOf(flag);
  return at < 0 ? undefined : (process.argv[at + 1] ?? '');
}

process.exitCode = main();
