import { CAPABILITIES, type Capability, type Deployment } from './deployment.ts';
import { termsIn } from './market/terms.ts';
import { claimOf, unlistedIn } from './run/claims.ts';
import { type ReadStep, type SpokenScenario, STEPS } from './steps/library.ts';

/** Values that only a world of one's own has, in the parameters and cells of steps, whichever sentence they are in. */
const FIGURES: readonly (readonly [RegExp, readonly Capability[]])[] = [
  // Times around the start of the clock of every world.
  [/\b17(?:6[4-9]|70)\d{9}\b|\b17(?:6[4-9]|70)\d{6}\b/, ['clock']],
  [/\b20\d\d-\d\d-\d\dT\d\d:/, ['clock']],
  // The exact number of tokens in a bucket.
  [/"remainingTokens":\d/, ['limits']],
  // Settings of a world of the scenario's own.
  [/^limits\./, ['worlds', 'limits']],
  // A target without rate limits omits it from its responses.
  [/\brateLimit\.\w/, ['rate-limits']],
  // The one market of the world that has trading hours.
  [/\bWTI-USDT\b/i, ['trading-hours']],
  // Subaccount and venue ids, which count up from the same number in every world.
  [/\b186754289012345\d{4}\b|\b19480589384695\d{5}\b/, ['worlds']],
];

/** True when a wallet that a step takes off the whitelist has traded before. */
const hasTraded = (steps: readonly ReadStep[]): boolean =>
  steps.some(({ claims: { unlists } }, at) => {
    const trades = ({ claims: { wallets = [], market } }: ReadStep): boolean =>
      wallets[0] === unlists && (market === 'places' || market === 'trades' || market === 'takes');
    return unlists !== undefined && steps.slice(0, at).some(trades);
  });

/** A market by its name, and not by what it is to the scenario. */
const NAMED = /\b[A-Z][A-Z0-9]*-USDT\b/i;

/** True for a scenario that speaks of markets in terms alone, so that its figures follow the target. */
export const isInTerms = (values: readonly string[]): boolean =>
  !values.some((value) => NAMED.test(value)) && termsIn(values).length > 0;

/** Marks a scenario whose steps would need the reference market, and whose figures hold in any. */
const ANY_MARKET = /^@?any-market$/;

/**
 * Returns what a target must offer for a scenario, in the order of `CAPABILITIES`: what its steps declare, what the figures in
 * it rest on, and what a tag `@needs:<capability>` adds.
 *
 * @throws Error for a tag that names no capability; StepError while no step is defined
 */
export function needsOf(scenario: SpokenScenario): Capability[] {
  const { tags } = scenario;
  const { steps, values } = STEPS.readAll(scenario);
  const needs = new Set<Capability>();
  const add = (wanted: readonly Capability[]): void => wanted.forEach((need) => needs.add(need));
  for (const step of steps) add(step.needs);
  if (hasTraded(steps)) needs.add('control');
  for (const value of values) for (const [figure, wanted] of FIGURES) if (figure.test(value)) add(wanted);
  if (tags.some((tag) => ANY_MARKET.test(tag))) needs.delete('reference-market');
  if (isInTerms(values)) {
    needs.delete('reference-market');
    needs.add('market');
  }
  // Last, so that a scenario in terms can still ask for the reference market: for its collateral.
  for (const tag of tags) {
    const named = /^@?needs:(.+)$/.exec(tag)?.[1];
    if (named !== undefined) needs.add(capability(named));
  }
  return CAPABILITIES.filter((need) => needs.has(need));
}

function capability(name: string): Capability {
  const known = CAPABILITIES.find((one) => one === name);
  if (!known) throw new Error(`@needs:${name} names no capability; there are ${CAPABILITIES.join(', ')}`);
  return known;
}

/** What shows before a scenario runs. */
type EarlyLack = Capability | 'time' | 'wallets' | 'own-wallet';

type Offer = Pick<Deployment, 'capabilities' | 'waitMs' | 'wallets'>;

/**
 * Returns what a scenario needs and a deployment does not offer, as far as it shows before the scenario runs.
 *
 * @throws StepError while no step is defined
 */
export function lacksOf(scenario: SpokenScenario, { capabilities, waitMs, wallets }: Offer): EarlyLack[] {
  const lacks = needsOf(scenario).filter((need) => !capabilities.has(need));
  const isPatient = lacks.includes('clock') || waitMs === undefined || longestWait(scenario) <= waitMs;
  const claim = claimOf(scenario);
  const isEnough = wallets === undefined || walletsIn(scenario) <= Math.max(1, wallets);
  const isApart = wallets === undefined || !claim.exhausts || wallets > 1;
  // Elsewhere other people trade, and scenarios state no book.
  const isKept = capabilities.has('keeper') || !capabilities.has('reference-market') || !claim.takes;
  return [
    ...lacks,
    ...(isKept ? [] : (['keeper'] as const)),
    ...(isPatient ? [] : (['time'] as const)),
    ...(isEnough ? [] : (['wallets'] as const)),
    ...(isApart ? [] : (['own-wallet'] as const)),
  ];
}

/** Says why a scenario that lacks this is skipped, in one line. */
export function skipReason(
  lack: EarlyLack,
  { absent, waitMs, wallets }: Pick<Deployment, 'absent' | 'waitMs' | 'wallets'>,
): string {
  if (lack === 'time') return `would wait in real time for longer than ${waitMs ?? 0} ms`;
  if (lack === 'wallets') return `needs more wallets than the ${wallets ?? 0} that the target has`;
  if (lack === 'own-wallet')
    return 'uses up the bucket of a wallet, and the target has no other for the other scenarios';
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
