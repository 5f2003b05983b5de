import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createExchange } from '../src/exchange/exchange.ts';
import { Child } from './child.ts';
import { BIN, newFolder, ROOT } from './kept-server.ts';

// `perpsim serve` is a script of its own, compiled ahead by the build. What was compiled is good for one version of V8
// with one set of flags; without it the script is compiled at the start.

const QUIET = ['serve', '--world', 'quiet', '--port', '0', '--json', '--seed', '7'];

let bare: string;

beforeAll(() => {
  bare = newFolder();
  mkdirSync(join(bare, 'dist'));
  cpSync(join(ROOT, 'bin'), join(bare, 'bin'), { recursive: true });
  for (const name of ['serve.cjs', 'serve-late.cjs']) cpSync(join(ROOT, 'dist', name), join(bare, 'dist', name));
  for (const name of ['package.json', 'fixtures', 'node_modules']) symlinkSync(join(ROOT, name), join(bare, name));
});
afterAll(() => rmSync(bare, { recursive: true }));

test.each<[string, () => string[]]>([
  ['as the build left it', () => [BIN]],
  ['under flags that what was compiled ahead does not fit', () => ['--no-opt', '--max-lazy', BIN]],
  ['without anything compiled ahead', () => [join(bare, 'bin', 'perpsim.js')]],
])('serve starts %s', async (_how, program) => {
  const child = new Child([...program(), ...QUIET]);
  const [line = ''] = await child.lines(1);
  const { seed, world, restUrl } = JSON.parse(line) as { seed: string; world: string; restUrl: string };
  expect({ seed, world }).toEqual({ seed: '7', world: 'quiet' });
  const body = JSON.stringify({ params: { action: 'getMarkets' } });
  const response = await fetch(`${restUrl}/info`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  expect(response.status).toBe(200);
  child.kill();
  expect(await child.exit()).toBe(0);
  expect(child.stderr).not.toMatch(/warning|error/i);
});

/** The journal of `perpsim serve` with the world that it has without flags; the first line has the whole configuration. */
async function journalOf(program: string): Promise<readonly string[]> {
  const child = new Child([
    program,
    'serve',
    ...'--clock manual --start-time 1767225600000 --port 0 --json'.split(' '),
  ]);
  const [line = ''] = await child.lines(1);
  const { controlUrl } = JSON.parse(line) as { controlUrl: string };
  await fetch(`${controlUrl}/clock/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"ms":2000}',
  });
  const text = await (await fetch(`${controlUrl}/journal`)).text();
  child.kill();
  await child.exit();
  return text.trim().split('\n');
}

test('the default world that the build has read is that of its files', async () => {
  const exchange = await createExchange({ startTime: 1_767_225_600_000 });
  exchange.clock.advance(2_000);
  const expected = [...exchange.control.journal()].join('').trim().split('\n');
  await exchange.close();
  expect(expected.length).toBeGreaterThan(2);
  expect(await journalOf(BIN)).toEqual(expected);
});

test('the default world of files that changed since the build is theirs', async () => {
  const changed = newFolder();
  for (const name of ['bin', 'dist', 'fixtures']) cpSync(join(ROOT, name), join(changed, name), { recursive: true });
  for (const name of ['package.json', 'node_modules']) symlinkSync(join(ROOT, name), join(changed, name));
  const world = join(changed, 'fixtures', 'worlds', 'calm.json');
  writeFileSync(world, readFileSync(world, 'utf8').replace('"95000"', '"96000"'));
  const [header = ''] = await journalOf(join(changed, 'bin', 'perpsim.js'));
  expect(header).toContain('96000');
  rmSync(changed, { recursive: true });
});

test('a part that is loaded late reports a mistake as the program does', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'perpsim.yaml'), 'wrld: quiet\n');
  const child = new Child([BIN, 'serve', '--config', join(folder, 'perpsim.yaml')]);
  expect(await child.exit()).toBe(2);
  expect(child.stderr).toMatch(/^perpsim: .*perpsim\.yaml line 1: wrld is not a setting/);
  rmSync(folder, { recursive: true });
});
