import { arch, availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os';

/** What a reader must know to compare two reports. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryMiB: number;
  readonly system: string;
  readonly node: string;
  /** Average of processes that ran or waited in the minute before the start. */
  readonly loadAtStart: number;
}

/** To be called before anything is measured: the benchmark itself is a load. */
export const machineFacts = (): Machine => ({
  cpu: cpus()[0]?.model.trim() ?? 'unknown processor',
  cores: availableParallelism(),
  memoryMiB: Math.round(totalmem() / 1_048_576),
  system: `${platform()} ${release()} ${arch()}`,
  node: process.version,
  loadAtStart: Math.round((loadavg()[0] ?? 0) * 100) / 100,
});

/** Share of the cores that other work may take before figures are not to be trusted. */
const QUIET = 0.15;
const NEEDED_CORES = 2;

/** Average of other processes above which a run is no record of what the exchange costs. */
const LOADED = 0.5;

/** Returns whether other work shared the machine to such a degree that no figure of the run may be committed. */
export const isLoaded = ({ loadAtStart }: Machine): boolean => loadAtStart > LOADED;

/** What speaks against the figures of this machine; empty for a quiet one. */
export function warningsOf({ loadAtStart, cores }: Machine): string[] {
  const warnings: string[] = [];
  if (loadAtStart > QUIET * cores) {
    warnings.push(`The load average was ${loadAtStart} on ${cores} cores at the start: other work shares the machine.`);
  }
  if (cores < NEEDED_CORES) {
    warnings.push(`${cores} core is shared by a server and the load on it: rates over REST and WebSocket say little.`);
  }
  return warnings;
}
