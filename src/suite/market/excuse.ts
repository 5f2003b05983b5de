import type { AssertionError } from 'node:assert/strict';
import { amountIn } from '../amount.ts';
import { isRecord } from '../records.ts';

/**
 * What a market, or somebody who trades in it, can change of a response: whether a request was accepted, what became of an order, how
 * many rows there are, and figures. It changes no type, no other text, and no order of rows.
 */

/** Words for what becomes of an order. */
const OUTCOME =
  /^(placed|open|new|resting|filled|partially[ _]?filled|cancel+ed|cancelling|rejected|expired|triggered|modified|none)$/i;

/** Types of the events that tell of it. */
const EVENT = /^(trade|marginUpdate|order(Placed|PartiallyFilled|Filled|Cancelled|Rejected|Modified|Expired))$/;

/** What is said of an order that has ended. */
const GONE = /^(ORDER_NOT_FOUND|order not found)$/;

/** Figures of a text, which a fact has among its words: `buy 0.1 at 95000, filled 0`. */
const FIGURE = /-?\d+(\.\d+)?/g;

/** True for a comparison that has failed and whose two sides differ in nothing but what others can change. */
export function couldOthersChange(error: AssertionError): boolean {
  // A fact as text was held against a pattern of it: the figure at its end. Or a list lacks a row.
  if (error.operator === 'match' || error.operator === 'among') return true;
  // The levels of a book that is kept by its frames: each frame was held against the one before it.
  if (error.operator === 'book') return true;
  // A value is missing, or it is of another kind, which nobody changes.
  if (error.operator === 'kind') return error.actual === undefined;
  return isOutcome(error.actual, error.expected);
}

function isOutcome(actual: unknown, expected: unknown): boolean {
  if (Object.is(actual, expected)) return true;
  // What is absent where the contract demands it fails by the contract.
  if (actual === undefined || expected === undefined) return true;
  if (typeof actual === 'number' && typeof expected === 'number') return true;
  if (typeof actual === 'string' && typeof expected === 'string') return areOutcomes(actual, expected);
  if (Array.isArray(actual) && Array.isArray(expected)) {
    const [some, others] = [actual as unknown[], expected as unknown[]];
    return some.length !== others.length || some.every((one, place) => isOutcome(one, others[place]));
  }
  if (!isRecord(actual) || !isRecord(expected)) return false;
  return [...new Set([...Object.keys(actual), ...Object.keys(expected)])].every((key) =>
    isOutcome(actual[key], expected[key]),
  );
}

function areOutcomes(actual: string, expected: string): boolean {
  if (amountIn(actual) && amountIn(expected)) return true;
  if (GONE.test(actual) || (EVENT.test(actual) && EVENT.test(expected))) return true;
  const [one, other] = [actual, expected].map((text) => text.replace(FIGURE, '#'));
  if (one === other) return true;
  const isSaid = (text: string, itsFigures: string | undefined): boolean => OUTCOME.test(text) || text !== itsFigures;
  return (OUTCOME.test(actual) && isSaid(expected, other)) || (OUTCOME.test(expected) && isSaid(actual, one));
}
