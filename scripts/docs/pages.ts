import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * Writes the pages and parts of pages that are made from the sources.
 *
 *   npm run docs:pages                        all of them
 *   npm run docs:pages -- errors client       these
 *   npm run docs:pages -- errors --check      says whether it is current; exit code 1 when it is not
 */

interface Page {
  readonly scripts: readonly string[];
  /** Needs a built dist/. */
  readonly isOfBuild?: boolean;
  /** What compares it, where the script itself cannot. */
  readonly comparedBy?: string;
}

const PAGES: Readonly<Record<string, Page>> = {
  benchmark: { scripts: ['benchmark'] },
  ccxt: { scripts: ['ccxt-methods'] },
  client: { scripts: ['client-methods'] },
  clients: { scripts: ['existing-clients'] },
  commands: { scripts: ['commands'], comparedBy: 'npm run docs:check' },
  drills: { scripts: ['drills'] },
  errors: { scripts: ['errors'] },
  export: { scripts: ['export-tables'] },
  formats: { scripts: ['formats'] },
  frames: { scripts: ['stream-frames', 'streaming'], comparedBy: 'npm test' },
  licences: { scripts: ['licences'], isOfBuild: true, comparedBy: 'npm run package:check' },
  responses: { scripts: ['http-api'], comparedBy: 'npm test' },
  scenarios: { scripts: ['scenario-sentences'] },
  schemas: { scripts: ['scenario-schemas'], comparedBy: 'npm test' },
  targets: { scripts: ['target-outlook'] },
  transitions: { scripts: ['transitions'] },
};

const ran = (...args: readonly string[]): boolean =>
  spawnSync(process.execPath, args, { stdio: 'inherit' }).status === 0;

function write(name: string, { scripts, isOfBuild = false }: Page, flags: readonly string[]): boolean {
  console.log(`== ${name}`);
  if (isOfBuild && !ran('scripts/build.mjs', '--if-stale')) return false;
  return scripts.every((script) => ran('--import', 'tsx', join('scripts', 'docs', `${script}.ts`), ...flags));
}

function main(): number {
  const { values, positionals } = parseArgs({
    options: { check: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const unknown = positionals.find((name) => !(name in PAGES));
  if (unknown !== undefined) {
    console.error(`there is no page "${unknown}"; there are ${Object.keys(PAGES).join(', ')}`);
    return 2;
  }
  let isWell = true;
  for (const [name, page] of Object.entries(PAGES)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    if (values.check && page.comparedBy !== undefined) console.log(`== ${name}: compared by ${page.comparedBy}`);
    else if (!write(name, page, values.check ? ['--check'] : [])) isWell = false;
  }
  return isWell ? 0 : 1;
}

process.exitCode = main();
