import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { type Counts, closingLine, NONE } from './test-counts.ts';

/**
 * What CI runs, fastest first, and stops at the first gate that fails. The last line is for the pipeline:
 * tests passed and failed, where any other gate that fails counts as one failure.
 */

const GATES = [
  'format:check',
  'typecheck',
  'lint',
  'deps:check',
  'knip',
  'features:lint',
  'docs:check',
  'docs:client -- --check',
  'docs:errors -- --check',
  'docs:transitions -- --check',
  'docs:targets -- --check',
  'build',
  'docs:build',
  'openapi:lint',
  'asyncapi:lint',
  'test -- --full',
  'coverage:gate',
  'package:check',
  'image:check',
  'install:check',
  'determinism',
];
const TESTS = 'reports/latest/tests.json';

/** Runs one script of package.json, with the flags that follow its name, and says how it went. */
function passes(gate: string): boolean {
  const started = performance.now();
  console.log(`\n== ${gate}`);
  const { status } = spawnSync('npm', ['run', '--silent', ...gate.split(' ')], { stdio: 'inherit' });
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  console.log(`== ${gate}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s`);
  return status === 0;
}

function main(): number {
  rmSync(TESTS, { force: true });
  const failedGate = GATES.find((gate) => !passes(gate));
  const tests = existsSync(TESTS) ? (JSON.parse(readFileSync(TESTS, 'utf8')) as Counts) : NONE;
  const failed = failedGate !== undefined && tests.failed === 0 ? 1 : tests.failed;
  console.log('');
  if (failedGate !== undefined) console.log(`stopped at ${failedGate}`);
  console.log(closingLine({ passed: tests.passed, failed }));
  return failed === 0 ? 0 : 1;
}

process.exitCode = main();
