import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../../kernel/sha256.ts';
import { dumpLines } from '../journal/write-dump.ts';
import { type Lab, startLab } from '../lab.test-helper.ts';
import { exchangeDigest } from '../journal/ledger-record.ts';
import { Listener, livingWorld } from './listener.test-helper.ts';
import { followAll, framesOf, live, START, SYMBOLS } from './recorded-streams.test-helper.ts';
import { testInFull } from '../../kernel/test-budget.test-helper.ts';

describe('equal seeds and inputs', () => {
  test('give equal frames, byte for byte', async () => {
    const frames = await framesOf(5_000);
    expect(frames.length).toBeGreaterThan(700);
    expect(await framesOf(5_000)).toEqual(frames);
  });

  testInFull('give them in another process too', async () => {
    const here = sha256((await framesOf(10_000)).join('\n'));
    const script = `
      const { framesOf } = await import('./src/exchange/stream/recorded-streams.test-helper.ts');
      const { sha256 } = await import('./src/kernel/sha256.ts');
      console.log(sha256((await framesOf(10_000)).join('\\n')));
    `;
    const there = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      encoding: 'utf8',
    });
    expect(there.trim()).toBe(here);
  });
});

test('a clock that takes many steps delivers the same frames in the same order as one that takes few', async () => {
  // Each step is an input of its own and counts as an event: sequences alone differ.
  const plain = (frames: readonly string[]): string[] =>
    frames.map((frame) => frame.replace(/"(?:meseq|prevMeseq)":\d+/g, ''));
  expect(plain(await framesOf(250))).toEqual(plain(await framesOf(10_000)));
});

test('an exchange knows nothing of its listeners', async () => {
  const start = (): Promise<Lab> =>
    startLab({ world: livingWorld(SYMBOLS, 300), seed: 7, startTime: START, limits: { enabled: false } });
  const [followed, alone] = [await start(), await start()];
  followAll(new Listener(followed.core));
  await live(followed, 5_000);
  await live(alone, 5_000);
  expect(digestOf(followed)).toBe(digestOf(alone));
  expect(journalOf(followed)).toEqual(journalOf(alone));
});

const digestOf = ({ core }: Lab): string => exchangeDigest(core.sequencer.chainValue(), core.state);

function journalOf({ core }: Lab): string[] {
  const { state, journal, sequencer } = core;
  return [
    ...dumpLines({
      state,
      config: state.config,
      journal,
      chain: sequencer.chain,
      about: { package: '', world: '', serviceName: '' },
    }),
  ];
}
