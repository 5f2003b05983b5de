import { afterEach, beforeEach, expect, test } from 'vitest';
import { HostileTarget, type Hostility, MIB, MOST } from '../../../test/hostile-target.ts';
import { boundedFetch, ResponseLimitError } from './bounded-fetch.ts';

let target: HostileTarget;

beforeEach(async () => {
  target = await HostileTarget.start();
});
afterEach(() => target.close());

const LIMITS = { bodyBytes: 4 * MIB, redirects: 3 };
const SHORT = { ...LIMITS, headersMs: 300, idleMs: 300 };
const POST = { method: 'POST', body: '{}' };

test.each<[Hostility, string, object?]>([
  ['endless body', 'responded with more than 4194304 bytes'],
  ['endless chunks', 'responded with more than 4194304 bytes'],
  ['gzip bomb', 'responded with more than 4194304 bytes'],
  ['no response', 'sent no headers within 0.3 s', SHORT],
  ['stuck body', 'sent nothing for 0.3 s in the middle of a body', SHORT],
  ['slow body', 'took longer than 0.9 s in all', { totalMs: 900 }],
  ['redirect loop', 'redirects more than 3 times'],
  ['redirect elsewhere', 'redirects to another origin (http://127.0.0.1:1), which is not followed'],
  ['odd status', 'responded with the status 799, which HTTP does not have'],
])('%s is given up with one line that names limit and URL', async (hostility, what, limits = LIMITS) => {
  target.hostility = hostility;
  const url = `${target.origin}/v1/info`;
  const failed = await boundedFetch(limits)(url, POST).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(ResponseLimitError);
  expect(failed).toMatchObject({ url, message: `${url} ${what}` });
  // What the kernel holds of a connection on both sides is beyond the limit.
  expect(target.sent).toBeLessThan(20 * MIB);
  expect(target.paths.length).toBe(hostility === 'redirect loop' ? 4 : 1);
});

test('headers without end are an error of the connection', async () => {
  target.hostility = 'long headers';
  await expect(boundedFetch(LIMITS)(target.origin)).rejects.toThrow('fetch failed');
});

test('a response within the limits is as it was sent', async () => {
  target.hostility = 'endless chunks';
  const response = await boundedFetch({ ...LIMITS, bodyBytes: MOST, totalMs: 600_000 })(target.origin, POST);
  expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([200, MOST]);
});
