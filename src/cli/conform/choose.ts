import type { TransportName } from '../../suite/results/run.ts';
import { needsOf } from '../../suite/needs.ts';
import { FeatureError, type PlannedScenario, planOf } from '../../suite/suite/plan.ts';
import { select, SelectionError } from '../../suite/suite/select.ts';
import type { Profile } from '../../suite/targets/profile.ts';
import { nearestAside } from '../../kernel/nearest.ts';
import { UsageError } from '../usage-error.ts';
import { featureFiles, loadSteps, type OwnFeature, ownFeatures, rerunIds } from './files.ts';
import type { ConformFlags, Settings } from './flags.ts';
import { profileOf } from './profile-of.ts';

/** What is to be run. */
export interface Chosen {
  readonly profile: Profile;
  readonly transport: TransportName;
  readonly plan: readonly PlannedScenario[];
  readonly scenarios: readonly PlannedScenario[];
}

/**
 * Returns the scenarios that features, flags and profile choose together. The steps of the suite are loaded from here on.
 *
 * @param features paths, with or without lines
 * @throws UsageError when they name nothing, or nothing is left
 */
export async function choose(features: readonly string[], flags: ConformFlags, { shard }: Settings): Promise<Chosen> {
  await loadSteps();
  const profile = profileOf(flags.profile ?? 'full');
  const transport = profile.select.transport ?? 'rest';
  const own = ownFeatures(features);
  const plan = planWith(own);
  const { tags, areas, without = [] } = profile.select;
  const offered = plan.filter(
    (scenario) =>
      (!areas || areas.includes(scenario.area) || own.some(({ path }) => path === scenario.uri)) &&
      (without.length === 0 || !needsOf(scenario).some((need) => without.includes(need))),
  );
  try {
    const scenarios = select(offered, {
      paths: features.map((path) => inPackage(path, own)),
      tags: [TRANSPORTS[transport], ...(tags === undefined ? [] : [tags]), ...(flags.tags ?? [])],
      clauses: flags.clause ?? [],
      exclude: flags.exclude ?? [],
      rerun: flags.rerun === undefined ? undefined : rerunIds(flags.rerun),
      shard,
    });
    if (scenarios.length === 0) {
      throw new UsageError(`no scenario matches: --list shows all scenarios${unknownName(flags, offered)}`);
    }
    return { profile, transport, plan, scenarios };
  } catch (error) {
    if (error instanceof SelectionError) throw new UsageError(error.message);
    throw error;
  }
}

/** The scenarios of the package, and of feature files of the user's own. */
function planWith(own: readonly OwnFeature[]): PlannedScenario[] {
  const ofPackage = planOf(featureFiles());
  if (own.length === 0) return ofPackage;
  try {
    return [...ofPackage, ...planOf(new Map(own.map(({ path, text }) => [path, text])))];
  } catch (error) {
    if (error instanceof FeatureError) throw new UsageError(error.message);
    throw error;
  }
}

/** The first tag or clause of the flags that no scenario has, with the nearest one; empty where there is none. */
function unknownName({ tags = [], clause = [] }: ConformFlags, offered: readonly PlannedScenario[]): string {
  const known = [...new Set(offered.flatMap((scenario) => scenario.tags))];
  const named = tags.flatMap((expression) => [...expression.matchAll(/@([^\s()]+)/g)].map(([, tag = '']) => tag));
  const cited = clause.filter((glob) => !glob.includes('*')).map((id) => `clause:${id}`);
  const unknown = [...named, ...cited].find((tag) => !known.includes(tag));
  return unknown === undefined ? '' : nearestAside(unknown, known);
}

/** A path as scenarios are named: from the root of the package. */
function inPackage(path: string, own: readonly OwnFeature[]): string {
  const feature = own.find(({ given }) => path === given || path.startsWith(`${given}:`));
  return feature === undefined ? path : `${feature.path}${path.slice(feature.given.length)}`;
}

/** Scenarios about one way of travelling are not for the other. */
const TRANSPORTS: Readonly<Record<TransportName, string>> = { rest: 'not @ws-only', ws: 'not @rest-only' };
