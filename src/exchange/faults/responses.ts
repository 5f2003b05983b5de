import {
  AGGREGATOR_FAILED,
  AGGREGATOR_RATE_LIMITED,
  AGGREGATOR_UNAVAILABLE,
  type AggregatorResponse,
} from '../../contract/aggregator.ts';
import type { Action } from '../../contract/action.ts';
import type { JsonObject } from '../../contract/json.ts';
import type { Dependency, FaultEffect } from '../../engine/faults/fault-terms.ts';
import { type Refusal, refuse } from '../../kernel/errors.ts';
import { failureText } from '../requests/failures.ts';

/** What a fired fault says, in the words the contract has for it. */

const WHITELIST = ['whitelist', 'whitelistLookup'] as const;

/** What an action cannot be carried out without. */
export function dependenciesOf(action: Action): readonly Dependency[] {
  if (action.name === 'getIsWhitelisted' || (action.kind === 'write' && action.whitelist === true)) return WHITELIST;
  if (action.name === 'getMids') return ['marketConfiguration', 'midPrice'];
  return action.name === 'getMarkets' ? ['marketConfiguration'] : [];
}

/** The refusal in place of an execution; null for an effect that lets it go on. */
export function failureOf(effect: FaultEffect, name: string, body: JsonObject): Refusal | null {
  switch (effect.kind) {
    case 'timeout':
      return refuse('OPERATION_TIMEOUT');
    case 'failure': {
      const { http, code } = effect;
      return refuse(code, code === 'INTERNAL_ERROR' ? failureText(name, body) : undefined, { http });
    }
    case 'outage':
      return outageOf(effect.of, name, body);
    default:
      return null;
  }
}

function outageOf(of: Dependency, name: string, body: JsonObject): Refusal {
  if (of === 'midPrice') return refuse('INTERNAL_ERROR', 'Could not get mid price');
  if (of === 'marketConfiguration') return refuse('INTERNAL_ERROR', failureText(name, body));
  // A placement says the same of both (wire 2.4).
  if (name !== 'getIsWhitelisted') return refuse('INTERNAL_ERROR', 'failed to obtain whitelist arbitration');
  return of === 'whitelist'
    ? refuse('SERVICE_UNAVAILABLE', 'Whitelist arbitrator unavailable')
    : refuse('INTERNAL_ERROR', 'Failed to obtain whitelist arbitration');
}

/** The same of a GET route, which has one text for each status (wire 3.11); null for an effect that lets it go on. */
export function routeResponseOf(effect: FaultEffect): AggregatorResponse | null {
  switch (effect.kind) {
    case 'rateLimited':
      return AGGREGATOR_RATE_LIMITED;
    case 'timeout':
      return AGGREGATOR_UNAVAILABLE;
    case 'failure':
      if (effect.http === 503) return AGGREGATOR_UNAVAILABLE;
      return { ...AGGREGATOR_FAILED, status: effect.http };
    default:
      return null;
  }
}
