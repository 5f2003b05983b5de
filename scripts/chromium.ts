import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright';

/** Where Debian's package `chromium` puts the program. */
const DEBIAN = '/usr/bin/chromium';
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Text is drawn alike on every machine with the same fonts.
  '--font-render-hinting=none',
  '--disable-lcd-text',
];

/** Chromium at PERPSIM_CHROMIUM, else the first `chromium` on the path, else Debian's; undefined where there is none. */
export function findChromium(): string | undefined {
  const named = process.env.PERPSIM_CHROMIUM;
  if (named !== undefined) return existsSync(named) ? named : undefined;
  const folders = (process.env.PATH ?? '').split(delimiter);
  return [...folders.map((folder) => join(folder, 'chromium')), DEBIAN].find((path) => existsSync(path));
}

/** What to do where Chromium is missing. */
export const NO_CHROMIUM =
  'Chromium is not here: install it ("apt-get install chromium fonts-dejavu-core" on Debian), or name its program in PERPSIM_CHROMIUM';

/** Starts Chromium without a window. */
export function launch(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(NO_CHROMIUM);
  return chromium.launch({ args: ARGS, executablePath });
}
