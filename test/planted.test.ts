import { transform } from 'esbuild';
import { expect, test } from 'vitest';
import { PROBE } from '../scripts/planted/runs.ts';
import { SOURCES } from '../scripts/planted/sources.ts';
import { patchedText } from '../scripts/selftest/patched.ts';

// What the patched builds do is in planted.slow.test.ts; a source that has moved on is found here.
test.each([{ name: 'the probe', patches: PROBE }, ...SOURCES])(
  'the patches of $name fit the source',
  async ({ patches }) => {
    for (const file of new Set(patches.map((patch) => patch.file))) {
      const { code } = await transform(patchedText(file, patches), { loader: 'ts' });
      expect(code).not.toBe('');
    }
  },
);
