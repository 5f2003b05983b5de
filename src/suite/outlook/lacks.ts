import type { Capability, Deployment } from '../deployment.ts';
import { needsOf } from '../needs.ts';
import { type SpokenScenario, STEPS } from '../steps/library.ts';
import { claimOf, unlistedIn } from '../suite/claims.ts';

/** What shows before a scenario runs. */
type EarlyLack = Capability | 'time' | 'wallets';

type Offer = Pick<Deployment, 'capabilities' | 'waitMs' | 'wallets'>;

/**
 * Returns what a scenario needs and a deployment does not offer, as far as it shows before the scenario runs.
 *
 * @throws StepError while no step is defined
 */
export function lacksOf(scenario: SpokenScenario, { capabilities, waitMs, wallets }: Offer): EarlyLack[] {
  const lacks = needsOf(scenario).filter((need) => !capabilities.has(need));
  const isPatient = lacks.includes('clock') || waitMs === undefined || longestWait(scenario) <= waitMs;
  const isEnough = wallets === undefined || walletsIn(scenario) <= Math.max(1, wallets);
  // Elsewhere other people trade, and scenarios state no book.
  const isKept = capabilities.has('keeper') || !capabilities.has('reference-market') || !claimOf(scenario).takes;
  return [
    ...lacks,
    ...(isKept ? [] : (['keeper'] as const)),
    ...(isPatient ? [] : (['time'] as const)),
    ...(isEnough ? [] : (['wallets'] as const)),
  ];
}

/** Why a scenario that lacks this is skipped, in one line. */
export function skipReason(
  lack: EarlyLack,
  { absent, waitMs, wallets }: Pick<Deployment, 'absent' | 'waitMs' | 'wallets'>,
): string {
  if (lack === 'time') return `would wait in real time for longer than ${waitMs ?? 0} ms`;
  if (lack === 'wallets') return `needs more wallets than the ${wallets ?? 0} that the target has`;
  return `needs ${lack}: ${absent.get(lack) ?? 'the target does not offer it'}`;
}

/** Returns the longest passage of time that a step of a scenario waits for, in milliseconds; longer units need a clock. */
const longestWait = (scenario: SpokenScenario): number =>
  Math.max(0, ...STEPS.readAll(scenario).steps.map(({ cost }) => cost.passMs));

/** Returns how many wallets a scenario takes at least: those that a step introduces; one off the whitelist is no trader. */
function walletsIn(scenario: SpokenScenario): number {
  const unlisted = new Set(unlistedIn(scenario));
  const names = new Set(STEPS.readAll(scenario).steps.flatMap(({ claims }) => claims.introduces ?? []));
  return [...names].filter((name) => !unlisted.has(name)).length;
}
