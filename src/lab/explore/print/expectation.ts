import type { Value } from '../command.ts';
import type { Difference } from '../difference.ts';
import { valueAt } from '../references.ts';
import type { Outcome } from '../session.ts';
import { cellOf, jsonCell, rowOf } from './cells.ts';
import { NotPrintable } from './not-printable.ts';

const NO_NAMES = new Map<string, string>();

/** Sentences that hold for the response of the reference, and not for the one of the target. */
export function expectation({ path }: Difference, outcome: Outcome | undefined): readonly (readonly string[])[] {
  if (!outcome) throw new NotPrintable('the reference has no response');
  if (path.startsWith('header ')) {
    return [[`the response carries the header "${path.slice('header '.length)}" "${outcome.contentType}"`]];
  }
  if (path === 'status' || path === 'body') return [statusSentence(outcome)];
  if (outcome.status === 200 && /^response\b/.test(path)) {
    return [['the response is ok with:', rowOf(path.replace(/^response\.?/, '') || '.', cellAt(path, outcome))]];
  }
  return [[`the response is ${outcome.status} with:`, rowOf(path, cellAt(path, outcome))]];
}

function statusSentence({ status, body }: Outcome): readonly string[] {
  if (status === 200) return [`the response is 200 with:`, rowOf('status', 'ok')];
  const [code, message] = [valueAt(body, 'error.code'), valueAt(body, 'error.message')];
  if (typeof code !== 'string' || typeof message !== 'string') {
    return [`the response is ${status} with:`, rowOf('.', jsonCell(body as Value, NO_NAMES))];
  }
  if (!message.includes('"')) return [`the response is refused with ${status} ${code} "${message}"`];
  if (!message.includes("'")) return [`the response is refused with ${status} ${code} '${message}'`];
  return [`the response is ${status} with:`, rowOf('error.code', code)];
}

/** What the reference has at the path. Where a list is longer or shorter, it is the number of items. */
function cellAt(path: string, { body }: Outcome): string {
  const value = valueAt(body, path);
  if (value === undefined) return '<absent>';
  if (Array.isArray(value)) return `<${value.length} items>`;
  return cellOf(value as Value, NO_NAMES) ?? jsonCell(value as Value, NO_NAMES);
}
