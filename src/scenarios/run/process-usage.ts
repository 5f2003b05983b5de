import { readdir, readFile } from 'node:fs/promises';
import { systemCodeOf } from '../../kernel/thrown.ts';

/** What the processes of a group take up together. */
export interface ProcessUsage {
  /** Resident memory. */
  readonly bytes: number;
  /** Open files and sockets. */
  readonly handles: number;
  /** Processor time since they were started, in ms. */
  readonly cpuMs: number;
}

const PAGE_BYTES = 4_096;
const TICK_MS = 10;

/** Measures the processes of a group on a system that shows them in /proc; null elsewhere, and for a group without any. */
export async function usageOfGroup(group: number | undefined): Promise<ProcessUsage | null> {
  if (group === undefined) return null;
  const pids = await processIds();
  const all = (await Promise.all(pids.map((pid) => usageOf(pid, group)))).filter((one) => one !== null);
  if (all.length === 0) return null;
  const sum = (of: (one: ProcessUsage) => number): number => all.reduce((total, one) => total + of(one), 0);
  return { bytes: sum(({ bytes }) => bytes), handles: sum(({ handles }) => handles), cpuMs: sum(({ cpuMs }) => cpuMs) };
}

/** Returns true while a process of the group lives, also where its first one has ended. One that only waits to be reaped does not. */
export async function isGroupAlive(group: number): Promise<boolean> {
  const pids = await processIds();
  // Without /proc, whoever asks has to do with what a signal says.
  if (pids.length === 0) return true;
  for (const pid of pids) {
    const fields = await statOf(pid);
    if (fields && Number(fields[2]) === group && fields[0] !== 'Z') return true;
  }
  return false;
}

async function processIds(): Promise<readonly string[]> {
  try {
    return (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

async function usageOf(pid: string, group: number): Promise<ProcessUsage | null> {
  const fields = await statOf(pid);
  if (!fields || Number(fields[2]) !== group) return null;
  try {
    const [userTicks, systemTicks, pages] = [fields[11], fields[12], fields[21]].map(Number);
    const handles = (await readdir(`/proc/${pid}/fd`)).length;
    return {
      bytes: (pages ?? 0) * PAGE_BYTES,
      handles,
      cpuMs: ((userTicks ?? 0) + (systemTicks ?? 0)) * TICK_MS,
    };
  } catch (error) {
    return nullIfGone(error);
  }
}

/** What the system says of a process, from its state on; null for one that has ended. */
async function statOf(pid: string): Promise<readonly string[] | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The name before it may hold blanks and brackets.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch (error) {
    return nullIfGone(error);
  }
}

/** Returns null for an error that says that a process has ended meanwhile, or belongs to somebody else. */
function nullIfGone(error: unknown): null {
  if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(systemCodeOf(error) ?? '')) return null;
  throw error;
}
