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
