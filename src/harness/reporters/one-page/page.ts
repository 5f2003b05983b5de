import { askedIn, askerOf } from '../../coverage/asked.ts';
import { citedBy } from '../../coverage/citations.ts';
import type { Coverage } from '../../coverage/count.ts';
import { shortfallOf, shortfallText } from '../../coverage/floor.ts';
import { lackWords } from '../../outlook/additions.ts';
import { additionRows } from '../../outlook/outlook-text.ts';
import { type Gain, outlookOf, type Prospect } from '../../outlook/outlook.ts';
import type { Run, RunFacts, ScenarioResult } from '../../results/run.ts';
import { commandOf } from '../html/reproduce.ts';
import { type Conclusion, type Summary, summaryOf } from '../html/summary.ts';
import { CONCLUSION_SHOWN, counted, duration, instant, plural } from '../html/words.ts';
import { type AreaShare, areaShares } from './areas.ts';

/** What somebody should know of a run who does not read reports. */
export interface OnePage {
  readonly conclusion: Conclusion;
  /** `Conformant`. */
  readonly verdict: string;
  readonly sentence: string;
  readonly target: string;
  readonly facts: readonly (readonly [term: string, value: string])[];
  readonly clauses: { readonly proven: number; readonly asked: number; readonly contract: number };
  readonly areas: readonly AreaShare[];
  readonly failures: readonly {
    readonly title: string;
    readonly feature: string;
    readonly clauses: readonly string[];
  }[];
  readonly moreFailures: number;
  /** What was lacking, most clauses first. */
  readonly lacking: readonly (readonly [what: string, gain: Gain])[];
  /** A sentence about clauses that no chosen scenario cites; undefined when there are none. */
  readonly unasked: string | undefined;
  readonly additions: readonly (readonly [what: string, gain: Gain])[];
  readonly command: string;
}

/** A page is a page: whoever wants them all has the other reports. */
const FAILURES_SHOWN = 8;
const LACKS_SHOWN = 8;

export function onePageOf(run: Run, coverage: Coverage): OnePage {
  const { facts, scenarios } = run;
  const summary = summaryOf(run);
  const { proven, asked } = askedIn(run);
  const contract = coverage.total.clauses;
  const failed = scenarios.filter(({ verdict }) => FAILED.has(verdict));
  const outlook = outlookOf(scenarios.map(prospectOf), contract);
  return {
    conclusion: summary.conclusion,
    verdict: CONCLUSION_SHOWN[summary.conclusion].label,
    sentence: sentenceOf(run, summary, coverage),
    target: facts.target.name,
    facts: factsOf(facts),
    clauses: { proven, asked, contract },
    areas: areaShares(coverage.clauses),
    failures: failed
      .slice(0, FAILURES_SHOWN)
      .map(({ name, feature, tags }) => ({ title: name, feature, clauses: citedBy(tags, 'clause') })),
    moreFailures: Math.max(0, failed.length - FAILURES_SHOWN),
    lacking: outlook.lacking.slice(0, LACKS_SHOWN).map(({ lack, ...gain }) => [lackWords(lack), gain] as const),
    unasked:
      asked < contract
        ? `${plural(contract - asked, 'clause')} of the contract ${contract - asked === 1 ? 'is' : 'are'} left out by ${askerOf(facts)}.`
        : undefined,
    additions: additionRows(outlook),
    command: repeatCommand(facts),
  };
}

const FAILED: ReadonlySet<ScenarioResult['verdict']> = new Set(['failed', 'error', 'unexpected-pass']);

/** What kept a scenario from a verdict; a run of an earlier version has only the reason. */
function prospectOf({ verdict, tags, lacks = [], reason }: ScenarioResult): Prospect {
  if (verdict === 'error') return { tags, lacks: ['the suite itself went wrong'] };
  if (verdict !== 'skipped') return { tags, lacks: [] };
  return { tags, lacks: lacks.length > 0 ? lacks : [reason ?? 'a reason that was not kept'] };
}

function sentenceOf(run: Run, { conclusion, counts }: Summary, coverage: Coverage): string {
  const { proven, asked } = askedIn(run);
  const share = `${counted(proven)} of the ${plural(asked, 'clause')} that ${askerOf(run.facts)} could ask ${proven === 1 ? 'is' : 'are'} proven`;
  switch (conclusion) {
    case 'conformant':
      return `Nothing failed that is not known to fail, and ${share}.`;
    case 'not-conformant': {
      const broken = coverage.clauses.filter(({ state }) => state === 'broken').length;
      return counts.failed > 0
        ? `${plural(counts.failed, 'scenario')} failed, which contradicts ${plural(broken, 'clause')} of the contract; ${share}.`
        : `The list of known failures no longer holds; ${share}.`;
    }
    case 'incomplete':
      return `The run is not whole (${whyIncomplete(run)}), so its result is not final; ${share}.`;
    case 'nothing-proven':
      return 'No scenario could run to its end, so the run says nothing of the target.';
    case 'inconclusive': {
      const shortfall = shortfallOf(run);
      return `Nothing failed, but too little was proven. ${shortfall ? shortfallText(shortfall, run.facts.profile) : ''}`;
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
  const { target, profile, transport, suite, startedAt, wallMs, selection, shard, capabilities } = facts;
  return [
    ['Target', `${target.name} (${KINDS[target.kind]}${target.version === null ? '' : `, version ${target.version}`})`],
    ['Date', instant(startedAt)],
    ['Profile', `${profile}, over ${transport === 'ws' ? 'WebSocket' : 'REST'}`],
    ...(selection.length === 0 ? [] : [['Chosen by', selection.join(' ')] satisfies [string, string]]),
    ...(shard === null ? [] : [['Part', `${shard.index} of ${shard.of}`] satisfies [string, string]]),
    ['Took', facts.forecast ? `${duration(wallMs)}; ${duration(facts.forecast.ms)} were expected` : duration(wallMs)],
    ['Tokens', tokensText(facts)],
    ['Target offers', capabilities.join(', ') || 'nothing that was probed'],
    ['Suite', `perpsim ${suite.version}, ${plural(suite.clauses, 'clause')}`],
  ];
}

function tokensText({ tokens, spentTokens, target }: RunFacts): string {
  if (tokens) return `${counted(tokens.spent)} of a budget of ${counted(tokens.budget)}`;
  if (spentTokens !== undefined) return counted(spentTokens);
  return target.kind === 'remote' ? 'not counted' : 'none that matter: each scenario has an exchange of its own';
}

function repeatCommand(facts: RunFacts): string {
  const { selection, shard } = facts;
  return [commandOf(facts), ...selection, ...(shard === null ? [] : [`--shard ${shard.index}/${shard.of}`])].join(' ');
}
