import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { scenarioFiles } from '../plan/scenario-files.ts';
import { SweepError } from '../sweep.ts';
import { packFiles, unpackFiles } from './bundle.ts';
import { readRedisUrl, redisReason } from './redis-url.ts';

describe('the files of a scenario in the queue', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'perpsim-bundle-'));
    mkdirSync(join(folder, 'mine', 'day', 'data'), { recursive: true });
    writeFileSync(join(folder, 'mine', 'day', 'scenario.yaml'), 'title: A day\nworld: ../world.yaml\n');
    writeFileSync(join(folder, 'mine', 'day', 'data', 'depth.bin'), Buffer.from([0, 255, 10, 13]));
    writeFileSync(join(folder, 'mine', 'world.yaml'), 'extends: quiet\n');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const packed = async (): Promise<Buffer> =>
    packFiles(await scenarioFiles(join(folder, 'mine', 'day', 'scenario.yaml'), [], join(folder, 'out')));

  test('come out as they went in, at the same places to each other', async () => {
    const there = join(folder, 'there');
    expect(unpackFiles(await packed(), there)).toBe(join(there, 'day'));
    expect(readFileSync(join(there, 'day', 'data', 'depth.bin'))).toEqual(Buffer.from([0, 255, 10, 13]));
    expect(readFileSync(join(there, 'world.yaml'), 'utf8')).toBe('extends: quiet\n');
  });

  test('are refused when any byte of them was altered', async () => {
    const bytes = await packed();
    for (let place = 0; place < bytes.length; place += 1) {
      const altered = Buffer.from(bytes);
      altered[place] = altered[place]! ^ 1;
      expect(() => unpackFiles(altered, join(folder, 'there'))).toThrow(
        new SweepError('the files of the scenario are damaged in the queue'),
      );
    }
  });

  test.each(['../out.yaml', '/tmp/out.yaml', 'a/../../out.yaml'])('are refused when they would lie at %s', (path) => {
    const body = gzipSync(JSON.stringify({ entry: '', files: [{ path, base64: '' }] }));
    const bytes = Buffer.concat([createHash('sha256').update(body).digest(), body]);
    expect(() => unpackFiles(bytes, join(folder, 'there'))).toThrow(
      new SweepError('the files of the scenario in the queue lie outside its folder'),
    );
  });
});

describe('readRedisUrl', () => {
  test.each([
    ['redis://127.0.0.1', 'redis://127.0.0.1:6379'],
    ['redis://queue.example:7000/', 'redis://queue.example:7000'],
    ['rediss://anna:open-sesame@queue.example/2', 'rediss://queue.example:6379/2'],
    ['redis://:open%2Fsesame@[::1]:6380', 'redis://[::1]:6380'],
  ])('%s is shown without its password', (text, shown) => {
    expect(readRedisUrl(text)).toEqual({ url: text, shown });
  });

  test.each(['', 'open-sesame', 'http://:open-sesame@host', 'redis://', 'redis://:open-sesame@host/queue'])(
    'refuses %j and repeats nothing of it',
    (text) => {
      expect(() => readRedisUrl(text)).toThrow(SweepError);
      expect(() => readRedisUrl(text)).not.toThrow(/open-sesame/);
    },
  );

  test('redisReason says in words what the system says in codes', () => {
    expect(redisReason(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))).toBe('nothing listens there');
    expect(redisReason(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }))).toBe('there is no such host');
    expect(redisReason(new Error('WRONGPASS invalid\nmore'))).toBe('WRONGPASS invalid');
  });
});
