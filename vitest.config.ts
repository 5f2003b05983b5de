import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const budget = process.env['PERPSIM_TESTS'] ?? 'quick';
if (budget !== 'quick' && budget !== 'full') throw new Error(`PERPSIM_TESTS must be quick or full (got ${budget})`);

/** How many files run at a time; scripts/test.ts says where it is not one a core. A flag would not reach the projects. */
const WORKERS = Number(process.env['PERPSIM_TEST_WORKERS'] ?? availableParallelism());

/** Files that run only with the full budget: they start the built command dozens of times, and others prove their layer. */
const SLOW = '**/*.slow.test.ts';

/**
 * No test waits for the machine: this limit ends a test that hangs, and is far beyond what any takes with many busy
 * processes beside it.
 */
const HANGS_MS = 900_000;

/**
 * Files of the full run alone come first, with random tests between them. Many of the former take a minute, most of which they wait, so one
 * that came last would leave cores idle; random tests never wait.
 */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const endWith = (ending: string): TestSpecification[] => sorted.filter(({ moduleId }) => moduleId.endsWith(ending));
    const [slow, random] = [endWith('.slow.test.ts'), endWith('.property.test.ts')];
    const mixed = [...slow.keys()].flatMap((at) => [...slow.slice(at, at + 1), ...random.slice(at, at + 1)]);
    return [...new Set([...mixed, ...random, ...sorted])];
  }
}

/**
 * Two projects: `unit` says what a piece does, `property` says what always holds. Every core gets a worker process, as a rule. The
 * files of a worker share it, because starting a process for each of them costs more than running them.
 */
export default defineConfig({
  test: {
    provide: { budget },
    pool: 'forks',
    maxWorkers: WORKERS,
    // The command line that tests call is the built one, as Node loads it.
    server: { deps: { external: [/\/dist\/(?:chunks\/)?[\w-]+\.js$/] } },
    isolate: false,
    sequence: { sequencer: SlowFirst },
    testTimeout: HANGS_MS,
    hookTimeout: HANGS_MS,
    expect: { poll: { timeout: HANGS_MS } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: ['**/*.property.test.ts', '**/node_modules/**', ...(budget === 'quick' ? [SLOW] : [])],
          globalSetup: 'scripts/pages.mjs',
        },
      },
      {
        extends: true,
        test: {
          name: 'property',
          include: ['src/**/*.property.test.ts', 'test/**/*.property.test.ts'],
          exclude: ['**/node_modules/**'],
        },
      },
    ],
  },
});
