import { type ErrorCode, ERRORS } from '../../kernel/errors.ts';
import { isRecord } from '../records.ts';
import type { Findings } from './findings.ts';

/** What holds between the parts of an error, which no schema can say. */

/** Statuses that a code may also come with. */
const OTHER_STATUSES: Partial<Readonly<Record<ErrorCode, readonly number[]>>> = {
  // A route that takes upgrades alone (426), headers it cannot meet (417) or hold (431).
  INVALID_FORMAT: [417, 426, 431],
  // What stands in front of an exchange that fails (an injected fault).
  INTERNAL_ERROR: [502],
  // The client was slow, not the exchange.
  REQUEST_TIMEOUT: [408],
  // removeAllDelegatedSigners by a delegate (specification, addDelegatedSigner and its siblings).
  VALIDATION_ERROR: [403],
};

/** Codes whose status the specification states for every deployment. */
const STATED_STATUSES: Partial<Readonly<Record<ErrorCode, number>>> = {
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  RATE_LIMIT_EXCEEDED: 429,
  INTERNAL_ERROR: 500,
};

/** Codes of which the specification says whether asking again may help. */
const STATED_CODES: ReadonlySet<string> = new Set<ErrorCode>([
  'UNAUTHORIZED',
  'VALIDATION_ERROR',
  'MISSING_REQUIRED_FIELD',
  'INVALID_FORMAT',
  'INVALID_VALUE',
  'RATE_LIMIT_EXCEEDED',
  'INSUFFICIENT_MARGIN',
  'ORDER_NOT_FOUND',
  'OPERATION_TIMEOUT',
]);

/** @param status of HTTP, or of the reply of a stream */
export function checkError(error: unknown, status: number, findings: Findings): void {
  if (!isRecord(error)) return;
  const { code, category, retryable, details } = error;
  if (status === 500 && details !== undefined) {
    findings.add('error.details', 'absent: a failure says nothing of its insides', details, 'ERRRULE-500-NO-DETAILS');
  }
  if (!isKnown(code)) return;
  const entry = ERRORS[code];
  const strict = findings.mode === 'strict';
  const statuses = strict ? [entry.http, ...(OTHER_STATUSES[code] ?? [])] : [STATED_STATUSES[code] ?? status];
  if (!statuses.includes(status)) {
    findings.add('status', `${statuses.join(' or ')} with ${code}`, status, 'ERR-HTTP-STATUS-GENERAL');
  }
  if (strict && category !== entry.category) {
    findings.add('error.category', `${entry.category} with ${code}`, category, 'ERRENV-CATEGORY');
  }
  const mustTell = strict || (STATED_CODES.has(code) && retryable !== undefined);
  if (mustTell && retryable !== entry.retryable) {
    findings.add('error.retryable', `${entry.retryable} with ${code}`, retryable, 'ERRENV-RETRYABLE');
  }
}

const isKnown = (code: unknown): code is ErrorCode => typeof code === 'string' && Object.hasOwn(ERRORS, code);
