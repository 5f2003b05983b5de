import { type Broken, brokenMarkdown } from './broken.ts';
import type { TransportName } from '../../src/suite/results/run.ts';

/** What the suite said of one wrong deployment. */
export interface Finding {
  readonly name: string;
  /** The file of wrongs that holds it. */
  readonly group: string;
  readonly clause: string;
  readonly what: string;
  readonly transport: TransportName;
  /** Scenarios that cite the clause. */
  readonly scenarios: number;
  /** The first of them that failed; null for a survivor. */
  readonly caught: { readonly id: string; readonly name: string; readonly said: string } | null;
  /** Why it is not caught although a scenario failed: the deployment has broken down, where it should have been wrong. */
  readonly brokeDown?: string;
  readonly seconds: number;
}

/** The same where the deployment has logged errors of its own: whatever failed shows that it does not work, not what it does wrong. */
export const withFaults = (finding: Finding, [fault]: readonly string[]): Finding =>
  fault === undefined ? finding : { ...finding, caught: null, brokeDown: fault };

/** What the suite said of the deployment that rewrites nothing: scenarios that failed say nothing of any wrong. */
export interface Control {
  readonly scenarios: number;
  readonly failed: readonly Broken[];
}

/** Results of the suite against the deployment that responds ok to every request. */
export interface StubFinding {
  readonly scenarios: number;
  readonly failed: number;
  readonly percent: number;
  /** Scenarios that passed against it. */
  readonly passed: readonly string[];
}

export interface SelfTest {
  readonly control: Control;
  readonly findings: readonly Finding[];
  /** Null when it was not asked for. */
  readonly stub: StubFinding | null;
  readonly seconds: number;
}

/** Percentage of scenarios that must fail against the stub. */
export const STUB_LEAST = 95;

export const survivorsOf = ({ findings }: SelfTest): readonly Finding[] => findings.filter(({ caught }) => !caught);

/** Everything is as it should be: no survivor, a clean control run, and few scenarios that a yes satisfies. */
export const isSound = (test: SelfTest): boolean =>
  survivorsOf(test).length === 0 &&
  test.control.failed.length === 0 &&
  (test.stub === null || test.stub.percent >= STUB_LEAST);

/** One line for a wrong deployment as it was judged. */
export function findingLine({ name, clause, caught, brokeDown, scenarios, seconds }: Finding): string {
  const verdict = caught ? 'caught  ' : 'SURVIVED';
  const why =
    brokeDown === undefined ? `${scenarios} scenarios cite the clause and none failed` : `it broke down: ${brokeDown}`;
  const by = caught ? `${caught.id} ${caught.name}` : why;
  return `${verdict}  ${name.padEnd(38)} ${clause.padEnd(42)} ${seconds.toFixed(1).padStart(5)} s  ${by}`;
}

/** The last lines on a terminal. */
export function summaryLines(test: SelfTest): string[] {
  const { control, findings, stub, seconds } = test;
  const survivors = survivorsOf(test);
  return [
    ...control.failed.map(({ id }) => `fails without any wrong: ${id}`),
    ...(stub?.passed ?? []).map((id) => `passes against the stub: ${id}`),
    ...survivors.map(({ name, clause, brokeDown }) =>
      brokeDown === undefined ? `survived: ${name} breaks ${clause}` : `broke down: ${name}, ${brokeDown}`,
    ),
    `control: ${control.scenarios - control.failed.length} of ${control.scenarios} scenarios pass through the proxy`,
    `wrong deployments: ${findings.length - survivors.length} of ${findings.length} caught`,
    ...(stub ? [`stub: ${stub.failed} of ${stub.scenarios} scenarios fail, ${stub.percent.toFixed(1)} %`] : []),
    `in ${Math.round(seconds)} s: ${isSound(test) ? 'sound' : 'NOT SOUND'}`,
  ];
}

/** The whole as a page. */
export function markdownOf(test: SelfTest): string {
  const { control, findings, stub, seconds } = test;
  const caught = findings.length - survivorsOf(test).length;
  const rows = findings.map((finding) => {
    const why = finding.brokeDown === undefined ? '**survived**' : `**broke down:** ${cell(finding.brokeDown)}`;
    const by = finding.caught ? `\`${finding.caught.id}\` ${cell(finding.caught.name)}` : why;
    return `| ${finding.name} | ${cell(finding.what)} | ${finding.clause} | ${finding.transport} | ${by} | ${finding.seconds.toFixed(1)} |`;
  });
  return `${[
    '# Self-test of the conformance suite',
    '',
    'Each deployment below is wrong in one way. It counts as caught when a scenario that cites the broken clause fails on it and',
    'passes on the same deployment put right.',
    '',
    `- ${caught} of ${findings.length} wrong deployments caught, in ${Math.round(seconds)} s`,
    `- ${control.scenarios - control.failed.length} of ${control.scenarios} scenarios pass through the proxy when nothing is wrong`,
    ...(stub
      ? [
          `- ${stub.failed} of ${stub.scenarios} scenarios (${stub.percent.toFixed(1)} %) fail where every request receives an ok response`,
        ]
      : []),
    '',
    '| Wrong | What it does | Clause | Way | Caught by | s |',
    '|---|---|---|---|---|---:|',
    ...rows,
    ...brokenMarkdown('## Fails although nothing is wrong', control.failed),
    ...listed('Passes although every request receives an ok response', stub?.passed ?? []),
  ].join('\n')}\n`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

const listed = (title: string, ids: readonly string[]): string[] =>
  ids.length === 0 ? [] : ['', `## ${title}`, '', ...ids.map((id) => `- \`${id}\``)];
