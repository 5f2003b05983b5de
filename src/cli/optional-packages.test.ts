import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { missingPackages, needPackages, QUEUE, SUITE } from './optional-packages.ts';
import { UsageError } from './usage-error.ts';

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'perpsim-peers-'));
  const peerDependencies = { '@cucumber/cucumber': '^12.9.0', bullmq: '^6.7.0', ioredis: '^5.11.1' };
  writeFileSync(join(root, 'package.json'), JSON.stringify({ peerDependencies }));
  mkdirSync(join(root, 'node_modules', 'bullmq'), { recursive: true });
  writeFileSync(join(root, 'node_modules', 'bullmq', 'index.js'), '');
});
afterAll(() => rmSync(root, { recursive: true }));

test('missing packages of a part are named with the versions that it takes', () => {
  expect(missingPackages(QUEUE, root)).toEqual(['ioredis@^5.11.1']);
  expect(missingPackages(SUITE, root)).toEqual(['@cucumber/cucumber@^12.9.0']);
});

test('a part that lacks packages says in one line how to install them', () => {
  expect(() => needPackages(QUEUE, root)).toThrow(
    new UsageError('--queue needs packages that are not installed: npm install --save-dev ioredis@^5.11.1'),
  );
});

test('a part that has its packages goes on', () => {
  expect(() => needPackages(QUEUE)).not.toThrow();
});
