import { readFileSync } from 'node:fs';
import { codeOf } from './storage.ts';

/**
 * When a process began, as a text that no later process of the same id shares. Empty for a process that lives and does
 * not say; null when there is none.
 */
export function processMark(pid: number): string | null {
  if (!isAlive(pid)) return null;
  if (process.platform === 'linux') return linuxMark(pid);
  if (process.platform === 'win32') return '';
  return startOf(pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It lives, and belongs to someone else.
    return codeOf(error) === 'EPERM';
  }
}

/** Clock ticks from the boot to the start of the process, which is the 22nd field, and the id of the boot. */
function linuxMark(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A process that ended and waits for its parent writes no more.
    if (state === 'Z' || state === 'X') return null;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[18] ?? ''}`;
  } catch (error) {
    return codeOf(error) === 'ENOENT' || codeOf(error) === 'ESRCH' ? null : '';
  }
}

function startOf(pid: number): string {
  // Loaded here, because it is needed on few systems and every start would wait for it.
  const { execFileSync } = process.getBuiltinModule('node:child_process');
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}
