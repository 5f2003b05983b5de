import { firstOf, type DrillFacts, type Invariant, type Violation } from './facts.ts';
import type { UsageRecord } from './tape.ts';

/** What a process may take up more at the end of a drill than in its beginning: less is noise of a garbage collector. */
const MORE_BYTES = 12 * 1_024 * 1_024;
const MORE_HANDLES = 12;
/** Processor time of an equal stretch of exchange time may be so many times as much. */
const MORE_CPU = 2.5;

/** Invariants of what the processes of a bot take up. Each compares the second quarter of the drill with the last. */
export const RESOURCES = {
  'memory-stays': {
    title: 'The memory of the process does not grow without end',
    means: `Resident memory: its least in the last quarter of the drill against its most in the second, and ${MORE_BYTES / 1_024 / 1_024} MiB.`,
    check: (facts) =>
      grown(
        facts,
        ({ bytes }) => bytes,
        MORE_BYTES,
        (bytes) => `${Math.round(bytes / 1_024 / 1_024)} MiB of memory`,
      ),
  },
  'handles-stay': {
    title: 'The process does not open ever more files and connections',
    means: `Open files and sockets: their least number in the last quarter of the drill against the most in the second, and ${MORE_HANDLES}.`,
    check: (facts) =>
      grown(
        facts,
        ({ handles }) => handles,
        MORE_HANDLES,
        (count) => `${count} open files and sockets`,
      ),
  },
  'cost-stays': {
    title: 'The same work does not cost ever more',
    means: `Processor time of the last quarter of the drill, against ${MORE_CPU} times that of the second.`,
    check: ({ tape: { usage } }) => {
      const [second, last] = [quarter(usage, 1), quarter(usage, 3)].map(
        (samples) => (samples.at(-1)?.cpuMs ?? 0) - (samples[0]?.cpuMs ?? 0),
      );
      const at = usage.at(-1)?.at ?? 0;
      return second !== undefined && last !== undefined && second > 0 && last > MORE_CPU * second
        ? [{ at, text: `the last quarter took ${last} ms of processor time, the second ${second} ms` }]
        : [];
    },
  },
} as const satisfies Readonly<Record<string, Invariant>>;

const quarter = (usage: readonly UsageRecord[], which: number): readonly UsageRecord[] =>
  usage.slice(Math.floor((usage.length * which) / 4), Math.floor((usage.length * (which + 1)) / 4));

function grown(
  { tape: { usage } }: DrillFacts,
  of: (usage: UsageRecord) => number,
  more: number,
  textOf: (value: number) => string,
): readonly Violation[] {
  const [second, last] = [quarter(usage, 1), quarter(usage, 3)];
  if (second.length === 0 || last.length === 0) return [];
  const [most, least] = [Math.max(...second.map(of)), Math.min(...last.map(of))];
  const at = last[0]?.at ?? 0;
  return firstOf(
    least > most + more ? [{ at }] : [],
    () => `${textOf(least)} at least, and ${textOf(most)} at most before`,
  );
}
