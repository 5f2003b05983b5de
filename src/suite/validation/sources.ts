import { clausesByAction } from '../coverage/package-contract.ts';
import {
  ALTERNATIVE_ENVELOPE,
  ERROR_ENVELOPE,
  LISTING_ERROR,
  OK_ENVELOPES,
  POST_REPLIES,
  REFUSAL,
} from './contract.ts';

/** Clauses of `docs/contract/clauses.yaml` that say what a field is. */

const ENVELOPE: ReadonlyMap<string, string> = new Map([
  ['status', 'RESP-STATUS'],
  ['response', 'RESP-RESPONSE'],
  ['request_id', 'RESP-REQUEST-ID'],
  ['requestId', 'RESP-REQUESTID-ALIAS'],
  ['timestamp', 'RESP-TIMESTAMP'],
  ['error', 'RESP-ERROR'],
  ['error.code', 'ERRENV-CODE'],
  ['error.message', 'ERRENV-MESSAGE'],
  ['error.details', 'ERRENV-DETAILS'],
  ['error.category', 'ERRENV-CATEGORY'],
  ['error.retryable', 'ERRENV-RETRYABLE'],
  ['rateLimit', 'RATESNAP-PRESENT'],
  ['rateLimit.requestsCap', 'RATESNAP-REQUESTSCAP'],
  ['rateLimit.remainingTokens', 'RATESNAP-REMAININGTOKENS'],
]);

const REPLY: ReadonlyMap<string, string> = new Map([
  ['id', 'WS-RESP-ID'],
  ['requestId', 'WS-RESP-REQUESTID'],
  ['status', 'WS-RESP-STATUS'],
  ['timestamp', 'WS-RESP-TIMESTAMP'],
  ['rateLimit', 'WS-RESP-RATELIMIT'],
  ['result', 'WS-RESP-RESULT'],
  ['result.status', 'WS-RESP-RESULT-STATUS'],
  ['error.code', 'WS-ERR-CODE'],
  ['error.category', 'WS-ERR-CATEGORY'],
  ['error.message', 'WS-ERR-MESSAGE'],
]);

/** Envelopes by the name of their shape. */
const ENVELOPES: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  ...[...Object.values(OK_ENVELOPES), ERROR_ENVELOPE].map((name) => [name, ENVELOPE] as const),
  ...[...Object.values(POST_REPLIES), REFUSAL].map((name) => [name, REPLY] as const),
]);

/** Pushes and errors that belong to no single action. */
const OTHERS: ReadonlyMap<string, string> = new Map([
  [LISTING_ERROR, 'ERRENV-AGGREGATOR'],
  [ALTERNATIVE_ENVELOPE, 'ERRENV-ALT'],
  ['subAccountUpdatesPush', 'WS-SUB-SUBACCOUNTUPDATES'],
  ['marketPricesPush', 'WS-SUB-MARKETPRICEUPDATES'],
  ['tradesPush', 'WS-SUB-TRADES'],
  ['candlesPush', 'WS-EMISSION'],
  ['liquidationsPush', 'WS-EMISSION'],
  ['orderbookPush', 'WS-EMISSION'],
]);

let actionClauses: ReadonlyMap<string, readonly string[]> | undefined;

/** The clause of a field where its action has one, else the first clause of the action; null where there is none. */
export function sourceOf(name: string, path: string): string | null {
  const known = OTHERS.get(name) ?? ENVELOPES.get(name)?.get(path);
  if (known !== undefined || ENVELOPES.has(name)) return known ?? null;
  // Read when the first response breaks the contract: most runs never need it.
  actionClauses ??= clausesByAction();
  const clauses = actionClauses.get(name.slice(name.lastIndexOf('/') + 1));
  if (!clauses) return null;
  const field = folded(path.slice(Math.max(path.lastIndexOf('.'), path.lastIndexOf(']')) + 1));
  const own = clauses.find((id) => id.includes('-FIELD-') && folded(id.slice(id.indexOf('-FIELD-') + 7)) === field);
  return own ?? clauses[0] ?? null;
}

/** Wire names and clause ids without what sets their words apart. */
const folded = (text: string): string => text.replace(/[^A-Za-z0-9]/g, '').toUpperCase();
