import { expect, test } from 'vitest';
import { wantsColour } from './output.ts';

test.each([
  [{ isTTY: true }, {}, true],
  [{ isTTY: true }, { NO_COLOR: '' }, true],
  [{ isTTY: true }, { NO_COLOR: '1' }, false],
  [{ isTTY: false }, {}, false],
  [{}, {}, false],
])('%j with %j: %s', (stream, env, wanted) => {
  expect(wantsColour(stream, env)).toBe(wanted);
});
