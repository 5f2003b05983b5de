import { isRecord } from '../records.ts';
import { ALTERNATIVE_ENVELOPE, ERROR_ENVELOPE, LISTING_ERROR, OK_ENVELOPES } from './contract.ts';
import { checkError } from './error-rules.ts';
import type { FieldMode, ContractFault, Surface } from './finding.ts';
import { type Examination, Findings } from './findings.ts';
import { oracle } from './oracle.ts';

/** An HTTP response and its request. */
export interface ResponseUnderExamination extends Examination {
  /** `listing` for the GET routes, `other` for every other HTTP response. */
  readonly surface: 'trade' | 'info' | 'listing' | 'other';
  /** Name of the action as it was sent, or the path of the route; null when the request named none. */
  readonly action: string | null;
  readonly status: number;
  /** Undefined when the response was no JSON. */
  readonly body: unknown;
}

/** Names that foreign clients still use, and what the contract calls them. */
const OLDER_NAMES: ReadonlyMap<string, string> = new Map([
  ['withdraw', 'withdrawCollateral'],
  ['exchangeCollateral', 'voluntaryCollateralExchange'],
  ['voluntaryAutoExchange', 'voluntaryCollateralExchange'],
  ['getFees', 'getFeeRate'],
]);

/** Everything about a response that the contract forbids. Pure. */
export function validateResponse(response: ResponseUnderExamination): readonly ContractFault[] {
  const findings = new Findings(response);
  const { surface, body } = response;
  if (body === undefined) findings.add('', 'JSON', undefined, 'CONV-JSON-RESPONSE');
  else if (surface === 'listing') checkListing(response, findings);
  else if (surface === 'other') checkRefusal(response, findings);
  else checkEnvelope(response, surface, findings);
  return findings.list;
}

/** The name that the contract has for an action, however it was spelled; undefined for none of its own. */
export function actionNamed(surface: Surface, sent: string | null): string | undefined {
  if (sent === null) return undefined;
  const name = OLDER_NAMES.get(sent) ?? sent;
  return oracle().actions[surface].has(name) ? name : undefined;
}

function checkEnvelope(response: ResponseUnderExamination, surface: Surface, findings: Findings): void {
  const { action, status, body, mode } = response;
  if (status !== 200) return checkRefusal(response, findings);
  findings.hold(OK_ENVELOPES[surface], envelopeOf(body, mode));
  const name = actionNamed(surface, action);
  if (name !== undefined && isRecord(body)) findings.hold(name, body.response, 'response');
  else if (name === undefined) findings.add('', 'a refusal: the request names no action of this surface', body, null);
}

/** The specification knows the time of a response as ISO 8601 text, too; there it is no more than a text (clause RESP-TIMESTAMP). */
function envelopeOf(body: unknown, mode: FieldMode): unknown {
  if (mode === 'strict' || !isRecord(body) || typeof body.timestamp !== 'string') return body;
  const { timestamp, ...rest } = body;
  return Number.isNaN(Date.parse(timestamp)) ? body : rest;
}

function checkRefusal({ surface, status, body, mode }: ResponseUnderExamination, findings: Findings): void {
  // on 429 alone, another envelope is as good.
  if (mode === 'tolerant' && status === 429 && isRecord(body) && 'success' in body) {
    return findings.hold(ALTERNATIVE_ENVELOPE, body);
  }
  findings.hold(ERROR_ENVELOPE, envelopeOf(body, mode));
  if (!isRecord(body)) return;
  checkError(body.error, status, findings);
  if (status === 200) findings.add('status', 'ok with HTTP 200', body.status, 'RESP-STATUS');
  if (surface !== 'trade' && body.rateLimit !== undefined) {
    findings.add('rateLimit', 'absent: only trade responses report a bucket', body.rateLimit, 'RATESNAP-PRESENT');
  }
}

function checkListing({ action, status, body }: ResponseUnderExamination, findings: Findings): void {
  if (action === null || !oracle().routes.includes(action)) throw new Error(`${action} is no listing route`);
  findings.hold(status === 200 ? action : LISTING_ERROR, body);
}
