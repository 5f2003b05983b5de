import { actionsOf, INFO_ACTIONS, TRADE_ACTIONS } from '../catalogue.ts';
import type { ErrorCode } from '../../kernel/errors.ts';
import { sharedCodes } from './document-parts.ts';
import { ERROR_TEXTS } from './error-texts.ts';

/** Which requests can meet an error code, and where it stands in their responses. */
export interface ErrorSources {
  /** Whether every request, or every signed one, can meet it before its action is asked. */
  readonly every: 'request' | 'signed request' | null;
  /** Actions that give it as the response to the whole request. */
  readonly forRequest: readonly string[];
  /** Actions that give it for one order, inside a response of status 200. */
  readonly forOrder: readonly string[];
}

const ACTIONS = [...actionsOf(TRADE_ACTIONS), ...actionsOf(INFO_ACTIONS)];

export function errorSourcesOf(code: ErrorCode): ErrorSources {
  const { forOrder = [], byFault } = ERROR_TEXTS[code];
  const isEvery = byFault === 'any' || sharedCodes('info').includes(code);
  const isSigned = sharedCodes('trade').includes(code);
  const ofCatalogue = ACTIONS.filter(({ refusals }) => refusals.includes(code)).map(({ name }) => name);
  return {
    every: isEvery ? 'request' : isSigned ? 'signed request' : null,
    forRequest: byFault === undefined || byFault === 'any' ? ofCatalogue : [...ofCatalogue, byFault],
    forOrder,
  };
}
