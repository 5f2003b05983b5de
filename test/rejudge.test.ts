import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { envelopes, notifications, responses } from '../scripts/selftest/make.ts';
import { listOf, objectOf } from '../scripts/selftest/bodies.ts';
import { Proxy } from '../scripts/selftest/proxy.ts';
import type { Rewriting } from '../scripts/selftest/wrong.ts';
import { built, CliCall, withoutProgress } from './cli.ts';
import { factsOf, playSession, type ServedFacts } from './recorded-session.ts';

/** `perpsim rejudge` as a user meets it: recordings of the built bundle, sent again to fresh and to wrong deployments. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TOKEN = 'correct-horse-battery';
const SERVE = ['serve', '--port', '0', '--world', 'quiet', '--seed', '7', '--json'];
const MANUAL = [...SERVE, '--clock', 'manual', '--control-token', TOKEN];

let folder: string;
/** A session with a clock that stands still between its advances, recorded by the exchange. */
let recording: string;
const running: CliCall[] = [];

interface Verdict {
  readonly same: boolean;
  readonly requests: number;
  readonly frames: number;
  readonly compared: number;
  readonly identical: number;
  readonly differences: number;
  readonly first: readonly { about: string; path: string; expected: string; actual: string; line: number }[];
  readonly explanation: string | null;
  readonly notes: readonly string[];
  readonly notSent: number;
  readonly clock: string;
}

async function serve(...flags: string[]): Promise<ServedFacts & { readonly origin: string; readonly server: CliCall }> {
  const server = new CliCall([...flags]);
  running.push(server);
  return { ...(await factsOf(server)), server };
}

async function ended(child: CliCall): Promise<unknown> {
  child.kill('SIGINT');
  return child.exit();
}

async function ran(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = new CliCall([...args]);
  const code = await child.exit();
  return { code, stdout: child.stdout, stderr: withoutProgress(child.stderr) };
}

async function rejudged(...args: string[]): Promise<{ code: unknown; verdict: Verdict }> {
  const { code, stdout, stderr } = await ran('rejudge', '--json', ...args);
  expect(stderr).toMatch(/^(perpsim: \d+ lines of the recording sent and compared so far\n)*$/);
  return { code, verdict: JSON.parse(stdout) as Verdict };
}

beforeAll(async () => {
  await built();
  folder = mkdtempSync(join(tmpdir(), 'perpsim-rejudge-'));
  recording = join(folder, 'manual.jsonl');
  const { server, origin, ...facts } = await serve(...MANUAL, '--record', recording);
  await playSession({ origin, facts, token: TOKEN });
  expect(await ended(server)).toBe(0);
});
afterEach(async () => {
  for (const child of running.splice(0)) await ended(child);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a session over REST and WebSocket', () => {
  test('is the same to the byte on an exchange that the recording starts: exit code 0', async () => {
    const { code, verdict } = await rejudged(recording);
    expect(verdict).toMatchObject({
      same: true,
      requests: 11,
      differences: 0,
      first: [],
      explanation: null,
      notes: [],
      notSent: 0,
      clock: 'manual',
    });
    expect(verdict.compared).toBe(11 + verdict.frames);
    expect(verdict.identical).toBe(verdict.compared);
    expect(verdict.frames).toBeGreaterThan(10);
    expect(code).toBe(0);
    const { stdout } = await ran('rejudge', recording);
    expect(stdout).toMatch(/\n {2}compared {3}(\d+) responses and frames, \1 the same to the byte\n\nthe same\n$/);
  });

  test('is the same on a fresh exchange of another process, and explained on one that has seen it', async () => {
    const { origin } = await serve(...MANUAL);
    const first = await rejudged(recording, '--target', origin, '--control-token', TOKEN);
    expect([first.code, first.verdict.differences, first.verdict.notes]).toEqual([0, 0, []]);
    const second = await rejudged(recording, '--target', origin, '--control-token', TOKEN);
    expect(second.code).toBe(1);
    expect(second.verdict.notes).toContain('the target has been used before: give --reset-target to start it over');
    expect(second.verdict.explanation).not.toBeNull();
    const third = await rejudged(recording, '--target', origin, '--control-token', TOKEN, '--reset-target');
    expect([third.code, third.verdict.differences, third.verdict.notes]).toEqual([0, 0, []]);
  });

  test('recorded by a proxy is the same too, started as the control plane had said', async () => {
    const file = join(folder, 'proxy.jsonl');
    const { origin, ...facts } = await serve(...MANUAL);
    const proxy = new CliCall(['record', '--target', origin, '--listen', '0', '--out', file, '--json']);
    const [line = ''] = await proxy.lines(1);
    await playSession({ origin: (JSON.parse(line) as { url: string }).url, facts, token: TOKEN });
    expect(await ended(proxy)).toBe(0);
    // Without the token the proxy learned nothing of the start, so a target is named.
    const { origin: fresh } = await serve(...MANUAL);
    const { code, verdict } = await rejudged(file, '--target', fresh, '--control-token', TOKEN);
    expect([code, verdict.differences, verdict.requests]).toEqual([0, 0, 11]);
  });

  test('with another service name is one explanation and no list of differences', async () => {
    const { origin } = await serve(...MANUAL, '--service-name', 'Elsewhere');
    const { code, verdict } = await rejudged(recording, '--target', origin, '--control-token', TOKEN);
    expect([code, verdict.differences, verdict.compared]).toEqual([1, 0, 0]);
    expect(verdict.explanation).toBe(
      'signatures are bound to service name "PerpSim"; the target is "Elsewhere" and would refuse every signed request. ' +
        'Start it with --service-name "PerpSim"',
    );
  });

  test('of a live clock is the same when the clock is moved to the recorded times', async () => {
    const file = join(folder, 'live.jsonl');
    const { server, restUrl } = await serve(...SERVE, '--clock', 'live', '--speed', '50', '--record', file);
    const body = (action: object) => ({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ params: action }),
    });
    for (let round = 0; round < 5; round += 1) {
      await (await fetch(`${restUrl}/info`, body({ action: 'getMarketPrices' }))).text();
      await (await fetch(`${restUrl}/info`, body({ action: 'getOrderbook', symbol: 'BTC-USDT' }))).text();
    }
    expect(await ended(server)).toBe(0);
    const { code, verdict } = await rejudged(file);
    expect(verdict).toMatchObject({ requests: 10, compared: 10, differences: 0, clock: 'manual' });
    expect(verdict.notes).toEqual([
      'the recorded clock was live: a response may be stamped later than it was made, so times are not compared',
    ]);
    expect(code).toBe(0);
  });

  test('on a target without a control plane is sent at the recorded pace', async () => {
    const { origin } = await serve(...SERVE, '--clock', 'manual', '--no-control');
    const file = join(folder, 'before-the-clock.jsonl');
    const lines = readFileSync(recording, 'utf8').split('\n');
    const firstAdvance = lines.findIndex((line) => line.includes('/sim/v1/clock/advance'));
    writeFileSync(file, `${lines.slice(0, firstAdvance).join('\n')}\n`);
    const { code, verdict } = await rejudged(file, '--target', origin, '--pace', '10');
    expect(verdict).toMatchObject({ differences: 0, clock: 'wall', requests: 4 });
    expect(code).toBe(0);
  });
});

describe('a deployment that is wrong in one place', () => {
  const cases: [string, Rewriting, { about: string | RegExp; path: string; expected: string; actual: string }][] = [
    [
      'a response with another quantity',
      responses(['getPositions'], (response) => listOf(response).forEach((row) => (row.quantity = '0.05'))),
      { about: 'POST /v1/trade getPositions', path: 'response[0].quantity', expected: '"0.04"', actual: '"0.05"' },
    ],
    [
      'a refusal with another code',
      envelopes(['placeOrders'], ({ response }) => {
        for (const status of listOf(objectOf(response).statuses)) if (status.errorCode) status.errorCode = 'OTHER';
      }),
      {
        about: 'POST /v1/trade placeOrders',
        path: 'response.statuses[0].errorCode',
        expected: '"',
        actual: '"OTHER"',
      },
    ],
    [
      'trades of a stream with another price',
      notifications((frame) => {
        if (frame.channel === 'trade') objectOf(frame.data).price = '95001';
      }),
      { about: 'connection', path: 'data.price', expected: '"95000"', actual: '"95001"' },
    ],
    [
      'a stream that loses what it should push',
      { received: (frame) => (frame.channel === 'trade' ? [] : [frame]) },
      { about: 'trade', path: '.', expected: '1 frame', actual: '0 frames' },
    ],
    [
      'JSON with a space more',
      {
        responded: (reply, { action }) =>
          action === 'getPositions' ? { ...reply, text: reply.text.replace(',', ', ') } : reply,
      },
      { about: 'POST /v1/trade', path: 'spelling', expected: '', actual: '' },
    ],
  ];

  test.each(cases)('%s is named: exit code 1', async (_what, rewriting, expected) => {
    const { origin, serviceName } = await serve(...MANUAL);
    const wrong = new Proxy(origin, serviceName);
    const through = await wrong.listen();
    wrong.become({ make: () => rewriting });
    try {
      const { code, verdict } = await rejudged(recording, '--target', through, '--control-token', TOKEN);
      const [first] = verdict.first;
      expect(first).toMatchObject({ path: expected.path });
      expect(first?.about).toMatch(expected.about);
      expect(first?.expected).toContain(expected.expected);
      expect(first?.actual).toContain(expected.actual);
      expect(first?.line).toBeGreaterThan(1);
      expect([code, verdict.same, verdict.explanation]).toEqual([1, false, null]);
      expect(verdict.differences).toBe(1);
    } finally {
      await wrong.close();
    }
  });
});

describe('what cannot be compared', () => {
  test('a target that is not there: exit code 3 and one line', async () => {
    const { code, stdout, stderr } = await ran('rejudge', recording, '--target', 'http://127.0.0.1:1');
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(/^perpsim: cannot reach http:\/\/127\.0\.0\.1:1: [^\n]+\n$/);
  });

  test('a recording whose last line a crash has cut off is compared up to there', async () => {
    const file = join(folder, 'torn.jsonl');
    const text = readFileSync(recording, 'utf8');
    writeFileSync(file, text.slice(0, text.lastIndexOf('"kind":"request"') + 40));
    const { code, stdout } = await ran('rejudge', file);
    expect(stdout).toMatch(
      /note {7}line \d+ is cut off and was left out\n {2}note {7}the recording was not ended in order\n/,
    );
    expect([code, stdout.endsWith('\nthe same\n')]).toEqual([0, true]);
  });

  test.each<[string, () => string[], RegExp]>([
    ['a file that is not there', () => ['/nowhere/x'], /^perpsim: cannot read \/nowhere\/x: no such file or folder\n$/],
    [
      'a file that is no recording',
      () => [join(ROOT, 'package.json')],
      /^perpsim: \S+ line 1: is not the header of a perpsim recording\n$/,
    ],
    [
      'a URL with a path',
      () => [recording, '--target', 'http://127.0.0.1:1/v1'],
      /^perpsim: --target must be http\(s\):\/\/host:port [^\n]+\n$/,
    ],
    ['a pace of nothing', () => [recording, '--pace', '0'], /^perpsim: --pace must be a number above 0 \(got "0"\)\n$/],
    ['no file', () => [], /^perpsim: missing required argument 'file'\n$/],
  ])('%s: exit code 2 and one line', async (_what, flags, line) => {
    const { code, stdout, stderr } = await ran('rejudge', ...flags());
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(line);
  });
});
