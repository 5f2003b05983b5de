import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The programs, and the font, that tests use and that neither Node nor npm brings. A test that needs one says so by its name here
 * (`test/needs.ts`). Where the program is missing, the test is skipped, or fails when CI is set.
 *
 *   tsx scripts/programs.ts     prints the Debian packages of what is missing and not too large, for .ci/run
 */

export interface Program {
  /** What people call it. */
  readonly title: string;
  /** Debian packages that bring it. */
  readonly packages: readonly string[];
  readonly isHere: () => boolean;
  /** It is too large for CI to install; where it is missing its tests are skipped there too. */
  readonly isExtra?: true;
}

/** The first file of this name in the folders of PATH. */
function onPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** A Python that has numpy: that of the path, else that of Debian, whose packages another Python does not see. */
export const findPythonWithNumpy = (): string | undefined =>
  ['python3', '/usr/bin/python3'].find(
    (python) => spawnSync(python, ['-c', 'import numpy'], { stdio: 'ignore' }).status === 0,
  );

const pythonImports = (module: string) => (): boolean => ran('python3', ['-c', `import ${module}`]);

/** A program that is a link to nothing, or that does not start, is missing too. */
const ran = (program: string, args: readonly string[]): boolean => starts(onPath(program), args);

const starts = (file: string | undefined, args: readonly string[]): boolean =>
  file !== undefined && spawnSync(file, args, { stdio: 'ignore' }).status === 0;

const fontsOf = (family: string): string =>
  spawnSync('fc-list', [family], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).stdout;

/** The file that a variable names, else the first of the name on the path, else the place where Debian's package has it. */
function found(variable: string, name: string, debian: string): string | undefined {
  const named = process.env[variable];
  if (named !== undefined) return existsSync(named) ? named : undefined;
  return onPath(name) ?? (existsSync(debian) ? debian : undefined);
}

/** `nginx`, or what PERPSIM_NGINX names. Debian's is not on every path. */
export const findNginx = (): string | undefined => found('PERPSIM_NGINX', 'nginx', '/usr/sbin/nginx');

/** `chromium`, or what PERPSIM_CHROMIUM names. */
export const findChromium = (): string | undefined => found('PERPSIM_CHROMIUM', 'chromium', '/usr/bin/chromium');

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
  inter: {
    title: 'the font Inter',
    packages: ['fonts-inter', 'fontconfig'],
    isHere: () => onPath('fc-list') !== undefined && fontsOf('Inter') !== '',
  },
  nginx: {
    title: 'nginx (or PERPSIM_NGINX, its path)',
    packages: ['nginx-light'],
    isHere: () => starts(findNginx(), ['-v']),
  },
  curl: { title: 'curl', packages: ['curl'], isHere: () => ran('curl', ['--version']) },
  python3: { title: 'python3', packages: ['python3'], isHere: () => ran('python3', ['--version']) },
  requests: {
    title: 'the Python package requests',
    packages: ['python3-requests'],
    isHere: pythonImports('requests'),
  },
  setuptools: {
    title: 'the Python package setuptools',
    packages: ['python3-setuptools'],
    isHere: pythonImports('setuptools'),
  },
  numpy: {
    title: 'the Python package numpy',
    packages: ['python3-numpy'],
    isHere: () => findPythonWithNumpy() !== undefined,
  },
  pytest: { title: 'pytest', packages: ['python3-pytest'], isHere: pythonImports('pytest') },
  // 474 MiB on the disk, and 13 s of processor time to install.
  go: { title: 'Go', packages: ['golang-go'], isHere: () => ran('go', ['version']), isExtra: true },
} as const satisfies Readonly<Record<string, Program>>;

export type ProgramName = keyof typeof PROGRAMS;

/** In CI nothing is skipped but what needs a program that is not installed there. */
export const inCi = (): boolean => !['', '0', 'false', undefined].includes(process.env['CI']);

const known = new Map<ProgramName, boolean>();

/** Those of the named programs that this machine lacks. */
export const missingOf = (names: readonly ProgramName[]): ProgramName[] =>
  names.filter((name) => {
    const here = known.get(name) ?? PROGRAMS[name].isHere();
    known.set(name, here);
    return !here;
  });

const isExtra = (name: ProgramName): boolean => (PROGRAMS[name] as Program).isExtra === true;

/** Those of the missing programs whose absence excuses a skipped test. */
export const excusedOf = (missing: readonly ProgramName[]): readonly ProgramName[] =>
  inCi() && !missing.every(isExtra) ? [] : missing;

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
  console.log(
    packagesOf(missingOf(Object.keys(PROGRAMS).filter(isProgramName)).filter((name) => !isExtra(name))).join(' '),
  );
}
