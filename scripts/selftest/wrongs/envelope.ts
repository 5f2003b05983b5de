import { objectOf, rename } from '../bodies.ts';
import { answers, codeOf, errors } from '../make.ts';
import type { Rewriting, Wrong } from '../wrong.ts';

/** Answers whose form is wrong, whatever was asked. */
export const ENVELOPE: readonly Wrong[] = [
  {
    name: 'no-request-id',
    clause: 'RESP-REQUEST-ID',
    what: 'Answers carry the newer requestId alone.',
    make: () => answers('*', (body) => delete body.request_id),
  },
  {
    name: 'two-request-ids',
    clause: 'RESP-REQUESTID-ALIAS',
    what: 'requestId is another id than request_id.',
    make: () =>
      answers('*', (body) => {
        body.requestId = `${String(body.requestId).slice(1)}0`;
      }),
  },
  {
    name: 'time-as-text',
    clause: 'RESP-TIMESTAMP',
    what: 'The timestamp of an answer is ISO 8601.',
    make: () =>
      answers('*', (body) => {
        body.timestamp = new Date(Number(body.timestamp)).toISOString();
      }),
  },
  {
    name: 'success-for-ok',
    clause: 'RESP-STATUS',
    what: 'A success says success where it should say ok.',
    make: () =>
      answers('*', (body) => {
        if (body.status === 'ok') body.status = 'success';
      }),
  },
  {
    name: 'null-error-beside-response',
    clause: 'RESP-ERROR-OMITTED',
    what: 'A success carries an error of null.',
    make: () =>
      answers('*', (body) => {
        if (body.status === 'ok') body.error = null;
      }),
  },
  {
    name: 'null-response-beside-error',
    clause: 'RESP-RESPONSE-OMITTED',
    what: 'A refusal carries a response of null.',
    make: () =>
      answers('*', (body) => {
        if (body.status === 'error') body.response = null;
      }),
  },
  {
    name: 'data-for-response',
    clause: 'RESP-RESPONSE',
    what: 'What was read stands under data.',
    make: () => answers(['getOpenOrders', 'getMids'], (body) => rename(body, 'response', 'data')),
  },
  {
    name: 'codes-in-lower-case',
    clause: 'ERRENV-CODE',
    what: 'Error codes are written in lower case.',
    make: () =>
      errors((error) => {
        error.code = String(error.code).toLowerCase();
      }),
  },
  {
    name: 'reason-for-message',
    clause: 'ERRENV-MESSAGE',
    what: 'The text of an error stands under reason.',
    make: () => errors((error) => rename(error, 'message', 'reason')),
  },
  {
    name: 'no-category',
    clause: 'ERRENV-CATEGORY',
    what: 'Errors carry no category.',
    make: () => errors((error) => delete error.category),
  },
  {
    name: 'details-always',
    clause: 'ERRENV-DETAILS',
    what: 'Errors carry details of null where there is nothing to add.',
    make: () =>
      errors((error) => {
        error.details ??= null;
      }),
  },
  {
    name: 'never-retry',
    clause: 'ERR-RATE-LIMIT-EXCEEDED',
    what: 'A request over the limit is told not to come again.',
    make: () =>
      errors((error) => {
        if (error.code === 'RATE_LIMIT_EXCEEDED') error.retryable = false;
      }),
  },
  {
    name: 'refuses-with-200',
    clause: 'ERR-HTTP-STATUS-GENERAL',
    what: 'Errors come with HTTP 200.',
    make: () => otherStatus(() => 200),
  },
  {
    name: 'unauthorized-is-400',
    clause: 'ERR-UNAUTHORIZED',
    what: 'UNAUTHORIZED comes with HTTP 400.',
    make: () => otherStatus((code, status) => (code === 'UNAUTHORIZED' ? 400 : status)),
  },
  {
    name: 'conflict-for-not-found',
    clause: 'ERR-ORDER-NOT-FOUND',
    what: 'An order that is not there is refused as INVALID_VALUE.',
    make: () =>
      errors((error) => {
        if (error.code === 'ORDER_NOT_FOUND') error.code = 'INVALID_VALUE';
      }),
  },
  {
    name: 'errors-as-html',
    clause: 'CONV-JSON-RESPONSE',
    what: 'Refusals come as a page.',
    make: () => ({
      answered: (answer) => {
        if (answer.status < 400) return answer;
        const text = `<html><body>${answer.text}</body></html>`;
        return { ...answer, headers: { ...answer.headers, 'content-type': 'text/html' }, text };
      },
    }),
  },
  {
    name: 'aggregator-error-object',
    clause: 'ERRENV-AGGREGATOR',
    what: 'The error of a plain GET route is an object.',
    make: () => ({
      answered: (answer, call) => {
        if (call.method !== 'GET' || answer.status < 400) return answer;
        const { error } = objectOf(JSON.parse(answer.text));
        return { ...answer, text: JSON.stringify({ error: { message: error } }) };
      },
    }),
  },
];

const otherStatus = (statusFor: (code: string, status: number) => number): Rewriting => ({
  answered: (answer) => {
    const code = codeOf(answer);
    return code === 'undefined' ? answer : { ...answer, status: statusFor(code, answer.status) };
  },
});
