/** Reads and checks the world of a start without flags ahead of it: see `src/exchange/world/world-file.ts`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const WORLDS = ['default'];
const FILE = 'src/exchange/world/world-file.ts';

/** A plugin that puts the prepared worlds into the bundle. */
export async function preparedWorlds(bundle, common) {
  const root = common.absWorkingDir;
  const { outputFiles } = await bundle({
    ...common,
    entryPoints: [FILE],
    write: false,
    // It looks for the package from here on.
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(join(root, FILE)).href) },
  });
  const code = Buffer.from(outputFiles[0].contents).toString('base64');
  const { loadWorld, worldToConfig } = await import(`data:text/javascript;base64,${code}`);
  const entries = WORLDS.map((world) => {
    const config = worldToConfig(loadWorld(world).file, { seed: '', nonceRule: 'increasing' });
    const files = filesOf(join(root, 'fixtures', 'worlds'), world);
    return `[${JSON.stringify(world)}, { files: ${JSON.stringify(files)}, config: () => (${sourceOf(config)}) }]`;
  });
  return {
    name: 'prepared-worlds',
    setup({ onLoad }) {
      const contents = `export const PREPARED = new Map([${entries.join()}]);`;
      onLoad({ filter: /exchange[/\\]world[/\\]prepared-worlds\.ts$/ }, () => ({ contents }));
    },
  };
}

/** The file of a world of the package and those that it extends, with their texts. */
function filesOf(folder, world) {
  const name = `${world}.json`;
  const text = readFileSync(join(folder, name), 'utf8');
  const { extends: below } = JSON.parse(text);
  return [{ name, text }, ...(below === undefined ? [] : filesOf(folder, below))];
}

/** The expression that makes an equal value, with its keys in the same order. */
function sourceOf(value) {
  if (value === undefined) return 'undefined';
  if (typeof value === 'bigint') return `${value}n`;
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if (Array.isArray(value)) return `[${value.map(sourceOf).join()}]`;
  if (typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) {
    throw new Error(`build: a configuration holds ${String(value)}, which has no source`);
  }
  return `{${Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}: ${sourceOf(part)}`)}}`;
}
