/**
 * The parts of `perpsim serve` that a start can do without, as a script of their own. Whatever a bundle imports later has
 * all that it shares with the rest wrapped in functions, module by module; with those parts outside, the rest is one
 * plain script that V8 reads and runs in nine tenths of the time.
 */
import { relative, sep } from 'node:path';

/** How a script names a part that it loads from the other script. */
export const LATE = 'late:';

/** In place of `require`: parts come from the other script, which is given the modules that the two share. */
export const requireLate = (file) =>
  `const __load = require; require = Object.assign((name) => name.startsWith('${LATE}') ? ` +
  `__load('./${file}').load(name.slice(${LATE.length}), module.exports.shared) : __load(name), __load);`;

/**
 * Leaves late parts out of the first script.
 *
 * @param parts - takes the names of those that it found
 */
export const leaveOut = (root, parts) => ({
  name: 'late-parts',
  setup(build) {
    // A package of CommonJS is in functions of its own anyway.
    build.onResolve({ filter: /^\./ }, async ({ kind, path, resolveDir, pluginData }) => {
      if (kind !== 'dynamic-import' || pluginData === LATE) return undefined;
      const { path: file } = await build.resolve(path, { kind, resolveDir, pluginData: LATE });
      const name = nameOf(root, file);
      parts.add(name);
      return { path: `${LATE}${name}`, external: true };
    });
  },
});

/** The entry of the first script: the program, and what it shares with the late parts. */
export const sharingEntry = (program, shared) =>
  [
    `import './${program}';`,
    ...shared.map((name, place) => `import * as shared${place} from './${name}';`),
    `export const shared = () => ({${shared.map((name, place) => `${JSON.stringify(name)}: shared${place}`)}});`,
  ].join('\n');

/** The entry of the second script. */
export const lateEntry = (parts) =>
  [
    `const given = require('${GIVEN}');`,
    `const parts = {${parts.map((name) => `${JSON.stringify(name)}: () => require('./${name}')`)}};`,
    'exports.load = (name, shared) => { given.modules ??= shared(); return parts[name](); };',
  ].join('\n');

const GIVEN = 'given-modules';

/**
 * Takes modules of the first script from it, so that there is one of each class and of each value.
 *
 * @param modules - names of those of the first script
 * @param shared - takes the names of those that the second script needs
 */
export const takeShared = (root, modules, shared) => ({
  name: 'shared-modules',
  setup(build) {
    build.onResolve({ filter: new RegExp(`^${GIVEN}$`) }, () => ({ path: GIVEN, namespace: GIVEN }));
    build.onLoad({ filter: /./, namespace: GIVEN }, () => ({ contents: 'exports.modules = undefined;' }));
    build.onResolve({ filter: /^\./ }, async ({ kind, path, resolveDir, pluginData }) => {
      if (kind === 'entry-point' || pluginData === LATE) return undefined;
      const { path: file } = await build.resolve(path, { kind, resolveDir, pluginData: LATE });
      const name = nameOf(root, file);
      if (!modules.has(name) || name.startsWith('node_modules/')) return undefined;
      shared.add(name);
      return { path: name, namespace: 'shared' };
    });
    build.onLoad({ filter: /./, namespace: 'shared' }, ({ path }) => ({
      contents: `module.exports = require('${GIVEN}').modules[${JSON.stringify(path)}];`,
    }));
  },
});

const nameOf = (root, file) => relative(root, file).split(sep).join('/');
