import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { killAgainAndAgain } from './killed-server.ts';
import { newFolder } from './kept-server.ts';

test.each([
  ['batch', 40],
  ['sync', 5],
  ['none', 5],
])('with durability %s, %i kills under load lose no acknowledged order and invent none', async (durability, kills) => {
  const data = newFolder();
  const { acknowledged, done, undone } = await killAgainAndAgain(data, kills, durability);
  rmSync(data, { recursive: true });
  expect(acknowledged).toBeGreaterThan(kills);
  expect(done + undone).toBeGreaterThan(kills);
});
