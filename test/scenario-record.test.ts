import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunResult } from '../src/scenarios/run-result.ts';
import { CliCall, withoutProgress } from './cli.ts';
import { testInFull } from '../src/kernel/test-budget.test-helper.ts';

/** `perpsim scenario record` and `shrink` as a user meets them: the built bundle in a process of its own. */

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'perpsim-scenario-record-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function perpsim(...args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = new CliCall([...args]);
  const code = await child.exit();
  return { code, stdout: child.stdout, stderr: withoutProgress(child.stderr) };
}

/** What the accounts of a run have earned and traded. */
const outcome = ({ accounts }: RunResult): unknown =>
  accounts.map(({ name, pnl, fills }) => ({
    name,
    pnl,
    fills: fills.map(({ side, price, quantity, fee }) => ({ side, price, quantity, fee })),
  }));

describe('A journal of a scenario whose market has a price path of its own', () => {
  testInFull('becomes a scenario with the same trades and PnL', async () => {
    const [journal, out] = [join(folder, 'crash.jsonl'), join(folder, 'crash')];
    const source = await perpsim('run', 'risk/flash-crash', '--json', '--journal', journal);
    expect(source.code).toBe(0);
    expect(await perpsim('scenario', 'record', journal, '--scenario', 'risk/flash-crash', '--out', out)).toEqual({
      code: 0,
      stdout: `written   ${out}\nentries   11, 3 accounts, 1200 s\n`,
      stderr: '',
    });
    expect(await perpsim('scenario', 'record', journal, '--scenario', 'risk/flash-crash', '--out', out)).toEqual({
      code: 2,
      stdout: '',
      stderr: `perpsim: --out ${out} is there already: choose another folder, or remove it\n`,
    });
    const again = await perpsim('run', out, '--json');
    expect(outcome(JSON.parse(again.stdout) as RunResult)).toEqual(outcome(JSON.parse(source.stdout) as RunResult));
  });

  test('is refused without the scenario, because its prices would be others', async () => {
    const [journal, out] = [join(folder, 'calm.jsonl'), join(folder, 'calm')];
    await perpsim('run', 'basics/calm-day', '--until', '5m', '--journal', journal);
    expect(await perpsim('scenario', 'record', journal, '--out', out)).toEqual({
      code: 2,
      stdout: '',
      stderr: `perpsim: ${journal} has other markets than the world quiet: name the scenario that it is a run of with --scenario, or the file of its world with --world\n`,
    });
    expect(existsSync(out)).toBe(false);
  });
});

describe('A journal of a world from a file', () => {
  test('becomes a scenario that names the file from its own folder', async () => {
    writeFileSync(join(folder, 'world.yaml'), 'extends: quiet\nname: mine\n');
    writeFileSync(join(folder, 'day.yaml'), 'title: A day\nworld: world.yaml\nseed: 3\nduration: 1m\n');
    const [journal, out] = [join(folder, 'day.jsonl'), join(folder, 'day')];
    await perpsim('run', join(folder, 'day.yaml'), '--journal', journal);
    const recorded = await perpsim('scenario', 'record', journal, '--world', join(folder, 'world.yaml'), '--out', out);
    expect(recorded).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(join(out, 'scenario.yaml'), 'utf8')).toContain('\nworld: ../world.yaml\n');
    expect((await perpsim('run', out)).code).toBe(0);
  });
});

describe('Files with problems', () => {
  test('are named by line with exit code 2 by every command that reads scenarios', async () => {
    const file = join(folder, 'wrong.yaml');
    writeFileSync(file, 'title: Wrong\nworld: quiet\nsede: 3\nseed: 3\nduration: 1m\n');
    const commands = [
      ['scenario', 'shrink', file],
      ['scenario', 'check', file],
      ['sweep', file, '--seeds', '1', '--out', join(folder, 'sweep')],
      ['run', file],
    ];
    for (const args of commands) {
      const { code, stderr } = await perpsim(...args);
      expect([code, stderr]).toEqual([2, expect.stringMatching(/^perpsim: \S+wrong\.yaml:3:7: sede: is not a field/)]);
      expect(stderr).not.toContain('\n    at ');
    }
  });
});
