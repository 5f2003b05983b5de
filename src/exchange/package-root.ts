import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { invariant } from '../kernel/errors.ts';
import { isRecord } from '../kernel/entries.ts';

/**
 * The folder of this package, which holds `fixtures/`. Found by walking up, because the code runs from
 * `src/` in development and from a bundle in `dist/` when installed.
 */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    invariant(parent !== folder, 'the code lies inside its package');
    folder = parent;
  }
  return folder;
}

let version: string | undefined;

/** The version of this package, as its manifest says. */
export function packageVersion(): string {
  version ??= versionIn(readFileSync(join(packageRoot(), 'package.json'), 'utf8'));
  return version;
}

function versionIn(text: string): string {
  const manifest: unknown = JSON.parse(text);
  invariant(isRecord(manifest) && typeof manifest['version'] === 'string', 'the manifest has a version');
  return manifest['version'];
}

/** What a thread of this package runs, and flags of Node for it. */
export interface ThreadModule {
  readonly module: URL;
  readonly execArgv?: readonly string[];
}

/** The source `worker.ts` beside the module at `own`, or this part of the bundle when the code runs from there. */
export function threadModule(own: string, bundled: string): ThreadModule {
  if (own.endsWith('.ts')) return { module: new URL('worker.ts', own), execArgv: sourceThreadFlags() };
  return { module: pathToFileURL(join(packageRoot(), 'dist', bundled)) };
}

/** Returns flags with which a thread reads TypeScript: tsx registers by itself in the main thread only. */
export function sourceThreadFlags(): readonly string[] {
  // Its form for `import`: the one for `require` registers nothing in a thread.
  const tsx = new URL('index.mjs', pathToFileURL(createRequire(import.meta.url).resolve('tsx/esm/api'))).href;
  const code = `import { register } from ${JSON.stringify(tsx)}; register();`;
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
}
