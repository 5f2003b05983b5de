import { expect, test } from 'vitest';
import { CAPABILITIES, type Capability } from './deployment.ts';
import type { SpokenScenario } from './steps/library.ts';
import { spoken } from './steps/spoken.test-helper.ts';
import { lacksOf, skipReason } from './needs.ts';

const without = (...names: Capability[]): ReadonlySet<Capability> =>
  new Set(CAPABILITIES.filter((one) => !names.includes(one)));

const funded = (...steps: string[]): SpokenScenario => spoken(steps, { tags: ['needs:funded'] });

test.each([
  ['what the target offers is not lacking', funded('2 minutes pass'), { capabilities: without() }, []],
  [
    'all that it does not offer is, in the order of the capabilities',
    funded('the fault reset', '2 minutes pass'),
    { capabilities: without('fault', 'clock', 'funded') },
    ['clock', 'funded', 'fault'],
  ],
  [
    'a wait as long as the target allows is no lack',
    funded('5 s pass'),
    { capabilities: without(), waitMs: 5_000 },
    [],
  ],
  ['a longer one is', funded('5001 ms pass'), { capabilities: without(), waitMs: 5_000 }, ['time']],
  [
    'a clock that has to be moved says it all',
    funded('9 s pass', '1 hours pass'),
    { capabilities: without('clock'), waitMs: 5_000 },
    ['clock'],
  ],
  [
    'wallets that sentences introduce must be there',
    funded('"alice" is a trader', '"bob" is a trader', '"carol" is the stranger of "alice"'),
    { capabilities: without(), wallets: 2 },
    ['wallets'],
  ],
  [
    'as many as are introduced are enough, and one off the whitelist is not among them',
    funded(
      '"alice" is a trader',
      '"bob" is a full delegate of "alice"',
      '"carol" is a trader',
      'the wallet of "carol" is not whitelisted',
    ),
    { capabilities: without(), wallets: 2 },
    [],
  ],
  ['where the clock can be moved any wait is short', funded('59999 ms pass'), { capabilities: without() }, []],
])('%s', (_, scenario, offer, lacks) => {
  expect(lacksOf(scenario, offer)).toEqual(lacks);
});

test('the reason names what is lacking', () => {
  const absent = new Map<Capability, string>([['clock', 'there is no control plane']]);
  expect(skipReason('clock', { absent })).toBe('needs clock: there is no control plane');
  expect(skipReason('fault', { absent })).toBe('needs fault: the target does not offer it');
  expect(skipReason('time', { absent, waitMs: 5_000 })).toBe('would wait in real time for longer than 5000 ms');
  expect(skipReason('wallets', { absent, wallets: 2 })).toBe('needs more wallets than the 2 that the target has');
});
