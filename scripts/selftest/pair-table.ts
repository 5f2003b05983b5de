import type { TransportName } from '../../src/suite/results/run.ts';
import { percentOf } from './plain-table.ts';
import { WRONGS } from './wrongs/index.ts';

/** What the suite said of one wrong in one world. */
export interface Look {
  /**
   * - `caught`: a scenario that cites the clause failed on it, and passes where nothing is wrong
   * - `passed`: some were run, and none failed
   * - `unsettled`: some were begun, and none came to a verdict
   * - `skipped`: none can be run
   * - `broke-down`: the deployment logged an error of its own, which is not what is wrong with it
   */
  readonly verdict: 'caught' | 'passed' | 'unsettled' | 'skipped' | 'broke-down';
  readonly caught: { readonly id: string; readonly name: string; readonly said: string } | null;
  /** Scenarios that cite the clause, and how many of them came to a verdict. */
  readonly scenarios: number;
  readonly ran: number;
  /** Why others did not, most frequent first, each with its number. */
  readonly why: readonly string[];
  readonly seconds: number;
}

/** What the suite said of one wrong in the usual world and in another. */
export interface Pair {
  readonly name: string;
  /** The file of wrongs that holds it. */
  readonly group: string;
  readonly clause: string;
  readonly what: string;
  readonly transport: TransportName;
  readonly usual: Look;
  readonly other: Look;
}

/** What it takes that no plain target does, by the name of the wrong. */
const TAKES: ReadonlyMap<string, string | undefined> = new Map(WRONGS.map(({ name, takes }) => [name, takes]));

/**
 * A plain target can show it: it was caught on one, or a scenario that cites its clause came to a verdict there although the wrong takes
 * nothing that such a target does not do.
 */
const isShowable = ({ name, usual, other }: Pair): boolean =>
  [usual, other].some(({ verdict }) => verdict === 'caught' || (verdict === 'passed' && TAKES.get(name) === undefined));

const isCaught = ({ verdict }: Look): boolean => verdict === 'caught';

/** One line for a wrong deployment as it was judged. */
export function pairLine({ name, clause, usual, other }: Pair): string {
  const word = (look: Look): string => (isCaught(look) ? 'caught' : look.verdict.toUpperCase()).padEnd(10);
  const seconds = (usual.seconds + other.seconds).toFixed(1).padStart(6);
  return `${word(usual)} ${word(other)} ${name.padEnd(38)} ${clause.padEnd(42)} ${seconds} s  ${byOf(other)}`;
}

/** The scenario that caught it, or why none did. */
function byOf({ caught, scenarios, ran, why }: Look): string {
  if (caught) return `${caught.id} ${caught.name}`;
  const reasons = why.length > 0 ? `; ${why.join('; ')}` : '';
  return ran > 0
    ? `${ran} of ${scenarios} scenarios run and none failed${reasons}`
    : `none of ${scenarios} scenarios run${reasons}`;
}

/** How many are caught in the usual world and in the other, of those that a plain target can show. */
export function pairScores(pairs: readonly Pair[]) {
  const usual = pairs.filter((pair) => isCaught(pair.usual));
  const showable = pairs.filter(isShowable);
  const other = pairs.filter((pair) => isCaught(pair.other));
  const lost = usual.filter((pair) => !isCaught(pair.other));
  return { all: pairs.length, showable: showable.length, usual: usual.length, other: other.length, lost: lost.length };
}

/** The last lines on a terminal. */
export function pairSummary(pairs: readonly Pair[], world: string): string[] {
  const { all, showable, usual, other, lost } = pairScores(pairs);
  return [
    `${all} wrong deployments, ${showable} that a plain target can show`,
    `quiet: ${usual} caught, ${percentOf(usual, showable)} of those`,
    `${world}: ${other} caught, ${percentOf(other, showable)} of those`,
    `caught on quiet and missed on ${world}: ${lost}, so ${percentOf(usual - lost, usual)} of those caught on quiet`,
  ];
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll(/\s+/g, ' ');

/** The whole as the body of a page. */
export function pairMarkdown(pairs: readonly Pair[], world: string): string[] {
  const groups = [...new Set(pairs.map(({ group }) => group))];
  const row = (group: string, own: readonly Pair[]): string => {
    const { all, showable, usual, other, lost } = pairScores(own);
    return `| ${group} | ${all} | ${showable} | ${usual} | ${other} | ${lost} | ${percentOf(other, showable)} |`;
  };
  const missed = pairs.filter((pair) => isShowable(pair) && !isCaught(pair.other));
  const lost = missed.filter((pair) => isCaught(pair.usual));
  const both = missed.filter((pair) => !isCaught(pair.usual));
  const hidden = pairs.filter((pair) => !isShowable(pair));
  const why = (pair: Pair): string => {
    const takes = TAKES.get(pair.name);
    return cell(takes === undefined ? byOf(pair.other) : `it takes ${takes}`);
  };
  return [
    `| Group | Wrongs | A plain target can show | Caught on quiet | Caught on ${world} | Caught on quiet alone | Share of what it can show |`,
    '|---|---:|---:|---:|---:|---:|---:|',
    ...groups.map((group) =>
      row(
        group,
        pairs.filter((pair) => pair.group === group),
      ),
    ),
    row('all', pairs),
    '',
    `## Caught on quiet and missed on ${world}`,
    '',
    '| Wrong | Clause | What it does | Caught on quiet by | Why it is missed |',
    '|---|---|---|---|---|',
    ...lost.map(
      (pair) =>
        `| ${pair.name} | ${pair.clause} | ${cell(pair.what)} | \`${pair.usual.caught?.id ?? ''}\` | ${why(pair)} |`,
    ),
    '',
    '## Missed in both worlds',
    '',
    '| Wrong | Clause | What it does | Why |',
    '|---|---|---|---|',
    ...both.map((pair) => `| ${pair.name} | ${pair.clause} | ${cell(pair.what)} | ${why(pair)} |`),
    '',
    '## What a plain target cannot show',
    '',
    '| Wrong | Clause | What it does | What its scenarios lack |',
    '|---|---|---|---|',
    ...hidden.map((pair) => `| ${pair.name} | ${pair.clause} | ${cell(pair.what)} | ${why(pair)} |`),
    '',
    '## Caught',
    '',
    '| Wrong | Clause | Transport | Scenario that caught it |',
    '|---|---|---|---|',
    ...pairs
      .filter((pair) => isCaught(pair.other))
      .map((pair) => `| ${pair.name} | ${pair.clause} | ${pair.transport} | \`${pair.other.caught?.id ?? ''}\` |`),
  ];
}
