import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import type { Patch } from './wrong.ts';

/** What is built, where it goes, and code that runs before it. */
export interface Build {
  readonly entry: string;
  readonly outfile: string;
  readonly banner?: string;
}

/** What the threads of a simulator run: bundles of their own, which a patch reaches only when they are built from it too. */
export const THREADS = {
  'past-worker.js': 'src/exchange/past/worker.ts',
  'signature-worker.js': 'src/exchange/signatures/workers/worker.ts',
} as const;

/**
 * Builds a simulator from a source that differs in a few places, its threads included. Nothing of the project's own files
 * changes.
 *
 * @returns the path of its command line, below `dist/` so that it finds the packages and the worlds
 * @throws Error when a patch no longer fits the source
 */
export async function buildPatched(name: string, patches: readonly Patch[]): Promise<string> {
  const all = [
    ...patches,
    {
      file: 'src/exchange/package-root.ts',
      from: "join(packageRoot(), 'dist', bundled)",
      to: `join(packageRoot(), 'dist', 'wrong', ${JSON.stringify(name)}, bundled)`,
    },
  ];
  const programs = Object.entries({ 'cli.js': 'src/cli/main.ts', ...THREADS });
  await Promise.all(
    programs.map(([file, entry]) => buildProgram({ entry, outfile: `dist/wrong/${name}/${file}` }, all)),
  );
  return `dist/wrong/${name}/cli.js`;
}

/** The same for any program of the project. Returns its path. */
export async function buildProgram({ entry, outfile, banner }: Build, patches: readonly Patch[]): Promise<string> {
  await build({
    entryPoints: [entry],
    outfile,
    ...(banner !== undefined && { banner: { js: banner } }),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    legalComments: 'none',
    logLevel: 'warning',
    packages: 'external',
    plugins: [patchPlugin(patches)],
  });
  return outfile;
}

/** A file with those of the patches applied that are for it. */
export function patchedText(path: string, patches: readonly Patch[]): string {
  let text = readFileSync(path, 'utf8');
  for (const { file, from, to } of patches) {
    if (resolve(file) !== resolve(path)) continue;
    const pieces = text.split(from);
    if (pieces.length !== 2)
      throw new Error(`${file} must hold "${from}" once, it holds it ${pieces.length - 1} times`);
    text = pieces.join(to);
  }
  return text;
}

function patchPlugin(patches: readonly Patch[]): Plugin {
  // The bundler asks for each file that the filter lets through, which costs more than to read it.
  const names = [...new Set(patches.map(({ file }) => basename(file, '.ts')))];
  const filter = new RegExp(`/(?:${names.join('|')})\\.ts$`);
  return {
    name: 'patches',
    setup: (bundler) => {
      bundler.onLoad({ filter }, ({ path }) => {
        const isPatched = patches.some(({ file }) => resolve(file) === path);
        return isPatched ? { contents: patchedText(path, patches), loader: 'ts' } : undefined;
      });
    },
  };
}
