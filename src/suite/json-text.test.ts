import { expect, test } from 'vitest';
import { jsonText } from './values.ts';

test('an integer above 2^53 keeps its digits, everything else is ordinary JSON', () => {
  const body = { nonce: 9007199254740993n, params: { ids: [18446744073709551615n, 7], text: '9007199254740993' } };
  expect(jsonText(body)).toBe(
    '{"nonce":9007199254740993,"params":{"ids":[18446744073709551615,7],"text":"9007199254740993"}}',
  );
});
