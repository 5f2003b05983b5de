import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { fromCwd } from '../../exchange/host.ts';
import { worldNames } from '../../exchange/world/world-file.ts';
import { loadScenario } from '../../scenarios/format/load.ts';
import { durationMs, durationText } from '../../scenarios/format/times.ts';
import type { RecordedWorld } from '../../lab/recorded/recorded-world.ts';
import type { Written } from '../../lab/recorded/tape.ts';
import { moved, readWritten } from '../../scenarios/shrinking/written-files.ts';
import { UsageError } from '../usage-error.ts';

/** What a recorded scenario runs in. */
export interface RecordedGround {
  /** Left out: the one that the source names. */
  readonly world?: RecordedWorld;
  /** Fields of the scenario file, laid over those that the source gives. */
  readonly lay: (written: Written) => Written;
}

/**
 * Reads `--world` and `--scenario`. Names of files become relative to `folder`, that of the scenario.
 *
 * @throws UsageError for both of them, or a world that is not there; ScenarioFileError for a scenario with problems
 */
export function recordedGround(flags: { world?: string; scenario?: string }, folder: string): RecordedGround {
  const { world, scenario } = flags;
  if (scenario === undefined) return world === undefined ? { lay: (written) => written } : ofWorld(world, folder);
  if (world !== undefined)
    throw new UsageError('--world and --scenario exclude each other: a scenario names its world');
  const found = readWritten(scenario);
  const loaded = loadScenario(scenario);
  const { world: named, markets } = moved(found, found.folder, folder).scenario;
  const lay = ({ accounts, timeline, ...head }: Written): Written => ({
    ...head,
    ...(named !== undefined && { world: named }),
    duration: durationText(Math.min(durationMs(String(head['duration'])) ?? loaded.durationMs, loaded.durationMs)),
    ...(markets !== undefined && { markets }),
    accounts,
    timeline,
  });
  return { world: loaded.world, lay };
}

function ofWorld(given: string, folder: string): RecordedGround {
  if (worldNames().includes(given)) return { world: given, lay: (written) => ({ ...written, world: given }) };
  const file = fromCwd(given);
  if (!existsSync(file))
    throw new UsageError(
      `--world must be ${worldNames().join(', ')}, or the name of a file that is there (got "${given}")`,
    );
  return { world: file, lay: (written) => ({ ...written, world: relative(folder, file) }) };
}
