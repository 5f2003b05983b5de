import { Command } from 'commander';
import { expect, test } from 'vitest';
import { takeEnvironment } from './define.ts';

/** A program like perpsim, and what its commands were given. */
function parsed(args: readonly string[], variables: Record<string, string>): Record<string, unknown> {
  let given: Record<string, unknown> = {};
  const program = new Command('perpsim').exitOverride();
  const take = (flags: Record<string, unknown>): void => {
    given = flags;
  };
  program
    .command('serve')
    .option('--port <number>')
    .option('--json')
    .option('--no-control')
    .option('--control-token <token>')
    .action(take);
  const snapshot = program.command('snapshot');
  snapshot.command('get').requiredOption('--out <file>').option('--control-token <token>').action(take);
  takeEnvironment(program, variables);
  program.parse(args, { from: 'user' });
  return given;
}

test.each([
  ['a flag of serve by its own name', ['serve'], { PERPSIM_PORT: '9000' }, { port: '9000', control: true }],
  ['a flag that is given wins', ['serve', '--port', '1'], { PERPSIM_PORT: '9000' }, { port: '1', control: true }],
  ['a switch that is on', ['serve'], { PERPSIM_JSON: 'true' }, { json: true, control: true }],
  ['a switch that is off', ['serve'], { PERPSIM_JSON: '0' }, { json: false, control: true }],
  ['a switch that is negated', ['serve'], { PERPSIM_CONTROL: 'false' }, { control: false }],
  ['a negated switch that is on', ['serve'], { PERPSIM_CONTROL: 'true' }, { control: true }],
  ['an empty variable', ['serve'], { PERPSIM_PORT: '' }, { control: true }],
  ['a command below another', ['snapshot', 'get'], { PERPSIM_SNAPSHOT_GET_OUT: 'x' }, { out: 'x' }],
  [
    'a flag that all share',
    ['snapshot', 'get', '--out', 'x'],
    { PERPSIM_CONTROL_TOKEN: 'abc' },
    { out: 'x', controlToken: 'abc' },
  ],
])('%s', (_, args, variables, expected) => {
  expect(parsed(args, variables)).toEqual(expected);
});

test('a switch that says neither true nor false is refused by its name', () => {
  expect(() => parsed(['serve'], { PERPSIM_JSON: 'maybe' })).toThrow(
    'PERPSIM_JSON must be true or false (got "maybe")',
  );
});

test('a flag that is needed is asked for when neither it nor its variable is there', () => {
  expect(() => parsed(['snapshot', 'get'], {})).toThrow("required option '--out <file>' not specified");
});
