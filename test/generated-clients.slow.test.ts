import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Block, blocksOf, sectionOf } from '../scripts/transcripts/page.ts';
import { Child } from './child.ts';
import { projectFolder, removeFolder, ROOT, shell } from './page-commands.ts';

/**
 * Clients that public generators make of the documents of a server, compiled strictly and used against it, as docs/existing-clients.md has
 * them. The generators have a lock file of their own, because the packages of the project may not grow by theirs; TypeScript is the project's.
 */

const GENERATORS = join(ROOT, 'test', 'generators');
const [COMMANDS, SIGN, TYPES, SDK] = blocksOf(
  sectionOf(readFileSync(join(ROOT, 'docs', 'existing-clients.md'), 'utf8'), 'Generated clients'),
);

let folder: string;
let server: Child;
let origin: string;

beforeAll(async () => {
  folder = projectFolder();
  installGenerators();
  for (const name of ['openapi-typescript', 'openapi-ts']) {
    symlinkSync(join(GENERATORS, 'node_modules', '.bin', name), join(folder, 'node_modules', '.bin', name));
  }
  for (const name of ['ethers', '@types', 'undici-types']) {
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  }
  server = new Child([join(ROOT, 'bin', 'perpsim.js'), 'serve', '--port', '0', '--world', 'quiet', '--json']);
  const [line = ''] = await server.lines(1);
  origin = new URL((JSON.parse(line) as { restUrl: string }).restUrl).origin;
  await printed(COMMANDS);
  for (const [name, block] of Object.entries({ sign: SIGN, types: TYPES, client: SDK })) {
    writeFileSync(join(folder, `${name}.ts`), here(block));
  }
  const strict = '--strict --module nodenext --target es2023 --skipLibCheck --rewriteRelativeImportExtensions';
  await printed(`"${join(ROOT, 'node_modules', '.bin', 'tsc')}" ${strict} types.ts client.ts`);
});
afterAll(async () => {
  server.kill();
  await server.exit();
  removeFolder(folder);
});

/** Installs what the lock file names, unless that is what is there. */
function installGenerators(): void {
  const installed = join(GENERATORS, 'node_modules', '.package-lock.json');
  const packagesIn = (file: string): string[] => {
    const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, { version?: string }> };
    const named = Object.entries(packages).map(([name, { version }]) => `${name} ${version}`);
    return named.filter((each) => each.startsWith('node_modules/'));
  };
  const wanted = packagesIn(join(GENERATORS, 'package-lock.json'));
  if (existsSync(installed) && packagesIn(installed).join() === wanted.join()) return;
  const args = ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', args, { cwd: GENERATORS, stdio: 'inherit' });
}

const here = (block: Block | undefined): string => (block?.text ?? '').replaceAll('http://127.0.0.1:8700', origin);

async function printed(block: Block | string | undefined): Promise<string> {
  const { code, stdout, stderr } = await shell(folder, typeof block === 'string' ? block : here(block));
  expect({ code, said: code === 0 ? '' : stdout + stderr }).toEqual({ code: 0, said: '' });
  return stdout;
}

test('openapi-typescript: types of every action, with a fetch of your own', async () => {
  expect(await printed('node types.js')).toBe('ok ok VALIDATION_ERROR\n');
});

test('@hey-api/openapi-ts: a function for every action', async () => {
  expect(await printed('node client.js')).toBe('resting ok ok\nUNAUTHORIZED ok\n');
});
