import { type Browser, chromium } from 'playwright';
import { findChromium, lackOf } from './programs.ts';

/** No test waits for the machine: this limit ends what hangs, and is far beyond what anything takes with many busy processes beside it. */
export const HANGS_MS = 180_000;

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

/** Starts Chromium without a window. */
export function launch(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(lackOf(['chromium']));
  return chromium.launch({ args: ARGS, executablePath, timeout: HANGS_MS });
}
