import { expect, test } from 'vitest';
import { readKnownFailing } from './known-failing.ts';

const ENTRY = [
  '- scenario: features/trade/cancelOrders.feature:12',
  '  reason: a filled order is reported as open',
  '  link: https://tracker.example/41',
  '  expires: 2026-12-31',
];

/** The entry with one line put in place of the line of a field; without the line if it is undefined. */
const listWith = (field: string, line?: string): string =>
  ENTRY.flatMap((known) =>
    known.slice(2).startsWith(`${field}:`) ? (line === undefined ? [] : [line]) : [known],
  ).join('\n');

test('an entry is about a scenario, a clause or a tag expression', () => {
  const subject = (line: string): unknown => readKnownFailing(listWith('scenario', line))[0]?.about;
  expect(readKnownFailing(ENTRY.join('\n'))).toEqual([
    {
      about: { kind: 'scenario', value: 'features/trade/cancelOrders.feature:12' },
      reason: 'a filled order is reported as open',
      link: 'https://tracker.example/41',
      expires: '2026-12-31',
    },
  ]);
  expect(subject('- clause: CANCELORDERS')).toEqual({ kind: 'clause', value: 'CANCELORDERS' });
  expect(subject("- tags: '@auth and not @negative'")).toEqual({ kind: 'tags', value: '@auth and not @negative' });
});

test.each(['', '# nothing is known to fail\n', '[]'])('%j holds no entries', (text) => {
  expect(readKnownFailing(text)).toEqual([]);
});

test.each([
  ['reason', undefined, 'entry 1: reason is missing'],
  ['reason', '  reason:', 'entry 1: reason is missing'],
  ['reason', '  reason: [a]', 'entry 1: reason must be text'],
  ['link', undefined, 'entry 1: link is missing'],
  ['expires', undefined, 'entry 1: expires is missing'],
  ['expires', '  expires: soon', 'entry 1: expires must be a date such as 2026-12-31, not soon'],
  ['expires', '  expires: 2026-02-30', 'entry 1: expires must be a date such as 2026-12-31, not 2026-02-30'],
  [
    'expires',
    '  expires: 2026-12-31\n  owner: me',
    'entry 1: owner is none of scenario, clause, tags, reason, link, expires',
  ],
  ['scenario', '- clause: A\n  tags: "@b"', 'entry 1: exactly one of scenario, clause, tags is expected'],
  ['scenario', '- why: because', 'entry 1: why is none of scenario, clause, tags, reason, link, expires'],
  [
    'scenario',
    '- scenario: cancelOrders',
    'entry 1: scenario must be an id such as features/trade/cancelOrders.feature:12',
  ],
  ['scenario', '- tags: "@a and"', 'entry 1: tags: "@a and" is no tag expression'],
])('%s written as %j is refused', (field, line, text) => {
  expect(() => readKnownFailing(listWith(field, line))).toThrow(text);
});

test('an error names the entry that is wrong', () => {
  expect(() => readKnownFailing([...ENTRY, ...ENTRY.slice(0, 3)].join('\n'))).toThrow('entry 2: expires is missing');
  expect(() => readKnownFailing('- scenario\n')).toThrow('entry 1: fields are expected');
  expect(() => readKnownFailing('scenario: a\n')).toThrow('a list of entries is expected');
  expect(() => readKnownFailing('- [')).toThrow('Flow sequence in block collection must be sufficiently indented');
});
