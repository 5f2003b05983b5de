import type { State } from '../state.ts';
import { healthOf } from './health.ts';
import type { Health, RiskDomain } from './terms.ts';

/** A domain below its requirement, with the figures that say so. */
export interface Victim {
  readonly domain: RiskDomain;
  readonly health: Health;
}

/**
 * The order in which domains are liquidated: the least equity for its requirement first, then by account, cross before
 * isolated, and isolated markets as the configuration lists them. No two domains are equal in it.
 */
export function worstFirst(state: State, domains: readonly RiskDomain[]): Victim[] {
  const victims = domains.map((domain) => ({ domain, health: healthOf(state, domain) }));
  if (victims.length < 2) return victims;
  const places = new Map(state.config.markets.map(({ symbol }, place) => [symbol, place]));
  const placeOf = ({ symbol }: RiskDomain): number => (symbol === null ? -1 : (places.get(symbol) ?? 0));
  return victims.sort(
    (a, b) =>
      compareHealth(a.health, b.health) || a.domain.account - b.domain.account || placeOf(a.domain) - placeOf(b.domain),
  );
}

/** By equity / maintenance, multiplied out so that nothing is rounded. */
export function compareHealth(a: Health, b: Health): number {
  const left = a.equity * b.maintenance;
  const right = b.equity * a.maintenance;
  return left === right ? 0 : left < right ? -1 : 1;
}
