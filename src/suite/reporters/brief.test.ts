import { expect, test } from 'vitest';
import { briefOf } from './words.ts';

const STEP = { text: 'Then the response is ok', line: 9, verdict: 'failed' } as const;
const brief = (message: string): string | null => briefOf({ steps: [STEP], error: `${STEP.text}\n${message}` });

test.each([
  [
    'a status, from the text of a response',
    'AssertionError [ERR_ASSERTION]: POST http://x/v1/info\n{}\nresponded 500\n{"a":1}\n    + expected - actual\n\n    -500\n    +200\n',
    'Then the response is ok: status 500, expected 200',
  ],
  [
    'a value',
    'AssertionError [ERR_ASSERTION]: responded 400\n    + expected - actual\n\n    -UNAUTHORIZED\n    +VALIDATION_ERROR',
    'Then the response is ok: UNAUTHORIZED, expected VALIDATION_ERROR',
  ],
  [
    'the first difference of a structure',
    'AssertionError [ERR_ASSERTION]: no\n    + expected - actual\n\n     {\n    -  "a": 1\n    +  "a": 2\n     }\n',
    'Then the response is ok: "a": 1, expected "a": 2',
  ],
  [
    'a value that should be there',
    'no\n    + expected - actual\n\n    +2',
    'Then the response is ok: expected 2, which is missing',
  ],
  [
    'a value that should not',
    'no\n    + expected - actual\n\n    -2',
    'Then the response is ok: 2, which is not expected',
  ],
  [
    'the first line of a list, which is no pattern',
    'AssertionError [ERR_ASSERTION]: received by trader\n    + expected - actual\n\n    -[\n    -  "a"\n    -]\n    +[]\n',
    'Then the response is ok: [, expected []',
  ],
  [
    'a message alone',
    'AssertionError [ERR_ASSERTION]: the book is empty',
    'Then the response is ok: the book is empty',
  ],
  ['nothing', '', 'Then the response is ok'],
])('%s', (_what, message, text) => {
  expect(brief(message)).toBe(text);
});

test('a hook has no step, so the error says where', () => {
  expect(briefOf({ steps: [], error: 'what no sentence spoke of\nError: a field is missing' })).toBe(
    'what no sentence spoke of: a field is missing',
  );
  expect(briefOf({ steps: [], error: null })).toBeNull();
  expect(brief('x'.repeat(500))).toHaveLength(204);
});
