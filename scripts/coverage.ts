import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { catalogueOf } from '../src/harness/coverage/catalogue.ts';
import { CONTRACT_FILES, type Contract, readContract } from '../src/harness/coverage/contract.ts';
import { type Coverage, coverageOf } from '../src/harness/coverage/count.ts';
import { type Finding, findingsOf } from '../src/harness/coverage/findings.ts';
import { percentOf } from '../src/harness/coverage/shares.ts';
import { coverageMarkdown } from '../src/harness/coverage/table.ts';
import { readRunFile } from '../src/harness/results/messages-file.ts';
import type { Run, Way } from '../src/harness/results/run.ts';

/**
 * Says what the last feature runs of `npm test` proved of the contract, over REST and over WebSocket together:
 *
 *   npm run coverage         writes reports/latest/coverage.md and coverage.json
 *   npm run coverage:gate    and fails when anything is missing
 */

/** Where each way leaves its messages. */
const LAST_RUNS: Readonly<Record<Way, string>> = {
  rest: 'reports/latest/rest/messages.ndjson',
  ws: 'reports/latest/ws/messages.ndjson',
};
const REPORT = 'reports/latest/coverage';

async function main(): Promise<number> {
  const contract = contractHere();
  const coverage = coverageOf(catalogueOf(contract), await lastRuns());
  const findings = findingsOf(coverage);
  writeFileSync(`${REPORT}.json`, `${JSON.stringify({ ...coverage, findings }, null, 1)}\n`);
  writeFileSync(`${REPORT}.md`, coverageMarkdown(coverage, findings));
  tell(coverage, findings);
  return process.argv.includes('--gate') && findings.length > 0 ? 1 : 0;
}

function contractHere(): Contract {
  const textOf = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);
  return readContract({
    clauses: readFileSync(CONTRACT_FILES.clauses, 'utf8'),
    waivers: textOf(CONTRACT_FILES.waivers),
    transitions: textOf(CONTRACT_FILES.transitions),
  });
}

async function lastRuns(): Promise<Run[]> {
  const ways = (Object.keys(LAST_RUNS) as Way[]).filter((way) => existsSync(LAST_RUNS[way]));
  const runs: Run[] = [];
  for (const way of ways) runs.push(await readRunFile(LAST_RUNS[way]));
  return runs;
}

function tell({ scenarios, total }: Coverage, findings: readonly Finding[]): void {
  for (const { gate, message } of findings) console.log(`${gate}: ${message}`);
  console.log(`${scenarios.passed} of ${scenarios.run} scenarios passed, ${scenarios.skipped} were skipped`);
  console.log(
    `${total.proven} of ${total.clauses} clauses are proven (${percentOf(total)} %), ${total.waived} are waived`,
  );
  console.log(`${findings.length} ${findings.length === 1 ? 'thing is' : 'things are'} missing`);
  console.log(`wrote ${REPORT}.md and ${REPORT}.json`);
}

process.exitCode = await main();
