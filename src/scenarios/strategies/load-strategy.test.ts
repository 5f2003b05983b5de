import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadStrategy } from './load-strategy.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'perpsim-strategy-'));
  writeFileSync(join(folder, 'good.mjs'), 'export default (params) => ({ onStart: () => params.answer });');
  writeFileSync(join(folder, 'none.mjs'), 'export const strategy = 1;');
  writeFileSync(join(folder, 'broken.mjs'), 'throw new Error("at load");');
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a strategy by name', () => {
  it('is one of the library', async () => {
    expect((await loadStrategy('twap'))({})).toHaveProperty('onTimer');
  });

  it('is the default export of a module, called with its parameters', async () => {
    const factory = await loadStrategy(join(folder, 'good.mjs'));
    const { onStart } = factory({ answer: 42 });
    expect((onStart as () => unknown)()).toBe(42);
  });

  it('is refused with what there is', async () => {
    await expect(loadStrategy('makr')).rejects.toThrow(
      'there is no strategy "makr": use maker, taker, informed, trend, reversion, twap, ladder, value, arbitrage, metaorder, noise, or the name of a .js or .mjs file',
    );
    await expect(loadStrategy('bot.mjs')).rejects.toThrow('there is no strategy "bot.mjs"');
    const none = join(folder, 'none.mjs');
    await expect(loadStrategy(none)).rejects.toThrow(
      `${none}: its default export must be a function that returns a strategy`,
    );
    const broken = join(folder, 'broken.mjs');
    await expect(loadStrategy(broken)).rejects.toThrow(`${broken}: the module cannot be loaded: at load`);
  });
});
