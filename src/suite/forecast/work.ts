import type { Claim } from '../deployment.ts';
import { TRADE_ACTIONS, INFO_ACTIONS } from '../../contract/catalogue.ts';
import { type SpokenScenario, STEPS } from '../steps/library.ts';
import { LOOK_MS } from '../targets/ladder.ts';
import { claimOf } from '../suite/claims.ts';

/** What scenarios ask of a target, those requests included by which the suite takes back what they did. */
export interface Work {
  readonly requests: number;
  /** Of the address. */
  readonly tokens: number;
  /** Of these, tokens that subaccounts of traders pay as well. */
  readonly accountTokens: number;
  /** Milliseconds that are waited for in real time, apart from tokens. */
  readonly waitMs: number;
}

export const NO_WORK: Work = { requests: 0, tokens: 0, accountTokens: 0, waitMs: 0 };

export const addWork = (one: Work, other: Work): Work => ({
  requests: one.requests + other.requests,
  tokens: one.tokens + other.tokens,
  accountTokens: one.accountTokens + other.accountTokens,
  waitMs: one.waitMs + other.waitMs,
});

/**
 * Counts what one scenario asks, step by step.
 *
 * @throws StepError while no step is defined
 */
export function workOf(scenario: SpokenScenario): Work {
  const claim = claimOf(scenario);
  const costs = STEPS.readAll(scenario).steps.map(({ cost }) => cost);
  const watchesFacts = costs.some(({ comparesFacts }) => comparesFacts);
  const look = watchesFacts ? signed(['getSubAccounts', 'getOpenOrders'], Math.max(1, claim.wallets)) : NO_WORK;
  let work = takingBack(scenario, claim);
  for (const cost of costs) {
    const { requests, tokens, passMs, refillMs } = cost;
    work = addWork(work, {
      requests,
      tokens,
      accountTokens: cost.signed ? tokens : 0,
      waitMs: passMs + refillMs,
    });
    if (cost.looked) work = addWork(work, look);
  }
  return work;
}

/** Counts what follows a scenario: each trace of it costs the requests by which it is taken back. */
function takingBack(scenario: SpokenScenario, { wallets, rests, moves, takes, watchesMarks }: Claim): Work {
  const left = new Set(STEPS.readAll(scenario).steps.map(({ claims }) => claims.leaves));
  const parts: Work[] = [];
  if (rests.length > 0) parts.push(signed(['cancelAllOrders', 'getSubAccounts'], Math.max(1, wallets)));
  else if (left.has('figure')) parts.push(signed(['getSubAccounts', 'updateLeverage']));
  if (left.has('delegate')) parts.push(signed(['removeAllDelegatedSigners']));
  if (left.has('scheduled-cancel')) parts.push(signed(['scheduleCancel']));
  // A position goes to the keeper by two orders; then the book is looked at, and filled up by the keeper.
  if (takes) parts.push(...moves.flatMap(() => [signed(['placeOrders', 'placeOrders', 'getSubAccounts']), KEEPER]));
  if (watchesMarks && moves.length > 0) parts.push(open(['getMarketPrices']));
  // Once its market was taken from, the first look finds the mark on its way back, and the second one finds it there.
  if (watchesMarks && takes) parts.push({ ...open(['getMarketPrices']), waitMs: LOOK_MS });
  return parts.reduce(addWork, NO_WORK);
}

/** Signed requests of a trader, with the number of each. */
const signed = (actions: readonly string[], times = 1): Work => {
  const tokens = times * actions.reduce((sum, name) => sum + (TRADE_ACTIONS.get(name)?.cost({}) ?? 0), 0);
  return { requests: times * actions.length, tokens, accountTokens: tokens, waitMs: 0 };
};

/** Requests that take tokens of the address alone, as far as traders are concerned. */
const open = (actions: readonly string[]): Work => {
  const cost = (name: string): number => (INFO_ACTIONS.get(name) ?? TRADE_ACTIONS.get(name))?.cost({}) ?? 0;
  return {
    requests: actions.length,
    tokens: actions.reduce((sum, name) => sum + cost(name), 0),
    accountTokens: 0,
    waitMs: 0,
  };
};

/** The keeper takes its orders out of a book, looks at it, buys up what is left of a level on each side, and places it anew. */
const KEEPER = open(['cancelAllOrders', 'getOrderbook', ...Array.from({ length: 4 }, () => 'placeOrders')]);
