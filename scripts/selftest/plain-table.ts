import { type Broken, brokenMarkdown } from './broken.ts';
import type { TransportName } from '../../src/suite/results/run.ts';

/** Scenarios that were not run, and what they lacked. */
export interface SkippedFor {
  readonly why: string;
  readonly scenarios: readonly string[];
}

/** What the suite said of one wrong deployment without a control plane. */
export interface PlainFinding {
  readonly name: string;
  /** The file of wrongs that holds it. */
  readonly group: string;
  readonly clause: string;
  readonly what: string;
  readonly transport: TransportName;
  /** `skipped`: it survived because no scenario that cites the clause could be run; `passed`: although some were run. */
  readonly verdict: 'caught' | 'skipped' | 'passed';
  readonly caught: { readonly id: string; readonly name: string; readonly said: string } | null;
  /** Scenarios that cite the clause, and how many of them were run before one failed. */
  readonly scenarios: number;
  readonly ran: number;
  readonly skipped: readonly SkippedFor[];
  readonly seconds: number;
}

/** What the suite said of the plain deployment that rewrites nothing. */
export interface PlainControl {
  readonly scenarios: number;
  readonly failed: readonly Broken[];
}

export interface PlainTest {
  readonly control: PlainControl;
  readonly findings: readonly PlainFinding[];
  readonly seconds: number;
}

export interface GroupScore {
  readonly group: string;
  readonly wrongs: number;
  readonly caught: number;
  readonly skipped: number;
  readonly passed: number;
}

/** One line for each file of wrongs, in their order. */
export function scoresOf(findings: readonly Pick<PlainFinding, 'group' | 'verdict'>[]): GroupScore[] {
  const groups = [...new Set(findings.map(({ group }) => group))];
  return groups.map((group) => {
    const own = findings.filter((finding) => finding.group === group);
    const count = (wanted: PlainFinding['verdict']): number => own.filter(({ verdict }) => verdict === wanted).length;
    return { group, wrongs: own.length, caught: count('caught'), skipped: count('skipped'), passed: count('passed') };
  });
}

export const percentOf = (part: number, whole: number): string =>
  whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`;

/** One line for a wrong deployment as it was judged. */
export function plainLine(finding: PlainFinding): string {
  const { name, clause, seconds } = finding;
  const verdict = finding.caught ? 'caught  ' : 'SURVIVED';
  return `${verdict}  ${name.padEnd(38)} ${clause.padEnd(42)} ${seconds.toFixed(1).padStart(5)} s  ${byOf(finding)}`;
}

/** The scenario that caught it, or why none did. */
function byOf({ caught, verdict, scenarios, ran, skipped }: PlainFinding): string {
  if (caught) return `${caught.id} ${caught.name}`;
  const reasons = skipped.map(({ why, scenarios: own }) => `${own.length} ${why}`).join('; ');
  if (verdict === 'skipped') return `all ${scenarios} scenarios skipped: ${reasons}`;
  return `${ran} of ${scenarios} scenarios run and none failed${reasons === '' ? '' : `; skipped: ${reasons}`}`;
}

/** The last lines on a terminal. */
export function plainSummary(test: PlainTest): string[] {
  const { findings, control } = test;
  const caught = findings.filter((finding) => finding.caught).length;
  return [
    ...control.failed.map(({ id }) => `fails without any wrong and without a control plane: ${id}`),
    ...findings
      .filter((finding) => !finding.caught)
      .map(
        ({ name, clause, verdict }) =>
          `survived without a control plane${verdict === 'skipped' ? ' because skipped' : ''}: ${name} breaks ${clause}`,
      ),
    `without a control plane: ${caught} of ${findings.length} caught, ${percentOf(caught, findings.length)}`,
    `in ${Math.round(test.seconds)} s: ${control.failed.length === 0 ? 'sound' : 'NOT SOUND'}`,
  ];
}

/** The part of the page about deployments without a control plane. */
export function plainMarkdown(test: PlainTest): string {
  const { findings, control } = test;
  const caught = findings.filter((finding) => finding.caught).length;
  const survivors = findings.filter((finding) => !finding.caught);
  return `${[
    '## Without a control plane',
    '',
    'The same wrongs, each judged as a plain deployment: URLs, a service name, eight funded wallets, a keeper and a wallet that is',
    'not whitelisted, under the rate limits of production.',
    '',
    `- ${caught} of ${findings.length} wrong deployments caught (${percentOf(caught, findings.length)}), in ${Math.round(test.seconds)} s`,
    `- ${control.scenarios - control.failed.length} of ${control.scenarios} scenarios that can be run pass when nothing is wrong`,
    '',
    '| Group | Wrongs | Caught | Survived because skipped | Survived although run | Caught |',
    '|---|---:|---:|---:|---:|---:|',
    ...scoresOf(findings).map(
      ({ group, wrongs, caught: own, skipped, passed }) =>
        `| ${group} | ${wrongs} | ${own} | ${skipped} | ${passed} | ${percentOf(own, wrongs)} |`,
    ),
    '',
    '| Survivor | Group | Clause | Transport | What it does | Why |',
    '|---|---|---|---|---|---|',
    ...survivors.map(
      (one) =>
        `| ${one.name} | ${one.group} | ${one.clause} | ${one.transport} | ${cell(one.what)} | ${cell(byOf(one))} |`,
    ),
    ...brokenMarkdown('### Fails although nothing is wrong', control.failed),
  ].join('\n')}\n`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
