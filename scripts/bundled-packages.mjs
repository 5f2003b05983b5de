/** Which packages the build has put into dist/, and the notices that their licences ask for. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The inputs of which a bundle of esbuild holds anything; what was shaken off is no part of it. */
export const inputsOf = ({ outputs }) =>
  Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([path]) => path),
  );

/** Names of the packages that a bundle of esbuild still imports. Names of the build's own and built-ins of Node are none. */
export const importsOf = ({ outputs }) =>
  Object.values(outputs)
    .flatMap(({ imports }) => imports.filter(({ external }) => external === true).map(({ path }) => path))
    .filter((path) => /^[@a-z]/.test(path) && !path.includes(':') && !BUILT_IN.has(path.split('/')[0]))
    .map((path) => /^(?:@[^/]+\/)?[^/]+/.exec(path)[0]);

const BUILT_IN = new Set(['perpsim', ...process.getBuiltinModule('node:module').builtinModules]);

/**
 * The packages that files belong to, in the order of their names.
 *
 * @param paths paths of files, below `root` or absolute
 */
export function packagesOf(root, paths) {
  const folders = new Set(paths.map((path) => PACKAGE_FOLDER.exec(path)?.[0]).filter((folder) => folder !== undefined));
  const found = new Map();
  for (const folder of folders) {
    const at = folder.startsWith('/') ? folder : join(root, folder);
    const {
      name,
      version,
      license = 'none stated',
      author,
    } = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'));
    const notice = noticeOf(at) ?? (license === 'MIT' && author !== undefined ? mitOf(author) : undefined);
    found.set(`${name} ${version}`, { name, version, license, notice });
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
}

/** Up to the last folder of packages in a path, and the name of the package there. */
const PACKAGE_FOLDER = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;

/** The texts of a package about its licence; undefined where it has none. Some have it in their README alone. */
function noticeOf(folder) {
  const names = readdirSync(folder).sort();
  const texts = names
    .filter((name) => /^(?:licen[cs]e|copying|notice)(?:[.-]|$)/i.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8').trim());
  if (texts.length > 0) return texts.join('\n\n');
  const readme = names.find((name) => /^readme\b/i.test(name));
  const text = readme === undefined ? '' : readFileSync(join(folder, readme), 'utf8').replaceAll('\r', '');
  return LICENCE_SECTION.exec(text)?.[1].trim();
}

/** A last section with the word in its title, which is underlined or marked by `#`. */
const LICENCE_SECTION = /\n((?:#+ .*licen[cs]e.*|.*licen[cs]e.*\n(?:-{3,}|={3,}))\n[^]*permission[^]*)$/i;

/** The text of the licence, for packages that name it and their author and have no copy of it. */
const mitOf = (author) => `MIT License

Copyright (c) ${typeof author === 'string' ? author : author.name}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/**
 * Writes the notices of packages to `licences.txt`, which ships, and facts about them to a file for `npm run package:check`.
 *
 * @param folder that of the bundles
 * @param what the title of the notices
 * @param imported packages that the bundles still import
 */
export function writeNotices(folder, what, packages, imported = []) {
  const texts = packages.map(
    ({ name, version, license, notice = '' }) => `${'='.repeat(78)}\n${name} ${version} (${license})\n\n${notice}`,
  );
  writeFileSync(join(folder, 'licences.txt'), [`${what} contains these packages.`, ...texts, ''].join('\n\n'));
  const bundled = packages.map(({ notice, ...facts }) => ({ ...facts, hasNotice: notice !== undefined }));
  writeFileSync(join(folder, 'packages.json'), `${JSON.stringify({ bundled, imported })}\n`);
}
