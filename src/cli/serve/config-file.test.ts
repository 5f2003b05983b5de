import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfigFile } from './config-file.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'perpsim-config-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(name: string, text: string | Buffer): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

function complaintAbout(file: string): Error {
  try {
    readConfigFile(file);
  } catch (error) {
    return error as Error;
  }
  return new Error('it was accepted');
}

describe('readConfigFile', () => {
  test('reads YAML', () => {
    const file = fileOf(
      'a.yaml',
      'port: 9001\nseed: 7\nclock: manual\nstartTime: 2026-01-05T00:00:00Z # a Monday\nquiet: true\n',
    );
    expect(readConfigFile(file)).toEqual({
      port: 9001,
      seed: '7',
      clock: 'manual',
      startTime: 1_767_571_200_000,
      quiet: true,
    });
  });

  test('reads JSON', () => {
    const file = fileOf('a.json', '{\n\t"port": 0,\n\t"serviceName": "Mine",\n\t"speed": 2.5\n}\n');
    expect(readConfigFile(file)).toEqual({ port: 0, serviceName: 'Mine', speed: 2.5 });
  });

  test('reads limits', () => {
    const file = fileOf('limits.yaml', 'rateLimits: false\nlimits:\n  ipTokens: 500\n  tierTokens: { tier_1: 60 }\n');
    expect(readConfigFile(file)).toEqual({ rateLimits: false, limits: { ipTokens: 500, tierTokens: { tier_1: 60 } } });
  });

  test('an empty file sets nothing', () => {
    expect(readConfigFile(fileOf('empty.yaml', '# nothing\n'))).toEqual({});
  });

  test.each([
    [
      'an unknown key',
      'port: 1\nprot: 2\n',
      'line 2: prot is not a setting (did you mean port?); there are port, host, seed,',
    ],
    [
      'a flag spelled as on the command line',
      'start-time: 0\n',
      'line 1: start-time is not a setting (did you mean startTime?);',
    ],
    ['a port that is none', 'seed: 1\n\nport: 70000\n', 'line 3: port must be a port from 0 to 65535'],
    [
      'a limit that is none',
      'limits: { ipTokens: 0 }\n',
      'line 1: limits.ipTokens must be a whole number from 1 to 1000000000',
    ],
    [
      'a limit of another name',
      'limits:\n  tokens: 5\n',
      'line 2: unknown field "tokens"; the fields here are enabled, ipTokens, windowMs,',
    ],
    [
      'a limit with an inherited name',
      'limits:\n  constructor: 5\n',
      'line 2: unknown field "constructor"; the fields here are ',
    ],
    ['a limit named __proto__', 'limits:\n  __proto__: 5\n', 'line 2: unknown field "__proto__"; the fields here are '],
    ['a setting with an inherited name', 'toString: 5\n', 'line 1: toString is not a setting; there are port,'],
    ['a clock that is none', 'clock: slow\n', 'line 1: clock must be "live" or "manual"'],
    ['a day that no month has', 'startTime: 2026-02-30T00:00:00Z\n', 'line 1: startTime must be Unix milliseconds'],
    ['a time without a zone', 'startTime: 2026-01-05T00:00:00\n', 'line 1: startTime must be Unix milliseconds'],
    ['a text where a flag is', 'quiet: "yes"\n', 'line 1: quiet must be true or false'],
    ['a key without a value', 'port:\n', 'line 1: port must be a port'],
    ['a list', '- port\n', 'line 1: the file must hold settings, such as "port: 8700"'],
    ['a key twice', 'port: 1\nport: 2\n', 'line 2: Map keys must be unique'],
    ['broken YAML', 'port: 1\nhost: "127.0.0.1\n', 'line '],
    ['broken JSON', '{\n  "port": 1,\n  "host"\n  "x" }', 'line '],
  ])('%s names line and field', (_what, text, message) => {
    const file = fileOf('bad.yaml', text);
    const error = complaintAbout(file);
    expect(error.name).toBe('UsageError');
    expect(error.message.startsWith(`${file} ${message}`)).toBe(true);
    expect(error.message).not.toContain('\n');
  });

  test('a file that is not there, a folder and a file of other bytes are named', () => {
    expect(() => readConfigFile(join(folder, 'none.yaml'))).toThrow(
      /^cannot read the config file .*none\.yaml: no such file or folder$/,
    );
    expect(() => readConfigFile(folder)).toThrow(/: it is a folder$/);
    expect(() => readConfigFile(fileOf('bytes.yaml', Buffer.from([0xff, 0xfe, 0x00])))).toThrow(
      /^cannot read the config file/,
    );
  });
});
