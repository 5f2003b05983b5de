import { beforeAll, describe, type TestContext, test } from 'vitest';
import { excusedOf, lackOf, missingOf, type ProgramName } from '../scripts/programs.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** The programs whose absence skips the test; `npm test` counts a skipped test without them as failed. */
    needs?: readonly ProgramName[];
  }
}

/** `describe` for tests that use programs of the machine: skipped where one is missing, failed there when CI is set, unless CI does not install it. */
export function describeWith(needs: readonly ProgramName[], title: string, define: () => void): void {
  const missing = missingOf(needs);
  describe.skipIf(excusedOf(missing).length > 0)(title, { meta: { needs } }, () => {
    if (missing.length > 0) {
      beforeAll(() => {
        throw new Error(lackOf(missing));
      });
    }
    define();
  });
}

/** The same for a single test. */
export function testWith(
  needs: readonly ProgramName[],
  title: string,
  run: (context: TestContext) => Promise<void>,
): void {
  const missing = missingOf(needs);
  test.skipIf(excusedOf(missing).length > 0)(title, { meta: { needs } }, (context) => {
    if (missing.length > 0) throw new Error(lackOf(missing));
    return run(context);
  });
}
