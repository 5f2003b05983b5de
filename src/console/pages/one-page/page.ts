import { counted, duration, instant, plural } from '../../../kernel/words.ts';
import { citedBy } from '../../../suite/coverage/citations.ts';
import type { Coverage } from '../../../suite/coverage/count.ts';
import { shortfallOf, shortfallText } from '../../../suite/coverage/citations.ts';
import { lackWords } from '../../../suite/outlook.ts';
import { additionRows } from '../../../suite/outlook.ts';
import { type Gain, outlookOf, type Prospect } from '../../../suite/outlook.ts';
import { commandOf } from '../../../suite/reporters/words.ts';
import { type Conclusion, type Summary, summaryOf } from '../../../suite/reporters/summary.ts';
import { CONCLUSION_SHOWN } from '../../../suite/reporters/words.ts';
import type { Run, RunFacts, ScenarioResult } from '../../../suite/results/run.ts';
import { type AreaShare, areaShares, type Shares, sharesOf } from './areas.ts';

/** The summary of a run for a reader who does not read the full reports. */
export interface OnePage {
  readonly conclusion: Conclusion;
  /** `Conformant`. */
  readonly verdict: string;
  readonly sentence: string;
  readonly target: string;
  readonly facts: readonly (readonly [term: string, value: string])[];
  readonly clauses: Shares;
  readonly areas: readonly AreaShare[];
  readonly failures: readonly {
    readonly title: string;
    readonly feature: string;
    readonly clauses: readonly string[];
    readonly moreClauses: number;
  }[];
  readonly moreFailures: number;
  /** What was lacking, most clauses first. */
  readonly lacking: readonly (readonly [what: string, gain: Gain])[];
  readonly additions: readonly (readonly [what: string, gain: Gain])[];
  readonly command: string;
}

/** Limits that keep the summary on one page; the other reports hold everything. */
const FAILURES_SHOWN = 8;
const LACKS_SHOWN = 8;
const CLAUSES_SHOWN = 3;

export function onePageOf(run: Run, coverage: Coverage): OnePage {
  const { facts, scenarios } = run;
  const summary = summaryOf(run);
  const clauses = sharesOf(coverage.clauses);
  const failed = scenarios.filter(({ verdict }) => FAILED.has(verdict));
  const outlook = outlookOf(scenarios.map(prospectOf), clauses.clauses);
  return {
    conclusion: summary.conclusion,
    verdict: CONCLUSION_SHOWN[summary.conclusion].label,
    sentence: sentenceOf(run, summary, clauses),
    target: facts.target.name,
    facts: factsOf(facts),
    clauses,
    areas: areaShares(coverage.clauses),
    failures: failed.slice(0, FAILURES_SHOWN).map(failureOf),
    moreFailures: Math.max(0, failed.length - FAILURES_SHOWN),
    lacking: outlook.lacking.slice(0, LACKS_SHOWN).map(({ lack, ...gain }) => [lackWords(lack), gain] as const),
    additions: additionRows({ ...outlook, additions: biggestFirst(outlook.additions) }, false),
    command: repeatCommand(facts),
  };
}

const FAILED: ReadonlySet<ScenarioResult['verdict']> = new Set(['failed', 'error', 'unexpected-pass']);

/** What kept a scenario from a verdict: what the target lacked, or the reason where it lacked nothing that has a name. */
function prospectOf({ verdict, tags, lacks = [], reason }: ScenarioResult): Prospect {
  if (verdict === 'error') return { tags, lacks: ['the suite itself went wrong'] };
  if (verdict !== 'skipped') return { tags, lacks: [] };
  return { tags, lacks: lacks.length > 0 ? lacks : [reason ?? 'a reason that was not kept'] };
}

function failureOf({ name, feature, tags }: ScenarioResult): OnePage['failures'][number] {
  const clauses = citedBy(tags, 'clause');
  return {
    title: name,
    feature,
    clauses: clauses.slice(0, CLAUSES_SHOWN),
    moreClauses: Math.max(0, clauses.length - CLAUSES_SHOWN),
  };
}

const biggestFirst = <T extends Gain>(gains: readonly T[]): readonly T[] =>
  gains.toSorted((a, b) => b.clauses - a.clauses || b.scenarios - a.scenarios);

function sentenceOf(run: Run, { conclusion, counts }: Summary, { contradicted, proven, clauses }: Shares): string {
  const share = `${counted(proven)} of the ${plural(clauses, 'clause')} of the contract ${proven === 1 ? 'is' : 'are'} proven`;
  switch (conclusion) {
    case 'conformant':
      return counts['expected-failure'] > 0
        ? `Nothing failed but ${plural(counts['expected-failure'], 'check')} known to fail, and ${share}.`
        : `Every check that could be made passed, and ${share}.`;
    case 'not-conformant':
      return counts.failed > 0
        ? `${plural(counts.failed, 'check')} failed and ${counts.failed === 1 ? 'contradicts' : 'contradict'} ${plural(contradicted, 'clause')} of the contract; ${share}.`
        : `A check that was known to fail passes now, so the list of known failures must be brought up to date; ${share}.`;
    case 'incomplete':
      return `The run did not come to its end (${whyIncomplete(run)}), so its result is not final; ${share}.`;
    case 'nothing-proven':
      return 'No check could be made, so this run says nothing about the target.';
    case 'inconclusive': {
      const shortfall = shortfallOf(run);
      return `Nothing failed, but too little was checked to call the target conformant. ${shortfall ? shortfallText(shortfall, run.facts.profile) : ''}`;
    }
  }
}

function whyIncomplete({ facts: { stopped, leftBehind } }: Run): string {
  if (stopped !== null) return stopped;
  return leftBehind.length > 0 ? 'something was left behind on the target' : 'the suite itself went wrong';
}

const KINDS = {
  'in-process': 'the simulator, in the process of the suite',
  simulator: 'a simulator with its control plane',
  remote: 'a deployment without a control plane',
} as const;

function factsOf(facts: RunFacts): [string, string][] {
  const { target, profile, transport, suite, startedAt, wallMs, forecast, selection, shard } = facts;
  return [
    ['Target', `${target.name} (${KINDS[target.kind]}${target.version === null ? '' : `, version ${target.version}`})`],
    ['Date', instant(startedAt)],
    ['Profile', `${profile}, over ${transport === 'ws' ? 'WebSocket' : 'REST'}`],
    ...(selection.length === 0 ? [] : [['Only', chosenText(selection)] satisfies [string, string]]),
    ...(shard === null ? [] : [['Part', `${shard.index} of ${shard.of}`] satisfies [string, string]]),
    ['Took', forecast ? `${duration(wallMs)} (${duration(forecast.ms)} expected)` : duration(wallMs)],
    ['Rate-limit tokens spent', tokensText(facts)],
    ['Suite', `perpsim ${suite.version}`],
  ];
}

/** The command below the page names them all. */
const CHOICES_SHOWN = 2;

const chosenText = (selection: readonly string[]): string => {
  const more = selection.length - CHOICES_SHOWN;
  return [...selection.slice(0, CHOICES_SHOWN), ...(more > 0 ? [`${counted(more)} more`] : [])].join(', ');
};

function tokensText({ tokens, spentTokens, forecast, target }: RunFacts): string {
  const expected = forecast ? ` (${counted(forecast.tokens)} expected)` : '';
  if (tokens) return `${counted(tokens.spent)} of a budget of ${counted(tokens.budget)}${expected}`;
  if (spentTokens !== undefined) return `${counted(spentTokens)}${expected}`;
  return target.kind === 'remote' ? 'not counted' : 'none that matter: each check has an exchange of its own';
}

function repeatCommand(facts: RunFacts): string {
  const { selection, shard } = facts;
  return [commandOf(facts), ...selection, ...(shard === null ? [] : [`--shard ${shard.index}/${shard.of}`])].join(' ');
}

/** Words that both forms of the page share. */
export const HEADINGS = {
  proven: 'What this run proved',
  failed: 'What failed',
  lacking: 'What it could not check, and why',
  additions: 'What would let it check more',
  repeat: 'How to repeat it',
} as const;

/** Shares of the contract, in the order of the page. */
export const SHARES: readonly {
  readonly of: Exclude<keyof Shares, 'clauses'>;
  readonly label: string;
  readonly means: string;
}[] = [
  { of: 'proven', label: 'proven', means: 'a check passed, and none failed' },
  { of: 'contradicted', label: 'contradicted', means: 'a check failed' },
  { of: 'unchecked', label: 'could not be checked', means: 'something was missing, see below' },
  { of: 'left', label: 'not part of this test', means: 'no check of this run is about them' },
];

export const TEXTS = {
  clause: (clauses: number): string =>
    `The contract of the API consists of ${plural(clauses, 'clause')}: statements that can be checked one by one.`,
  proven: 'Clauses by area:',
  nothingFailed: 'Nothing failed.',
  moreClauses: (count: number): string => `and ${plural(count, 'more clause')}`,
  more: (count: number): string => `and ${counted(count)} more: see index.html`,
  lacking: 'A check that needs several things counts under each of them.',
  nothingLacking: 'Every check that was chosen could be made.',
  repeat:
    'Keys come from the environment variables that the profile names. Every check is in index.html, as a scenario with its messages.',
} as const;
