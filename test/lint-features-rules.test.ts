import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Bodies } from '../scripts/gherkin/bodies.ts';
import { Literals } from '../scripts/gherkin/literals.ts';
import { partsOf } from '../scripts/gherkin/parts.ts';
import { GLOSSARY } from '../scripts/gherkin/tags.ts';
import { lintFeature } from '../scripts/lint-features.ts';

const KNOWN = { clauses: new Set(['A-ONE', 'A-TWO']), transitions: new Set(['order/placed/cancel']) };

/** Errors (warnings aside) of a feature with these lines. */
const errorsOf = (...lines: string[]): string[] =>
  lintFeature(`Feature: f\n${lines.join('\n')}\n`, KNOWN)
    .filter((finding) => !finding.warning)
    .map((finding) => `${finding.line}: ${finding.message}`);

test('a scenario for any market names no market of ours, in no case and nowhere', () => {
  const scenario = [
    '  @clause:A-ONE @any-market',
    '  Scenario: s',
    '    Given x',
    '      | symbol |',
    '      | {market} |',
    '    Then y',
  ];
  expect(errorsOf(...scenario)).toEqual([]);
  expect(errorsOf(...scenario.map((line) => line.replace('{market}', 'btc-usdt')))).toEqual([
    '3: "s" is for @any-market and names btc-usdt: say {market}',
  ]);
  const before = ['  Background:', '    Given "BTC-USDT" is open'];
  expect(errorsOf(...before, ...scenario)).toEqual(['5: "s" is for @any-market and names BTC-USDT: say {market}']);
  expect(errorsOf(...before, '  @clause:A-ONE', ...scenario.slice(1))).toEqual([]);
  expect(errorsOf(...scenario.map((line) => line.replace('{market}', 'BTC-USDT-')))).toEqual([]);
});

test('a price of one market counts in ticks of that market', () => {
  const withPrice = (price: string): string[] =>
    errorsOf('  @clause:A-ONE', '  Scenario: s', '    Given x', '      | price |', `      | ${price} |`, '    Then y');
  for (const price of ['{third far bid - 10 third ticks}', '{far bid - 10 ticks}', '{entry + 2 ticks}']) {
    expect(withPrice(price)).toEqual([]);
  }
  expect(withPrice('{third far bid - 10 ticks}')).toEqual([
    '3: "s" has {third far bid - 10 ticks}: its ticks are those of the first market, say "third ticks"',
  ]);
});

describe('tags', () => {
  const scenario = ['  Scenario: s', '    Given x', '    Then y'];

  test('of the glossary, of actions, routes, channels and rulings are known', () => {
    const tags = '@trade @auth @liquidation @negative @getTrades @contracts @orderbook @subAccountUpdates @R-07';
    expect(errorsOf(`  @clause:A-ONE ${tags}`, ...scenario)).toEqual([]);
  });

  test('without an explanation are refused, wherever they stand', () => {
    expect(errorsOf('  @clause:A-ONE @traed', ...scenario)).toEqual([
      '2: @traed is not in the glossary of features/README.md',
    ]);
    const outline = ['  @clause:A-ONE', '  Scenario Outline: s', '    Given <x>', '    Then y'];
    expect(errorsOf(...outline, '    @slow', '    Examples:', '      | x |', '      | 1 |')).toEqual([
      '6: @slow is not in the glossary of features/README.md',
    ]);
    expect(errorsOf('  @edgy', '  Rule: r', '  @clause:A-ONE', ...scenario)).toEqual([
      '2: @edgy is not in the glossary of features/README.md',
    ]);
    expect(errorsOf('  @clause:A-ONE @R-7', ...scenario)).toEqual([
      '2: @R-7 is not in the glossary of features/README.md',
    ]);
  });

  test('of the feature are reported once, however many scenarios inherit them', () => {
    const text = `@odd\nFeature: f\n  @clause:A-ONE\n  Scenario: s\n    Given x\n    Then y\n  @clause:A-ONE\n  Scenario: t\n    Given z\n    Then y\n`;
    expect(lintFeature(text, KNOWN).filter(({ warning }) => !warning)).toEqual([
      { line: 1, message: '@odd is not in the glossary of features/README.md' },
    ]);
  });

  test('for needs name a capability', () => {
    expect(errorsOf('  @clause:A-ONE @needs:clock', ...scenario)).toEqual([]);
    expect(errorsOf('  @clause:A-ONE @needs:luck', ...scenario)).toEqual([
      '2: @needs:luck is none of the needs clock, control, funded, second-wallet, delegate, whitelist-off, second-subaccount, fault, liquidity, many-records, worlds, reference-market, market, usual-schedule, keeper, trading-hours, fresh-account, rate-limits, limits, streams, exhaust',
    ]);
  });

  test('for transitions name a cell', () => {
    expect(errorsOf('  @clause:A-ONE @transition:order/placed/cancel', ...scenario)).toEqual([]);
    expect(errorsOf('  @clause:A-ONE @transition:order/placed/vanish', ...scenario)).toEqual([
      '2: @transition:order/placed/vanish is no cell of docs/contract/transitions.yaml',
    ]);
  });

  test('for both ways at once leave none', () => {
    expect(errorsOf('  @clause:A-ONE @rest-only @ws-only', ...scenario)).toEqual([
      '3: "s" is for REST alone and for streams alone, so it never runs',
    ]);
  });

  test('are explained in features/README.md, every word of the glossary', () => {
    const readme = readFileSync('features/README.md', 'utf8');
    const explained = readme.slice(readme.indexOf('\n## Tags\n'), readme.indexOf('What is `@rest-only`'));
    for (const word of Object.values(GLOSSARY).flat()) expect(explained).toContain(`\`@${word}\``);
  });
});

describe('steps', () => {
  const steps = (...lines: string[]): string[] =>
    errorsOf('  @clause:A-ONE', '  Scenario: s', ...lines.map((line) => `    ${line}`));

  test('come as Given, When, Then, and may do so again', () => {
    expect(steps('Given a', 'And b', 'When c', 'And d', 'Then e', 'But f')).toEqual([]);
    expect(steps('When a', 'Then b', 'Given c', 'When d', 'Then e')).toEqual([]);
    expect(steps('Given a', 'Then b')).toEqual([]);
  });

  test('do not give anything between a When and its Then', () => {
    expect(steps('Given a', 'When b', 'Given c', 'Then d')).toEqual([
      '6: "s" goes on with a Given before a Then has looked at its When',
    ]);
  });

  test('do not leave a When without its Then', () => {
    expect(steps('Given a', 'When b')).toEqual(['3: "s" ends with a When that no Then looks at']);
    expect(steps('Given a', 'When b', 'Then c', 'When d', 'And e')).toEqual([
      '3: "s" ends with a When that no Then looks at',
    ]);
  });

  test('show something', () => {
    expect(steps('Given a', 'And b')).toEqual(['3: "s" has no Then, so it shows nothing']);
  });

  test('do not begin with what follows from nothing', () => {
    expect(steps('Then a')).toEqual(['4: "s" begins with a Then']);
    expect(steps('And a', 'Then b')).toEqual([
      '4: "s" begins with "And", which continues nothing',
      '5: "s" begins with a Then',
    ]);
  });

  test('of a background come before', () => {
    const scenario = ['  @clause:A-ONE', '  Scenario: s'];
    expect(errorsOf('  Background:', '    Given a', ...scenario, '    Then b')).toEqual([]);
    expect(errorsOf('  Background:', '    When a', ...scenario, '    Given b', '    Then c')).toEqual([
      '6: "s" goes on with a Given before a Then has looked at its When',
    ]);
  });
});

describe('bodies', () => {
  const one = ['  @clause:A-ONE', '  Scenario: one', '    Given x', '    Then y'];
  const two = ['  @clause:A-ONE', '  Scenario: two', '    Given x', '    Then y'];

  test('stand once in a file', () => {
    expect(errorsOf(...one, ...two)).toEqual(['7: "two" does the same as this file:3']);
  });

  test('differ by a table, a text, a row or what goes before', () => {
    expect(errorsOf(...one, '      | a |', ...two, '      | b |')).toEqual([]);
    expect(errorsOf(...one, '      """', '      a', '      """', ...two)).toEqual([]);
    const rule = (step: string): string[] => ['  Rule: r', '  Background:', `    Given ${step}`];
    expect(errorsOf(...rule('a'), ...one, ...rule('b'), ...two)).toEqual([]);
    const outline = (name: string, row: string): string[] => [
      '  @clause:A-ONE',
      `  Scenario Outline: ${name}`,
      '    Given <x>',
      '    Then y',
      '    Examples:',
      '      | x |',
      `      | ${row} |`,
    ];
    expect(errorsOf(...outline('one', '1'), ...outline('two', '2'))).toEqual([]);
    expect(errorsOf(...outline('one', '1'), ...outline('two', '1'))).toEqual([
      '10: "two" does the same as this file:3',
    ]);
  });

  test('stand once in all files', () => {
    const bodies = new Bodies();
    const text = (lines: readonly string[]): string => `Feature: f\n${lines.join('\n')}\n`;
    lintFeature(text(one), KNOWN, bodies, 'features/a.feature');
    const errors = lintFeature(text(two), KNOWN, bodies, 'features/b.feature').filter(({ warning }) => !warning);
    expect(errors).toEqual([{ line: 3, message: '"two" does the same as features/a.feature:3' }]);
  });
});

describe('literals', () => {
  const CLAUSES = `
- id: A
  expect: {http: 400, code: "BAD_VALUE", message: "fee is <fee> at (least)"}
- id: B
  expect: {http: 200, code: "BAD_VALUE"}
- id: C
`;
  const unshown = (...lines: string[]): string[] => {
    const literals = new Literals(CLAUSES);
    const parts = partsOf(`Feature: f\n${lines.join('\n')}\n`);
    if (!('feature' in parts)) throw new Error(parts.message);
    literals.read(parts);
    return literals.unshown();
  };
  const promised = (clause: string, then: string): string[] => [
    `  @clause:${clause}`,
    '  Scenario: s',
    `    Then ${then}`,
  ];

  test('that a clause promises stand in a scenario that cites it', () => {
    expect(unshown(...promised('A', 'refused with 400 BAD_VALUE "fee is 5 USDT at (least)"'))).toEqual([]);
    expect(unshown(...promised('A', 'refused with 1400 BAD_VALUES "fee is  at least"'))).toEqual([
      'A promises http 400 and BAD_VALUE and "fee is <fee> at (least)", which no scenario that cites it states',
    ]);
  });

  test('may be spread over scenarios, tables, texts and rows', () => {
    const rows = [
      '  Scenario Outline: t',
      '    Then <code> <http>',
      '    @clause:A',
      '    Examples:',
      '      | code      | http |',
      '      | BAD_VALUE | 400  |',
      '    @clause:C',
      '    Examples:',
      '      | code | http |',
      '      | X    | fee is 5 at (least) |',
    ];
    expect(unshown(...rows)).toEqual(['A promises "fee is <fee> at (least)", which no scenario that cites it states']);
    expect(unshown(...rows, ...promised('A', 'y'), '      | message | fee is 5 at (least) |')).toEqual([]);
    const text = ['      """', '      fee is 5 at (least)', '      """'];
    expect(unshown(...rows, ...promised('A', 'y'), ...text)).toEqual([]);
  });

  test('of a success need no citation, nor do those of a clause that no scenario cites', () => {
    expect(unshown(...promised('B', 'rejected with BAD_VALUE'))).toEqual([]);
    expect(unshown(...promised('C', 'x'))).toEqual([]);
  });
});
