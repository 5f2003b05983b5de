import { expect, test } from 'vitest';
import type { TraceEntry } from '../results/run.ts';
import type { Target } from '../targets/target.ts';
import { Trace } from './trace.ts';

const MEBIBYTE = 1_048_576;

/** A target whose responses are texts of that length. */
function wordy(length: number): Target {
  const text = JSON.stringify('x'.repeat(length - 2));
  return { fetch: () => Promise.resolve(new Response(text)) } as unknown as Target;
}

// A slow reader is sent more than eight MiB: what is judged must not be what is kept.
test('keeps the beginning of what has no room any more, and hands it on whole', async () => {
  const received: TraceEntry[] = [];
  const trace = new Trace((entry) => void received.push(entry));
  const target = trace.of(wordy(3 * MEBIBYTE));
  for (let asked = 0; asked < 3; asked += 1) await target.fetch('http://target/v1/info', {});
  expect(trace.entries.map(({ response }) => response?.length)).toEqual([3 * MEBIBYTE, 3 * MEBIBYTE, 1_032]);
  expect(trace.entries[2]?.response).toMatch(/^"x{999}… \(3145728 characters, cut here\)$/);
  expect(received.map(({ response }) => response?.length)).toEqual([3, 3, 3].map((many) => many * MEBIBYTE));
});
