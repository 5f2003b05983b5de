import { spawn } from 'node:child_process';
import { currentHost } from '../exchange/host.ts';
import { say } from './output.ts';

/** The program that opens an address with what the user has chosen for it, and its arguments before the address. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['explorer.exe'],
};

/**
 * Opens an address in the browser of the user, without waiting for it. Where there is none, one line says so: nothing else depends
 * on it.
 */
export async function openInBrowser(address: string, platform: NodeJS.Platform = process.platform): Promise<void> {
  const [program, ...args] = OPENERS[platform] ?? ['xdg-open'];
  const problem = await new Promise<Error | null>((resolve) => {
    const child = spawn(program, [...args, address], {
      stdio: 'ignore',
      detached: true,
      env: { ...currentHost().env },
    });
    child.once('error', resolve);
    child.once('spawn', () => {
      child.unref();
      resolve(null);
    });
  });
  if (problem) say(`no browser could be opened (${program}: ${problem.message}): go to ${address}`);
}
