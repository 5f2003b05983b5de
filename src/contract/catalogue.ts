import { invariant } from '../kernel/errors.ts';
import type { Action, InfoRead, TradeRead, TradeWrite } from './action.ts';
import { INFO, TRADE } from './actions/index.ts';

/** Names that foreign clients still use, and what they are called now. */
export const ALIASES: ReadonlyMap<string, string> = new Map([
  ['withdraw', 'withdrawCollateral'],
  ['exchangeCollateral', 'voluntaryCollateralExchange'],
  ['voluntaryAutoExchange', 'voluntaryCollateralExchange'],
  ['getFees', 'getFeeRate'],
]);

/**
 * Actions by exact name. A Map, because a name from the wire must never reach an inherited member (SEC-21).
 * An alias finds the action it stands for, where that exists; `action.name` is always the name of the action.
 */
export function indexActions<A extends { readonly name: string }>(
  actions: readonly A[],
  aliases: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, A> {
  const index = new Map(actions.map((action) => [action.name, action]));
  invariant(index.size === actions.length, 'no two actions share a name');
  for (const [alias, name] of aliases) {
    const action = index.get(name);
    if (action) index.set(alias, action);
  }
  return index;
}

/** Every action of both surfaces. Transports, documents and the suite learn from here what there is. */
const TRADE_LIST: readonly (TradeWrite | TradeRead)[] = Object.values(TRADE);
const INFO_LIST: readonly InfoRead[] = Object.values(INFO);

export const TRADE_ACTIONS: ReadonlyMap<string, TradeWrite | TradeRead> = indexActions(TRADE_LIST, ALIASES);
export const INFO_ACTIONS: ReadonlyMap<string, InfoRead> = indexActions(INFO_LIST);

/** Returns each action once, under its own name; an index also holds aliases. */
export const actionsOf = (index: ReadonlyMap<string, Action>): Action[] =>
  [...index].filter(([name, action]) => name === action.name).map(([, action]) => action);
