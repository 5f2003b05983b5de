import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withClients } from '../scripts/docs/existing-clients.ts';
import { type Block, blocksOf, sectionOf } from '../scripts/transcripts/page.ts';
import { Child } from './child.ts';
import { testWith } from './needs.ts';
import { projectFolder, removeFolder, ROOT, shell } from './page-commands.ts';

/** The recipes of docs/existing-clients.md, run against a server as they are written but for the port. */

const PAGE = readFileSync(join(ROOT, 'docs', 'existing-clients.md'), 'utf8');

let folder: string;
let server: Child;
let origin: string;

beforeAll(async () => {
  folder = projectFolder();
  const bin = join(ROOT, 'bin', 'perpsim.js');
  server = new Child([bin, 'serve', '--port', '0', '--world', 'quiet', '--clock', 'manual', '--json']);
  const [line = ''] = await server.lines(1);
  origin = new URL((JSON.parse(line) as { restUrl: string }).restUrl).origin;
});
afterAll(async () => {
  server.kill();
  await server.exit();
  removeFolder(folder);
});

const here = ({ text }: Block): string => text.replaceAll('http://127.0.0.1:8700', origin);

async function printed(commands: string): Promise<string> {
  const env = { PERPSIM_TARGET: origin, PYTHONPATH: join(ROOT, 'examples', 'python') };
  const { code, stdout, stderr } = await shell(folder, commands, env);
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

describe('docs/existing-clients.md', () => {
  test('has the table as the tests and packages are: npm run docs:pages -- clients writes it anew', () => {
    expect(withClients(PAGE)).toBe(PAGE);
  });

  testWith(['curl'], 'a wallet of your own gets a subaccount and money', async () => {
    const [commands] = blocksOf(PAGE);
    expect(await printed(here(commands!))).toMatch(/10000 USDT went to subaccount \d+, which now holds 10000 USDT/);
  });

  test('TypeScript and JavaScript', async () => {
    const [program] = blocksOf(sectionOf(PAGE, 'TypeScript and JavaScript'));
    writeFileSync(join(folder, 'program.mjs'), here(program!));
    expect(await printed('node program.mjs')).toBe('resting 1\n');
  });

  testWith(['python3', 'requests'], 'Python', async () => {
    const [program] = blocksOf(sectionOf(PAGE, 'Python'));
    writeFileSync(join(folder, 'program.py'), here(program!));
    expect(await printed('python3 program.py')).toMatch(/^resting [12]\n$/);
  });

  testWith(['curl'], 'curl, with and without a signature', async () => {
    const [open, program, signed] = blocksOf(sectionOf(PAGE, 'curl'));
    expect(JSON.parse(await printed(here(open!)))).toMatchObject({ response: { bids: { length: 5 } } });
    writeFileSync(join(folder, 'signed.mjs'), here(program!));
    expect(JSON.parse(await printed(here(signed!)))).toMatchObject({ status: 'ok' });
  });
});
