import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The programs that tests use and that neither Node nor npm brings. A test that needs one says so by its name here
 * (`test/needs.ts`). Where the program is missing, the test is skipped, or fails when CI is set.
 *
 *   tsx scripts/programs.ts     prints the Debian packages of what is missing, for .ci/run
 */

export interface Program {
  /** What people call it. */
  readonly title: string;
  /** Debian packages that bring it. */
  readonly packages: readonly string[];
  readonly isHere: () => boolean;
}

/** The first file of this name in the folders of PATH. */
function onPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

const pythonImports = (module: string) => (): boolean => ran('python3', ['-c', `import ${module}`]);

/** A program that is a link to nothing, or that does not start, is missing too. */
const ran = (program: string, args: readonly string[]): boolean =>
  onPath(program) !== undefined && spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/** Where Debian's package `nginx-light` puts the program, which is not on every path. */
const DEBIAN_NGINX = '/usr/sbin/nginx';

/** The first `nginx` on the path, else Debian's; undefined where there is none. */
export const findNginx = (): string | undefined =>
  onPath('nginx') ?? (existsSync(DEBIAN_NGINX) ? DEBIAN_NGINX : undefined);

/** Where Debian's package `chromium` puts the program. */
const DEBIAN_CHROMIUM = '/usr/bin/chromium';

/** Chromium at PERPSIM_CHROMIUM, else the first `chromium` on the path, else Debian's; undefined where there is none. */
export function findChromium(): string | undefined {
  const named = process.env.PERPSIM_CHROMIUM;
  if (named !== undefined) return existsSync(named) ? named : undefined;
  return onPath('chromium') ?? (existsSync(DEBIAN_CHROMIUM) ? DEBIAN_CHROMIUM : undefined);
}

export const PROGRAMS = {
  'redis-server': {
    title: 'redis-server',
    packages: ['redis-server'],
    isHere: () => ran('redis-server', ['--version']),
  },
  chromium: {
    title: 'Chromium (or PERPSIM_CHROMIUM, its path)',
    packages: ['chromium', 'fonts-dejavu-core'],
    isHere: () => findChromium() !== undefined,
  },
  nginx: { title: 'nginx', packages: ['nginx-light'], isHere: () => findNginx() !== undefined },
  curl: { title: 'curl', packages: ['curl'], isHere: () => ran('curl', ['--version']) },
  python3: { title: 'python3', packages: ['python3'], isHere: () => ran('python3', ['--version']) },
  requests: {
    title: 'the Python package requests',
    packages: ['python3-requests'],
    isHere: pythonImports('requests'),
  },
  pytest: { title: 'pytest', packages: ['python3-pytest'], isHere: pythonImports('pytest') },
} as const satisfies Readonly<Record<string, Program>>;

export type ProgramName = keyof typeof PROGRAMS;

/** In CI nothing is skipped. */
export const inCi = (): boolean => !['', '0', 'false', undefined].includes(process.env['CI']);

const known = new Map<ProgramName, boolean>();

/** Those of the named programs that this machine lacks. */
export const missingOf = (names: readonly ProgramName[]): ProgramName[] =>
  names.filter((name) => {
    const here = known.get(name) ?? PROGRAMS[name].isHere();
    known.set(name, here);
    return !here;
  });

export const isProgramName = (name: string): name is ProgramName => Object.hasOwn(PROGRAMS, name);

const packagesOf = (names: readonly ProgramName[]): string[] => [
  ...new Set(names.flatMap((name): readonly string[] => PROGRAMS[name].packages)),
];

/** One sentence: what is missing, and what brings it. */
export function lackOf(names: readonly ProgramName[]): string {
  const titles = names.map((name) => PROGRAMS[name].title).join(' and ');
  return `${titles} ${names.length === 1 ? 'is' : 'are'} missing here; on Debian "apt-get install ${packagesOf(names).join(' ')}" brings ${names.length === 1 ? 'it' : 'them'}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(packagesOf(missingOf(Object.keys(PROGRAMS).filter(isProgramName))).join(' '));
}
