import type { Capability, Deployment } from '../deployment.ts';
import { needsOf, type Spoken } from '../needs.ts';

/** What a scenario needs and a deployment does not offer, as far as it shows before the scenario runs. */
export function lacksOf(
  spoken: Spoken,
  { capabilities, waitMs }: Pick<Deployment, 'capabilities' | 'waitMs'>,
): (Capability | 'time')[] {
  const lacks: (Capability | 'time')[] = needsOf(spoken).filter((need) => !capabilities.has(need));
  const isKept = lacks.includes('clock') || waitMs === undefined;
  return isKept || longestWait(spoken.steps) <= waitMs ? lacks : [...lacks, 'time'];
}

/** Why a scenario that lacks this is skipped, in one line. */
export function skipReason(
  lack: Capability | 'time',
  { absent, waitMs }: Pick<Deployment, 'absent' | 'waitMs'>,
): string {
  if (lack === 'time') return `would wait in real time for longer than ${waitMs ?? 0} ms`;
  return `needs ${lack}: ${absent.get(lack) ?? 'the target does not offer it'}`;
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000 };

/** The longest passage of time that the sentences of a scenario ask for in milliseconds; longer units need a clock. */
function longestWait(steps: readonly string[]): number {
  return Math.max(
    0,
    ...steps.map((step) => {
      const [, amount, unit = ''] = /^(\d+) (ms|s) pass$/.exec(step) ?? [];
      return Number(amount ?? 0) * (UNITS[unit] ?? 0);
    }),
  );
}
