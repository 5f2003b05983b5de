import { CAPABILITIES, type Capability } from './deployment.ts';

/** What a scenario says, as far as its needs show in it. */
export interface Spoken {
  /** With or without `@`. */
  readonly tags: readonly string[];
  /** Sentences without their keyword, names of outlines put in. */
  readonly steps: readonly string[];
  /** What its tables and doc strings hold, cell by cell. */
  readonly cells?: readonly string[];
}

/** A step of a pickle, as far as it has cells. */
export interface Pickled {
  readonly argument?: {
    readonly dataTable?: { readonly rows: readonly { readonly cells: readonly { readonly value: string }[] }[] };
    readonly docString?: { readonly content: string };
  };
}

export const cellsOf = (steps: readonly Pickled[]): string[] =>
  steps.flatMap(({ argument }) => [
    ...(argument?.dataTable?.rows ?? []).flatMap(({ cells }) => cells.map(({ value }) => value)),
    ...(argument?.docString ? [argument.docString.content] : []),
  ]);

/** Values that only a world of one's own makes, in sentences and in cells. */
const FIGURES: readonly (readonly [RegExp, readonly Capability[]])[] = [
  // Times around the start of the clock of every world.
  [/\b17(?:6[4-9]|70)\d{9}\b|\b17(?:6[4-9]|70)\d{6}\b/, ['clock']],
  [/\b20\d\d-\d\d-\d\dT\d\d:/, ['clock']],
  // What a bucket holds to the token.
  [/"remainingTokens":\d/, ['limits']],
  // Settings of a world of one's own.
  [/^limits\./, ['worlds', 'limits']],
  // What a target without rate limits leaves out of its responses.
  [/\brateLimit\.\w|^"rateLimit" of /, ['rate-limits']],
  // The one market of the world that has trading hours.
  [/\bWTI-USDT\b/i, ['trading-hours']],
  // Subaccount and venue ids, which count up from the same number in every world.
  [/\b186754289012345\d{4}\b|\b19480589384695\d{5}\b/, ['worlds']],
];

/** A wallet that is off the whitelist. */
const UNLISTED = /^the wallet of "([^"]+)" is not whitelisted$/;

/** What a scenario calls the wallets that are off the whitelist. */
export const unlistedIn = (steps: readonly string[]): readonly string[] =>
  steps.flatMap((step) => UNLISTED.exec(step)?.[1] ?? []);

/** True when a wallet that is off the whitelist has placed orders before it came to be off it. */
const hasTraded = (steps: readonly string[]): boolean =>
  steps.some((step, at) => {
    const name = UNLISTED.exec(step)?.[1];
    const acts = (one: string): boolean => / (has the open orders|has placed|buys|sells|opens)/.test(one);
    return name !== undefined && steps.slice(0, at).some((one) => one.startsWith(`"${name}" `) && acts(one));
  });

const MARKET: readonly Capability[] = ['reference-market'];

/**
 * Sentences that not every deployment can follow. A scenario needs what its sentences need, and what a tag
 * `@needs:<capability>` adds to them.
 */
const SENTENCES: readonly (readonly [RegExp, readonly Capability[]])[] = [
  // Prices and sizes are those of the ladders of that world; what says none holds in any market.
  [/^"[^"]+" (has the open orders|has placed|has the TWAP|places|posts|is long|is short)/, MARKET],
  [/^"[^"]+" (buys|sells|opens and closes) /, MARKET],
  [
    /^"[^"]+" (sends|tries|has sent) (place|modify|update(Leverage|IsolatedMargin)|voluntary|exchangeCollateral)/,
    MARKET,
  ],
  [/^anyone asks get(?!ExchangeStatus|IsWhitelisted|SubAccountIds)/, MARKET],
  [/^anyone gets "\/info\//, MARKET],
  [/^"[^"]+" (follows|subscribes to|receives(?! "))/, MARKET],
  [/^the world "(?!quiet")/, ['worlds']],
  [/^the world "quiet" with seed /, ['worlds']],
  // Where the suite cannot move the clock, it waits for a few seconds.
  [/^\d+ (minutes|hours|days) pass$/, ['clock']],
  [/^the exchange clock /, ['clock']],
  [/ the snapshot "|^the snapshot "/, ['control']],
  [/^(the index|the mark|the peg|the price feed|market|the exchange) /, ['control']],
  [UNLISTED, ['whitelist-off']],
  [/^"[^"]+" is in (tier|the tier) /, ['control']],
  [/^"[^"]+" (has a|no longer has a) referral/, ['control']],
  [/^"[^"]+" receives "/, ['control']],
  [/^"[^"]+" also owns the subaccount "[^"]+"$/, ['second-subaccount']],
  // Subaccounts that are there have names of their own.
  [/^"[^"]+" also owns the subaccount "[^"]+" named /, ['control']],
  [/^"[^"]+" is (no longer )?the manager of /, ['control']],
  [/^"[^"]+" is the expired-delegate of /, ['clock']],
  [/^"[^"]+" has \d+ delegated signers$/, ['clock', 'many-records']],
  [/^the (next withdrawal of|withdrawal) /, ['control']],
  [/^the orders of "[^"]+" end with its connection$/, ['control']],
  [/^"[^"]+" (is (long|short) .* against|has .* against)/, ['liquidity', 'second-wallet']],
  [/^a connection /, ['streams']],
  [/^\d+ more connections /, ['streams', 'exhaust']],
  [/^the address is run down by:?$|^the address has been run down$| until it is refused:$/, ['rate-limits', 'exhaust']],
  [/^"[^"]+" places within the same second:$/, ['rate-limits', 'exhaust']],
  [/^the bucket of |^the request has taken \d+ tokens? /, ['rate-limits']],
  [/^"[^"]+" (follows |subscribes |unsubscribes |disconnects)/, ['streams']],
  [/^(?!over ).* \d{3,} times$/, ['many-records']],
  [/^"[^"]+" sends \w+ \d+ times$/, ['limits']],
  [/^other requests take \d+ tokens/, ['limits']],
  [/^the address has \d+ token/, ['limits']],
  [/^the fault /, ['fault']],
  [/ trader$/, ['funded']],
];

/** Marks a scenario whose sentences would need the reference market, and whose figures hold in any. */
const ANY_MARKET = /^@?any-market$/;

/** What a target must offer for a scenario, in the order of `CAPABILITIES`. */
export function needsOf({ tags, steps, cells = [] }: Spoken): Capability[] {
  const needs = new Set<Capability>();
  for (const tag of tags) {
    const named = /^@?needs:(.+)$/.exec(tag)?.[1];
    if (named !== undefined) needs.add(capability(named));
  }
  for (const step of steps) {
    for (const [sentence, wanted] of SENTENCES) if (sentence.test(step)) for (const need of wanted) needs.add(need);
  }
  if (hasTraded(steps)) needs.add('control');
  for (const text of [...steps, ...cells]) {
    for (const [figure, wanted] of FIGURES) if (figure.test(text)) for (const need of wanted) needs.add(need);
  }
  if (tags.some((tag) => ANY_MARKET.test(tag))) needs.delete('reference-market');
  return CAPABILITIES.filter((need) => needs.has(need));
}

function capability(name: string): Capability {
  const known = CAPABILITIES.find((one) => one === name);
  if (!known) throw new Error(`@needs:${name} names no capability; there are ${CAPABILITIES.join(', ')}`);
  return known;
}
