import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Envelope } from '@cucumber/messages';
import { catalogueOf } from '../src/suite/coverage/catalogue.ts';
import { CONTRACT_FILES, type Contract, readContract } from '../src/suite/coverage/contract.ts';
import { type Coverage, coverageOf } from '../src/suite/coverage/count.ts';
import { type FigureRecord, figureCoverage, figureMarkdown, readFigures } from '../src/suite/coverage/figures.ts';
import { findingsOf } from '../src/suite/coverage/findings.ts';
import { percentOf } from '../src/suite/coverage/count.ts';
import { coverageMarkdown } from '../src/suite/coverage/findings.ts';
import { readRunFile } from '../src/suite/results/read-messages.ts';
import { ATTACHED, type Run, type TransportName } from '../src/suite/results/run.ts';
import { branchCoverage, type BranchCoverage, branchMarkdown } from '../src/suite/validation/branch-report.ts';
import { branchGaps, readBranchWaivers, unknownWaivers } from '../src/suite/validation/branch-waivers.ts';
import { type Branches, SeenBranches } from '../src/suite/validation/seen-branches.ts';

/**
 * Says what the last feature runs of `npm test` proved of the contract, over REST and over WebSocket together:
 *
 *   npm run coverage         writes reports/latest/coverage.md and coverage.json
 *   npm run coverage -- --gate    and fails when anything is missing
 */

/** Where each way leaves its messages. */
const LAST_RUNS: Readonly<Record<TransportName, string>> = {
  rest: 'reports/latest/rest/messages.ndjson',
  ws: 'reports/latest/ws/messages.ndjson',
};
const REPORT = 'reports/latest/coverage';

/** The money fields of each record, and the conditions under which a field cannot be asked, each with its reason. */
const FIGURES = 'docs/contract/figures.yaml';

/** Branches of the schemas that no response can show, each with its reason. */
const BRANCH_WAIVERS = 'docs/contract/branches.yaml';

async function main(): Promise<number> {
  const contract = contractHere();
  const seen = new SeenBranches();
  const figures = new Set<string>();
  const coverage = coverageOf(catalogueOf(contract), await lastRuns(seen, figures));
  const branches = branchCoverage(seen);
  const records = readFigures(readFileSync(FIGURES, 'utf8'));
  const findings = [
    ...findingsOf(coverage).map(({ gate, message }) => `${gate}: ${message}`),
    ...branchFindings(branches),
    ...figureFindings(records, figures),
  ];
  writeFileSync(`${REPORT}.json`, `${JSON.stringify({ ...coverage, findings }, null, 1)}\n`);
  writeFileSync(`${REPORT}.md`, coverageMarkdown(coverage, findingsOf(coverage)));
  writeFileSync('reports/latest/branches.md', branchMarkdown(branches));
  writeFileSync('reports/latest/figures.md', figureMarkdown(records, figures));
  print(coverage, findings);
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

/** Every branch that a response can take has been seen, or is waived with a reason that still holds. */
function branchFindings(branches: readonly BranchCoverage[]): string[] {
  const waivers = readBranchWaivers(readFileSync(BRANCH_WAIVERS, 'utf8'));
  const { open, stale } = branchGaps(branches, waivers);
  const unknown = new Set(unknownWaivers(waivers));
  return [
    ...open.map(
      ({ owner, branch }) => `branch: no response of ${owner} has shown ${branch}: add a scenario or a waiver`,
    ),
    ...stale.map((waiver) => {
      const why = unknown.has(waiver) ? 'the contract has no such branch' : 'it was seen';
      return `branch: ${BRANCH_WAIVERS} waives ${waiver.branch} of ${waiver.owner}, but ${why}`;
    }),
  ];
}

/** Every money field is asked under every condition, or its cell is empty on purpose with a reason that still holds. */
function figureFindings(records: readonly FigureRecord[], proven: ReadonlySet<string>): string[] {
  const { open, stale } = figureCoverage(records, proven);
  return [
    ...open.map((cell) => `figure: no @figures scenario has compared ${cell}: add one, or a reason in ${FIGURES}`),
    ...stale.map((cell) => `figure: ${FIGURES} calls ${cell} empty on purpose, but it is proven`),
  ];
}

async function lastRuns(seen: SeenBranches, figures: Set<string>): Promise<Run[]> {
  const receive = ({ attachment }: Envelope): void => {
    if (attachment?.mediaType === ATTACHED.branches) seen.merge(JSON.parse(attachment.body) as Branches);
    if (attachment?.mediaType !== ATTACHED.figures) return;
    for (const cell of JSON.parse(attachment.body) as readonly string[]) figures.add(cell);
  };
  const transports = (Object.keys(LAST_RUNS) as TransportName[]).filter((transport) =>
    existsSync(LAST_RUNS[transport]),
  );
  const runs: Run[] = [];
  for (const transport of transports) runs.push(await readRunFile(LAST_RUNS[transport], undefined, receive));
  return runs;
}

function print({ scenarios, total }: Coverage, findings: readonly string[]): void {
  for (const finding of findings) console.log(finding);
  console.log(`${scenarios.passed} of ${scenarios.run} scenarios passed, ${scenarios.skipped} were skipped`);
  console.log(
    `${total.proven} of ${total.clauses} clauses are proven (${percentOf(total)} %), ${total.waived} are waived`,
  );
  console.log(`${findings.length} ${findings.length === 1 ? 'thing is' : 'things are'} missing`);
  console.log(`wrote ${REPORT}.md and ${REPORT}.json`);
}

process.exitCode = await main();
