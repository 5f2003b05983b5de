import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from './package-root.ts';

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
