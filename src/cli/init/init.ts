import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { makeFolder } from '../../exchange/data/make-folder.ts';
import { currentHost, fromCwd } from '../../exchange/host.ts';
import { print } from '../output.ts';
import { reasonOf, UsageError } from '../usage-error.ts';
import { filesFor } from './files.ts';
import { packageSource } from './package-source.ts';

export interface InitFlags {
  readonly json?: boolean;
}

/**
 * Writes what a project needs to begin with: settings for serve, a first scenario, and a workflow for CI that installs the package as it is
 * installed here. Nothing that is there is changed.
 *
 * @throws UsageError for a folder that cannot be written, or where one of the files is already
 */
export async function init(folder: string, { json = false }: InitFlags): Promise<0> {
  const root = fromCwd(folder);
  const { install, before, isThere } = packageSource(root);
  const texts = filesFor(install);
  const files = Object.keys(texts);
  const there = files.filter((name) => existsSync(join(root, name)));
  if (there.length > 0) {
    throw new UsageError(
      `${there.join(', ')} ${there.length === 1 ? 'is' : 'are'} already in ${root}: nothing was written`,
    );
  }
  try {
    for (const [name, text] of Object.entries(texts)) {
      makeFolder(dirname(join(root, name)));
      writeFileSync(join(root, name), text, { flag: 'wx' });
    }
  } catch (error) {
    throw new UsageError(`cannot write into ${root}: ${reasonOf(error)}`);
  }
  const here = relative(currentHost().cwd, root);
  const steps = [
    ...(here === '' ? [] : [`cd ${here}`]),
    ...(before === undefined ? [] : [`${before}   # the workflow installs this file: commit it`]),
    ...(isThere ? [] : [install]),
    'npx --no-install perpsim serve --config perpsim.yaml',
    'npx --no-install perpsim run scenarios/first',
  ];
  await print(
    json
      ? `${JSON.stringify({ folder: root, files, install, ...(before !== undefined && { before }) })}\n`
      : `Written to ${root}:\n${files.map((name) => `  ${name}\n`).join('')}\nNext:\n${steps.map((step) => `  ${step}\n`).join('')}`,
  );
  return 0;
}
