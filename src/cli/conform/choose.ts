import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TransportName } from '../../harness/results/run.ts';
import { needsOf } from '../../harness/needs.ts';
import { type PlannedScenario, planOf } from '../../harness/suite/plan.ts';
import { select, SelectionError } from '../../harness/suite/select.ts';
import { type Profile, ProfileError, readProfile } from '../../harness/targets/profile.ts';
import { packageRoot } from '../../runtime/package-root.ts';
import { UsageError } from '../usage-error.ts';
import { featureFiles, readDocumentOf, rerunIds } from './files.ts';
import type { ConformFlags, Settings } from './flags.ts';

/** Profiles that come with the package; any other is a file. */
const BUILT_IN = ['core', 'full', 'readonly', 'ws'];

/** What is to be run. */
export interface Chosen {
  readonly profile: Profile;
  readonly transport: TransportName;
  readonly plan: readonly PlannedScenario[];
  readonly scenarios: readonly PlannedScenario[];
}

/**
 * The scenarios that features, flags and profile choose together.
 *
 * @param features paths, with or without lines
 * @throws UsageError when they name nothing, or nothing is left
 */
export function choose(features: readonly string[], flags: ConformFlags, { shard }: Settings): Chosen {
  const profile = profileOf(flags.profile ?? 'full');
  const transport = profile.select.transport ?? 'rest';
  const plan = planOf(featureFiles());
  const { tags, areas, without = [] } = profile.select;
  const offered = plan.filter(
    (scenario) =>
      (!areas || areas.includes(scenario.area)) && !needsOf(scenario).some((need) => without.includes(need)),
  );
  try {
    const scenarios = select(offered, {
      paths: features,
      tags: [TRANSPORTS[transport], ...(tags === undefined ? [] : [tags]), ...(flags.tags ?? [])],
      clauses: flags.clause ?? [],
      exclude: flags.exclude ?? [],
      rerun: flags.rerun === undefined ? undefined : rerunIds(flags.rerun),
      shard,
    });
    if (scenarios.length === 0) throw new UsageError('no scenario matches: --list shows all scenarios');
    return { profile, transport, plan, scenarios };
  } catch (error) {
    if (error instanceof SelectionError) throw new UsageError(error.message);
    throw error;
  }
}

/** Scenarios about one way of travelling are not for the other. */
const TRANSPORTS: Readonly<Record<TransportName, string>> = { rest: 'not @ws-only', ws: 'not @rest-only' };

function profileOf(name: string): Profile {
  const file = BUILT_IN.includes(name) ? join(packageRoot(), 'fixtures', 'targets', `${name}.json`) : name;
  try {
    return readProfile(readDocumentOf('--profile', file), name);
  } catch (error) {
    if (error instanceof ProfileError) throw new UsageError(`--profile: ${error.message}`);
    if (error instanceof UsageError && !existsSync(file)) {
      throw new UsageError(`${error.message}; built in are ${BUILT_IN.join(', ')}`);
    }
    throw error;
  }
}
