import type { Run, ScenarioResult, TransportName } from '../results/run.ts';
import { canonicalName, isOfferedOver, type Offered } from './catalogue.ts';

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
