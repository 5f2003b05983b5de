import type { Capability, Deployment } from '../deployment.ts';
import { needsOf, type Spoken } from '../needs.ts';
import { claimOf } from '../suite/claims.ts';

/** What shows before a scenario runs. */
type EarlyLack = Capability | 'time' | 'wallets';

type Offer = Pick<Deployment, 'capabilities' | 'waitMs' | 'wallets'>;

/** What a scenario needs and a deployment does not offer, as far as it shows before the scenario runs. */
export function lacksOf(spoken: Spoken, { capabilities, waitMs, wallets }: Offer): EarlyLack[] {
  const lacks = needsOf(spoken).filter((need) => !capabilities.has(need));
  const isPatient = lacks.includes('clock') || waitMs === undefined || longestWait(spoken.steps) <= waitMs;
  const isEnough = wallets === undefined || walletsIn(spoken.steps) <= Math.max(1, wallets);
  // Elsewhere other people trade, and scenarios state no book.
  const isKept = capabilities.has('keeper') || !capabilities.has('reference-market') || !claimOf(spoken).takes;
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

/** Funding is settled every hour. */
const HOUR_MS = 3_600_000;

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000 };

/** The longest passage of time that the sentences of a scenario ask for in milliseconds; longer units need a clock. */
function longestWait(steps: readonly string[]): number {
  return Math.max(
    0,
    ...steps.map((step) => {
      if (step === 'the next funding is settled') return HOUR_MS;
      const [, amount, unit = ''] = /^(\d+) (ms|s) pass$/.exec(step) ?? [];
      return Number(amount ?? 0) * (UNITS[unit] ?? 0);
    }),
  );
}

const TAKES_WALLET =
  /^"([^"]+)" is (?:a trader$|a (?:session|full) delegate of |the (?:delegate|session|removed-delegate|stranger) of )/;

/** How many wallets a scenario takes at least: those that a sentence introduces; one off the whitelist is no trader. */
function walletsIn(steps: readonly string[]): number {
  const unlisted = new Set(
    steps.flatMap((step) => /^the wallet of "([^"]+)" is not whitelisted$/.exec(step)?.[1] ?? []),
  );
  const names = new Set(steps.flatMap((step) => TAKES_WALLET.exec(step)?.[1] ?? []));
  return [...names].filter((name) => !unlisted.has(name)).length;
}
