import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { PROFILE_VARIABLE } from './profile.ts';

/**
 * Starts a CPU profile of this process if the benchmark runs with `--profile`. Returns what writes it.
 */
export async function startProfile(): Promise<() => Promise<void>> {
  const file = process.env[PROFILE_VARIABLE];
  if (file === undefined) return () => Promise.resolve();
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 200 });
  await session.post('Profiler.start');
  return async () => {
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    writeFileSync(file, JSON.stringify(profile));
  };
}

/** Runs what is measured, with a profile of it if one is wanted. */
export async function profiled<T>(measured: () => T | Promise<T>): Promise<T> {
  const end = await startProfile();
  const result = await measured();
  await end();
  return result;
}
