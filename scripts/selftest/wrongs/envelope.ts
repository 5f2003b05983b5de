import { objectOf, rename } from '../bodies.ts';
import { envelopes, codeOf, errors } from '../make.ts';
import type { Rewriting, Wrong } from '../wrong.ts';

/** Responses whose form is wrong for every request. */
export const ENVELOPE: readonly Wrong[] = [
  {
    name: 'no-request-id',
    clause: 'RESP-REQUEST-ID',
    what: 'Responses carry only the newer field requestId.',
    make: () => envelopes('*', (body) => delete body.request_id),
  },
  {
    name: 'two-request-ids',
    clause: 'RESP-REQUESTID-ALIAS',
    what: 'requestId is another id than request_id.',
    make: () =>
      envelopes('*', (body) => {
        body.requestId = `${String(body.requestId).slice(1)}0`;
      }),
  },
  {
    name: 'time-as-text',
    clause: 'RESP-TIMESTAMP',
    what: 'The timestamp of a response is ISO 8601.',
    make: () =>
      envelopes('*', (body) => {
        body.timestamp = new Date(Number(body.timestamp)).toISOString();
      }),
  },
  {
    name: 'success-for-ok',
    clause: 'RESP-STATUS',
    what: 'A success says success where it should say ok.',
    make: () =>
      envelopes('*', (body) => {
        if (body.status === 'ok') body.status = 'success';
      }),
  },
  {
    name: 'null-error-beside-response',
    clause: 'RESP-ERROR-OMITTED',
    what: 'A success carries an error of null.',
    make: () =>
      envelopes('*', (body) => {
        if (body.status === 'ok') body.error = null;
      }),
  },
  {
    name: 'null-response-beside-error',
    clause: 'RESP-RESPONSE-OMITTED',
    what: 'A refusal carries a response of null.',
    make: () =>
      envelopes('*', (body) => {
        if (body.status === 'error') body.response = null;
      }),
  },
  {
    name: 'data-for-response',
    clause: 'RESP-RESPONSE',
    what: 'What was read stands under data.',
    make: () => envelopes(['getOpenOrders', 'getMids'], (body) => rename(body, 'response', 'data')),
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
    what: 'A request over the limit is marked as not retryable.',
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
      responded: (reply) => {
        if (reply.status < 400) return reply;
        const text = `<html><body>${reply.text}</body></html>`;
        return { ...reply, headers: { ...reply.headers, 'content-type': 'text/html' }, text };
      },
    }),
  },
  {
    name: 'aggregator-error-object',
    clause: 'ERRENV-AGGREGATOR',
    what: 'The error of a plain GET route is an object.',
    make: () => ({
      responded: (reply, call) => {
        if (call.method !== 'GET' || reply.status < 400) return reply;
        const { error } = objectOf(JSON.parse(reply.text));
        return { ...reply, text: JSON.stringify({ error: { message: error } }) };
      },
    }),
  },
];

const otherStatus = (statusFor: (code: string, status: number) => number): Rewriting => ({
  responded: (reply) => {
    const code = codeOf(reply);
    return code === 'undefined' ? reply : { ...reply, status: statusFor(code, reply.status) };
  },
});
