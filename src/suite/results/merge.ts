import { inFeatureOrder } from './read-messages.ts';
import type { Run, RunFacts, ScenarioResult } from './run.ts';

/** Runs that are not parts of one. */
export class MergeError extends Error {
  override readonly name = 'MergeError';
}

/**
 * The run that several runs are parts of: the shards of one selection, or runs of one selection that overlap.
 *
 * @throws MergeError when they are of different suites, targets, profiles, ways or selections, and when a scenario came to
 *   different verdicts
 */
export function mergeRuns(runs: readonly Run[]): Run {
  const [first] = runs;
  if (!first) throw new MergeError('there is no run to merge');
  for (const { facts } of runs) checkSameKind(first.facts, facts);
  return {
    facts: mergedFacts(
      runs.map(({ facts }) => facts),
      first.facts,
    ),
    scenarios: mergedScenarios(runs),
  };
}

/** What parts must share, by the name a reader has for it. */
const SHARED: readonly (readonly [string, (facts: RunFacts) => string])[] = [
  ['suites', ({ suite }) => `${suite.name} ${suite.version}`],
  ['kinds of target', ({ target }) => target.kind],
  ['target versions', ({ target }) => target.version ?? 'unknown'],
  ['profiles', ({ profile }) => profile],
  ['ways', ({ transport }) => transport],
  ['selections', ({ selection }) => selection.join(' ') || 'everything'],
];

function checkSameKind(a: RunFacts, b: RunFacts): void {
  for (const [name, of] of SHARED) {
    if (of(a) !== of(b)) throw new MergeError(`runs of different ${name} cannot be merged: ${of(a)} and ${of(b)}`);
  }
}

function mergedFacts(all: readonly RunFacts[], first: RunFacts): RunFacts {
  const startedAt = Math.min(...all.map((facts) => facts.startedAt));
  const counted = all.flatMap(({ tokens }) => (tokens ? [tokens] : []));
  const spent = all.flatMap(({ spentTokens }) => spentTokens ?? []);
  const stopped = [...new Set(all.flatMap((facts) => facts.stopped ?? []))];
  const missing = missingShards(all);
  const why = [
    ...stopped,
    ...(missing.length === 0 ? [] : [`${missing.length === 1 ? 'shard' : 'shards'} ${missing.join(', ')} missing`]),
  ];
  // Parts that ran side by side share the buckets, so what was expected of each says nothing of all.
  const { forecast: _forecast, ...same } = first;
  return {
    ...same,
    seed: all.every(({ seed }) => seed === first.seed) ? first.seed : null,
    shard: null,
    // Only what every part of the target offered.
    capabilities: first.capabilities.filter((one) => all.every(({ capabilities }) => capabilities.includes(one))),
    tokens:
      counted.length === 0
        ? null
        : { budget: sum(counted.map(({ budget }) => budget)), spent: sum(counted.map(({ spent }) => spent)) },
    ...(spent.length > 0 && { spentTokens: sum(spent) }),
    startedAt,
    // From the first beginning to the last end: parts may have run side by side.
    wallMs: Math.max(...all.map((facts) => facts.startedAt + facts.wallMs)) - startedAt,
    stopped: why.length === 0 ? null : why.join('; '),
    leftBehind: all.flatMap(({ leftBehind }) => leftBehind),
  };
}

/** Shards that would make the run whole, such as `2/3`; none where a part was no shard. */
function missingShards(all: readonly RunFacts[]): string[] {
  if (all.some(({ shard }) => shard === null)) return [];
  const of = [...new Set(all.flatMap(({ shard }) => shard?.of ?? []))];
  if (of.length > 1)
    throw new MergeError(`shards of different cuts cannot be merged: ${of.map((n) => `1/${n}`).join(' and ')}`);
  const there = new Set(all.flatMap(({ shard }) => shard?.index ?? []));
  return Array.from({ length: of[0] ?? 0 }, (_, place) => place + 1)
    .filter((index) => !there.has(index))
    .map((index) => `${index}/${of[0] ?? 0}`);
}

function mergedScenarios(runs: readonly Run[]): ScenarioResult[] {
  const merged = new Map<string, ScenarioResult>();
  for (const scenario of runs.flatMap(({ scenarios }) => scenarios)) {
    const known = merged.get(scenario.id);
    if (known && known.verdict !== scenario.verdict) {
      throw new MergeError(`${scenario.id} came to two verdicts: ${known.verdict} and ${scenario.verdict}`);
    }
    if (!known) merged.set(scenario.id, scenario);
  }
  return [...merged.values()].sort(inFeatureOrder);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
