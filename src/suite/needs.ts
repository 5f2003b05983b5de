import { CAPABILITIES, type Capability } from './deployment.ts';
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
  for (const tag of tags) {
    const named = /^@?needs:(.+)$/.exec(tag)?.[1];
    if (named !== undefined) needs.add(capability(named));
  }
  for (const step of steps) add(step.needs);
  if (hasTraded(steps)) needs.add('control');
  for (const value of values) for (const [figure, wanted] of FIGURES) if (figure.test(value)) add(wanted);
  if (tags.some((tag) => ANY_MARKET.test(tag))) needs.delete('reference-market');
  return CAPABILITIES.filter((need) => needs.has(need));
}

function capability(name: string): Capability {
  const known = CAPABILITIES.find((one) => one === name);
  if (!known) throw new Error(`@needs:${name} names no capability; there are ${CAPABILITIES.join(', ')}`);
  return known;
}
