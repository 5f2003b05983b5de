import { PRESETS } from '../src/engine/random-run/presets.test-helper.ts';
import type { Probes } from '../src/engine/random-run/probes.test-helper.ts';
import { type Failure, runSeed } from '../src/engine/random-run/random-run.test-helper.ts';

/** What a worker process of `simulate.ts` is asked to run. */
export interface SeedTask {
  readonly seed: number;
  readonly preset: string;
  readonly commands: number;
}

/** How it went. */
export interface SeedReport {
  readonly preset: string;
  readonly failure: Failure | null;
  readonly probes: readonly (readonly [string, number])[];
}

process.on('message', ({ seed, preset: name, commands }: SeedTask) => {
  const preset = PRESETS.find((own) => own.name === name);
  if (!preset) throw new Error(`no preset ${name}`);
  const probes: Probes = new Map();
  const failure = runSeed(seed, preset, commands, probes);
  process.send?.({ preset: name, failure, probes: [...probes] } satisfies SeedReport);
});
