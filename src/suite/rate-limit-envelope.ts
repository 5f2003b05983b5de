import { isRecord } from './records.ts';

/**
 * Returns what keeps the body of a 429 from being one of the two envelopes that the specification shows; undefined for a good one.
 * The deployment chooses one of them (clause ERRENV-ALT, R-20), but never a mixture: a client that reads the one
 * must not find parts of the other.
 */
export function rateLimitProblem(body: unknown): string | undefined {
  if (!isRecord(body)) return 'the body is no object';
  const { error } = body;
  if (!isRecord(error)) return 'error is no object';
  const envelope = 'success' in body ? ALTERNATIVE : MAIN;
  return [...envelope, ...ERROR].find(([, holds]) => !holds(body, error))?.[0];
}

type Check = readonly [problem: string, holds: (body: Fields, error: Fields) => boolean];
type Fields = Readonly<Record<string, unknown>>;

/** `{ status: 'error', error, request_id }`. */
const MAIN: readonly Check[] = [
  ['status is not error', (body) => body.status === 'error'],
  ['request_id is no text', (body) => isText(body.request_id)],
  ['clientRequestId belongs to the other envelope', (body) => !('clientRequestId' in body)],
];

/** `{ success: false, clientRequestId, error }`, whose error always has a category. */
const ALTERNATIVE: readonly Check[] = [
  ['success is not false', (body) => body.success === false],
  ['clientRequestId is no text', (body) => typeof body.clientRequestId === 'string'],
  ['status belongs to the other envelope', (body) => !('status' in body)],
  ['error.category is not RATE_LIMIT', (_, error) => error.category === 'RATE_LIMIT'],
];

const ERROR: readonly Check[] = [
  ['response is there', (body) => !('response' in body)],
  ['error.code is not RATE_LIMIT_EXCEEDED', (_, error) => error.code === 'RATE_LIMIT_EXCEEDED'],
  ['error.message is no text', (_, error) => isText(error.message)],
  ['error.category is not RATE_LIMIT', (_, { category }) => category === undefined || category === 'RATE_LIMIT'],
  ['error.retryable is not true', (_, { retryable }) => retryable === undefined || retryable === true],
];

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
