import { expect, test } from 'vitest';
import { FACTS } from '../results/run.test-helper.ts';
import { commandOf, reproduce } from './words.ts';

const SCENARIO = { id: 'features/trade/cancelOrders.feature:12' };

test('an exchange inside the run needs no address', () => {
  expect(reproduce(commandOf(FACTS), SCENARIO)).toBe(
    'npx perpsim conform --profile full features/trade/cancelOrders.feature:12',
  );
});

test('any other is named with all that it takes to reach it', () => {
  const target = {
    name: 'theirs',
    kind: 'remote',
    restUrl: 'https://exchange.example/v1',
    wsUrl: 'wss://exchange.example/v1/ws',
    serviceName: "Their 'Exchange'",
    version: null,
  } as const;
  expect(reproduce(commandOf({ ...FACTS, target, given: ['--profile core'], seed: '42' }), SCENARIO)).toBe(
    "npx perpsim conform --target https://exchange.example/v1 --ws wss://exchange.example/v1/ws --service-name 'Their '\\''Exchange'\\''' --profile core --seed 42 features/trade/cancelOrders.feature:12",
  );
  expect(commandOf({ ...FACTS, target: { ...target, wsUrl: null } })).not.toContain('--ws');
});

test('flags of the run come again as they were typed', () => {
  const given = ['--profile ./mine.json', '--no-control', '--control-token "$PERPSIM_CONTROL_TOKEN"'];
  expect(reproduce(commandOf({ ...FACTS, profile: 'mine', given, seed: '42' }), SCENARIO)).toBe(
    'npx perpsim conform --profile ./mine.json --no-control --control-token "$PERPSIM_CONTROL_TOKEN" --seed 42 features/trade/cancelOrders.feature:12',
  );
});
