import { AGGREGATOR_ROUTES } from '../../contract/aggregator.ts';
import { actionsOf, INFO_ACTIONS, TRADE_ACTIONS } from '../../contract/catalogue.ts';
import type { StreamEndpoint } from '../../contract/channel.ts';
import { ALL_CHANNELS, CHANNELS } from '../../contract/channels.ts';
import { ERRORS } from '../../kernel/errors.ts';
import type { Run, ScenarioResult, TransportName } from '../results/run.ts';
import type { Contract } from './contract.ts';

/** Everything that runs are held against: the texts of the contract, and what its catalogue offers. */
export interface Catalogue extends Contract {
  readonly offered: readonly Offered[];
  /** Codes with which whole requests and items can be rejected. */
  readonly codes: readonly string[];
}

/** Something that can be asked for. */
export interface Offered {
  /** As `Observed.served` calls it: `placeOrders`, `/v1/info/contracts`, `orderbook`. */
  readonly name: string;
  readonly kind: 'trade' | 'info' | 'aggregator' | 'channel';
}

const ENDPOINTS: readonly StreamEndpoint[] = ['trade', 'info'];
const ACTIONS = { trade: actionsOf(TRADE_ACTIONS), info: actionsOf(INFO_ACTIONS) };

/** Actions by their own name, plain routes by their path, channels by their canonical type; in that order. */
const OFFERED: readonly Offered[] = [
  ...ENDPOINTS.flatMap((kind) => ACTIONS[kind].map(({ name }) => ({ name, kind }))),
  ...AGGREGATOR_ROUTES.map(({ path }) => ({ name: path, kind: 'aggregator' as const })),
  ...ALL_CHANNELS.map(({ name }) => ({ name, kind: 'channel' as const })),
];

export const catalogueOf = (contract: Contract): Catalogue => ({
  ...contract,
  offered: OFFERED,
  codes: Object.keys(ERRORS),
});

/** Plain routes are asked for by HTTP whatever carries the actions, and channels exist on streams alone. */
export const isOfferedOver = ({ kind }: Offered, transport: TransportName): boolean =>
  kind === 'channel' ? transport === 'ws' : kind === 'aggregator' ? transport === 'rest' : true;

/** The catalogue's name of what was served: a channel has several spellings. */
export const canonicalName = (served: string): string => CHANNELS.get(served)?.name ?? served;

/** What the runs saw on the wire, whatever their scenarios assert. */

export interface SeenOffer extends Offered {
  /** Transports it is offered over among those that were run, and whether it was served there with success. */
  readonly over: readonly { readonly transport: TransportName; readonly served: boolean }[];
}

export interface SeenCode {
  readonly code: string;
  /** HTTP statuses it came with: 200 for an item of a response. */
  readonly seen: readonly number[];
  readonly waiver: string | null;
}

/** A scenario that received something and did not examine it. */
export interface Unexamined {
  readonly scenario: string;
  readonly transport: TransportName;
  readonly responses: number;
}

export function seenOffers(offered: readonly Offered[], runs: readonly Run[]): SeenOffer[] {
  const served = new Map<TransportName, Set<string>>();
  for (const { facts, scenarios } of runs) {
    const names = served.get(facts.transport) ?? new Set();
    for (const { observed } of scenarios) for (const name of observed.served) names.add(canonicalName(name));
    served.set(facts.transport, names);
  }
  return offered.map((offer) => ({
    ...offer,
    over: [...served]
      .filter(([transport]) => isOfferedOver(offer, transport))
      .map(([transport, names]) => ({ transport, served: names.has(offer.name) })),
  }));
}

export function seenCodes(
  codes: readonly string[],
  scenarios: readonly ScenarioResult[],
  waivers: ReadonlyMap<string, string>,
): SeenCode[] {
  const seen = new Map<string, Set<number>>();
  for (const refusal of scenarios.flatMap(({ observed }) => observed.refused)) {
    const cut = refusal.indexOf('/');
    const code = refusal.slice(cut + 1);
    seen.set(code, (seen.get(code) ?? new Set()).add(Number(refusal.slice(0, cut))));
  }
  return codes.map((code) => ({
    code,
    seen: [...(seen.get(code) ?? [])].sort((a, b) => a - b),
    waiver: waivers.get(code) ?? null,
  }));
}

export const unexaminedIn = (scenarios: readonly ScenarioResult[]): Unexamined[] =>
  scenarios
    .filter(({ observed }) => observed.unexamined > 0)
    .map(({ id, transport, observed }) => ({ scenario: id, transport, responses: observed.unexamined }));
