import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { samples, withSamples } from '../scripts/docs/formats.ts';
import { readRecording } from '../src/contract/recording/reader.ts';
import { checkData } from '../src/scenarios/market-data/check.ts';

const folder = mkdtempSync(join(tmpdir(), 'perpsim-formats-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let known: Awaited<ReturnType<typeof samples>>;
beforeAll(async () => {
  known = await samples();
});

describe('docs/formats.md', () => {
  test('has samples as the program writes them', () => {
    const page = readFileSync('docs/formats.md', 'utf8');
    expect(withSamples(page, known)).toBe(page);
    expect(page.match(/<!-- sample: /g)).toHaveLength(Object.keys(known).length);
  });

  test.each([
    ['orders', 'orders.csv', 9],
    ['messages', 'BTC-USDT_2026-01-05_message_2.csv', 9],
    ['trades', 'trades.csv', 2],
    ['tops', 'tops.csv', 1],
    ['depth', 'depth.csv', 3],
    ['candles', 'candles.csv', 2],
  ])('has a sample of %s that perpsim reads without a problem', async (name, file, rows) => {
    const path = join(folder, file);
    writeFileSync(path, known[name] ?? '');
    const kind = name === 'messages' ? 'orders' : name;
    expect(await checkData(path, { limit: 20, gapMs: 3_600_000 })).toMatchObject({ kind, rows, problems: [] });
  });

  test('has a sample of a recording that perpsim reads', async () => {
    const kinds: string[] = [];
    async function* lines(): AsyncIterable<string> {
      for (const line of (known['recording'] ?? '').trimEnd().split('\n')) yield await Promise.resolve(line);
    }
    for await (const line of readRecording(lines())) kinds.push(line.kind);
    expect(kinds).toEqual(['header', 'fact', 'fact', 'fact', 'fact', 'fact']);
  });
});
