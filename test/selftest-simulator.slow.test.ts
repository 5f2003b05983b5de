import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { endSimulators, startSimulator } from '../scripts/selftest/simulator.ts';

test('a process that is about to end takes its simulators along', async () => {
  const simulator = await startSimulator();
  const status = `${simulator.origin}/v1/exchange/status`;
  expect((await fetch(status)).status).toBe(200);
  endSimulators();
  await simulator.stop();
  await expect(fetch(status)).rejects.toThrow('fetch failed');
});

// A suite that judged something else than the wrong deployment would find nothing wrong with any.
test('a rewritten deployment and one of another source are both caught', async () => {
  const wrongs = ['no-status-route', 'delegates-see-cash-alone'];
  const only = wrongs.flatMap((name) => ['--only', name]);
  const args = ['--import', 'tsx', 'scripts/selftest/run.ts', '--control', '--json', ...only];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const { sound, steered } = JSON.parse(stdout) as {
    sound: boolean;
    steered: { findings: { name: string; caught: { id: string } | null }[] };
  };
  expect(steered.findings.filter(({ caught }) => caught).map(({ name }) => name)).toEqual(wrongs);
  expect(sound).toBe(true);
});
