import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core';

/** Only modules are published, so what `require` or a Node of 2020 would resolve does not count. */
const IGNORED = new Set(['node10', 'node16-cjs']);

/** Packs the package and says where Node or bundlers would find wrong types for an entry, or none. */
export async function typeProblems(root: string): Promise<string[]> {
  const result = await checkPackage(createPackageFromTarballData(packed(root)));
  if (result.types === false) return ['the package has no types'];
  return result.problems.filter(counts).map((problem) => JSON.stringify(problem));
}

const counts = (problem: Problem): boolean => !('resolutionKind' in problem && IGNORED.has(problem.resolutionKind));

function packed(root: string): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'perpsim-packed-'));
  try {
    execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], { cwd: root });
    const [name = ''] = readdirSync(folder);
    return new Uint8Array(readFileSync(join(folder, name)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
