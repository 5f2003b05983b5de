import { AGGREGATOR_ROUTES } from '../../api/aggregator.ts';
import { INFO_ACTIONS, TRADE_ACTIONS } from '../../api/catalogue.ts';
import { ALL_CHANNELS } from '../../api/channels.ts';
import { REFUSAL } from '../../api/stream-messages.ts';
import { ALTERNATIVE_ENVELOPE, ERROR_ENVELOPE, LISTING_ERROR, OK_ENVELOPES, POST_REPLIES } from './contract.ts';

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
  ...[...Object.values(POST_REPLIES), REFUSAL.name].map((name) => [name, REPLY] as const),
]);

const CLAUSES: ReadonlyMap<string, readonly string[]> = new Map([
  ...[...TRADE_ACTIONS.values(), ...INFO_ACTIONS.values()].map(({ name, clauses }) => [name, clauses] as const),
  ...AGGREGATOR_ROUTES.map(({ path, clauses }) => [path, clauses] as const),
  [LISTING_ERROR, ['ERRENV-AGGREGATOR']],
  [ALTERNATIVE_ENVELOPE, ['ERRENV-ALT']],
  ...ALL_CHANNELS.map(({ name, clauses }) => [`${name}Push`, clauses] as const),
]);

/** The clause of a field where its action lists one, else the first clause of the action; null where nothing is listed. */
export function sourceOf(name: string, path: string): string | null {
  const clauses = CLAUSES.get(name);
  if (!clauses) return ENVELOPES.get(name)?.get(path) ?? null;
  const field = folded(path.slice(Math.max(path.lastIndexOf('.'), path.lastIndexOf(']')) + 1));
  const own = clauses.find((id) => id.includes('-FIELD-') && folded(id.slice(id.indexOf('-FIELD-') + 7)) === field);
  return own ?? clauses[0] ?? null;
}

/** Wire names and clause ids without what sets their words apart. */
const folded = (text: string): string => text.replace(/[^A-Za-z0-9]/g, '').toUpperCase();
