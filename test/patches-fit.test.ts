import { describe, expect, test } from 'vitest';
import { PROBE } from '../scripts/planted/runs.ts';
import { SOURCES } from '../scripts/planted/sources.ts';
import { patchedText } from '../scripts/selftest/patched.ts';
import type { Patch } from '../scripts/selftest/wrong.ts';
import { WRONGS } from '../scripts/selftest/wrongs/index.ts';

/** Applies patches to their files, and returns those files that stay as they were. */
function unchanged(patches: readonly Patch[]): string[] {
  const files = [...new Set(patches.map(({ file }) => file))];
  return files.filter((file) => patchedText(file, patches) === patchedText(file, []));
}

// A simulator of another source takes seconds to build, so its patches are tried here without building any.
describe('patches of the sources fit', () => {
  const wrongs = WRONGS.flatMap(({ name, make }) => {
    const { source } = make();
    return source ? [{ name, source }] : [];
  });

  test.each(wrongs)('those of the wrong deployment $name', ({ source }) => {
    expect(unchanged(source)).toEqual([]);
  });

  test.each(SOURCES)('those of the planted source $name', ({ patches }) => {
    expect(unchanged([...PROBE, ...patches])).toEqual([]);
  });
});
