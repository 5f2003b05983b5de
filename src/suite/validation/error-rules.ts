import { isRecord } from '../records.ts';
import type { Findings } from './findings.ts';
import { oracle } from './oracle.ts';

/**
 * Checks what holds between the parts of an error, which no shape can say: `docs/contract/responses/errors.yaml`.
 * @param status of HTTP, or of the reply of a stream
 */
export function checkError(error: unknown, status: number, findings: Findings): void {
  if (!isRecord(error)) return;
  const { code, category, retryable, details } = error;
  if (status === 500 && details !== undefined) {
    findings.add('error.details', 'absent: a failure says nothing of its insides', details, 'ERRRULE-500-NO-DETAILS');
  }
  const rule = typeof code === 'string' ? oracle().errors.get(code) : undefined;
  if (typeof code !== 'string' || !rule) return;
  const strict = findings.mode === 'strict';
  const [usual] = rule.statuses;
  const statuses = strict ? rule.statuses : [(rule.stated.has('http') ? usual : undefined) ?? status];
  if (!statuses.includes(status)) {
    findings.add('status', `${statuses.join(' or ')} with ${code}`, status, 'ERR-HTTP-STATUS-GENERAL');
  }
  if (strict && category !== rule.category) {
    findings.add('error.category', `${rule.category} with ${code}`, category, 'ERRENV-CATEGORY');
  }
  const mustTell = strict || (rule.stated.has('retryable') && retryable !== undefined);
  if (mustTell && retryable !== rule.retryable) {
    findings.add('error.retryable', `${rule.retryable} with ${code}`, retryable, 'ERRENV-RETRYABLE');
  }
}
