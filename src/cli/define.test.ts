import { describe, expect, test } from 'vitest';
import { type CliCommand, commandDocument } from './define.ts';
import { COMMANDS } from './commands.ts';
import { buildProgram } from './program.ts';

/** Every command of the program, without running any. */

const program = (): Promise<CliCommand> =>
  buildProgram(
    COMMANDS,
    () => undefined,
    () => undefined,
  );

const all = (command: CliCommand, path: readonly string[] = []): [name: string, command: CliCommand][] => [
  [path.join(' '), command],
  ...command.below().flatMap((each) => all(each, [...path, each.name()])),
];

const EVERY = all(await program());
/** Commands that do something, and do not only hold others. */
const LEAVES = EVERY.filter(([, command]) => command.below().length === 0);

/** They print a script or a document whichever way they are called. */
const WITHOUT_JSON = ['completion'];

/** Words of a line as a shell reads them, up to a pipe or a redirection. */
function wordsOf(line: string): string[] {
  const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  const end = words.findIndex((word) => ['|', '>', '>>'].includes(word));
  return end < 0 ? words : words.slice(0, end);
}

/** The name of the command that a line runs, once it was parsed; throws what the parser found wrong. */
async function parsed(line: string): Promise<string> {
  const ran: string[] = [];
  const fresh = await program();
  for (const [name, command] of all(fresh)) {
    if (command.below().length === 0) command.action(() => void ran.push(name));
  }
  const [first, ...args] = wordsOf(line);
  expect(first).toBe('perpsim');
  await fresh.parseAsync(args, { from: 'user' });
  return ran.join();
}

test.each(EVERY.filter(([name]) => name !== ''))(
  '%s has a purpose of one line, examples and exit codes',
  (name, command) => {
    expect(command.description()).toMatch(/^[A-Z][^\n]{10,140}\.$/);
    const { examples, exits } = command.facts();
    expect(examples.length).toBeGreaterThanOrEqual(name === 'data' || name === 'market' ? 1 : 2);
    for (const example of examples) expect(example).toMatch(new RegExp(`^perpsim ${name}( |$)`));
    expect(exits).toMatchObject({ 2: expect.any(String) as string, 6: expect.any(String) as string });
    const help = command.helpInformation();
    expect(help).toContain('  -h, --help');
  },
);

test.each(LEAVES.map(([name, command]) => [name, command] as const))('%s has --json', (name, command) => {
  const hasJson = command.options.some(({ long }) => long === '--json');
  expect(hasJson).toBe(!WITHOUT_JSON.includes(name));
});

test.each(LEAVES)('each flag of %s says what it does and names its variable', (_name, command) => {
  const help = command.helpInformation().replaceAll(/\s+/g, ' ');
  for (const { long, description, hidden } of command.options) {
    if (hidden) continue;
    expect(description).not.toBe('');
    expect(help).toMatch(new RegExp(`${long ?? ''} (?:\\[\\w+\\] )?[^[]*\\[PERPSIM_[A-Z_]+\\]`));
  }
});

describe('every example can be typed', () => {
  test.each(EVERY.flatMap(([name, command]) => command.facts().examples.map((line) => [line, name] as const)))(
    '%s',
    async (line, name) => {
      const ran = await parsed(line);
      expect(ran === name || ran.startsWith(`${name} `) || name === '').toBe(true);
    },
  );
});

test('the help of a flag tells its default and its variable', async () => {
  const explore = (await program()).below().find((command) => command.name() === 'explore');
  const help = explore?.helpInformation().replaceAll(/\s+/g, ' ');
  expect(help).toContain('--commands <count> commands in all (default: 2000) [PERPSIM_EXPLORE_COMMANDS]');
  expect(help).toContain('[PERPSIM_TARGET]');
});

test('help as a document holds every command with what its help says', async () => {
  const document = commandDocument(await program());
  expect(document.commands.map(({ name }) => name)).toContain('serve');
  const snapshot = document.commands.find(({ name }) => name === 'snapshot');
  expect(snapshot?.commands.find(({ name }) => name === 'snapshot save')).toEqual({
    name: 'snapshot save',
    summary: 'Takes a snapshot, under a name or the next number.',
    usage: 'perpsim snapshot save [options] [name]',
    arguments: [{ name: 'name', about: 'the name of a snapshot', isRequired: false }],
    flags: [
      {
        flag: '--url, --target <url>',
        about: 'the exchange (default: http://127.0.0.1:8700)',
        variable: 'PERPSIM_TARGET',
      },
      {
        flag: '--control-token <token>',
        about: 'the token that the exchange was started with',
        variable: 'PERPSIM_CONTROL_TOKEN',
      },
      { flag: '--json', about: 'print the response as one JSON line', variable: 'PERPSIM_SNAPSHOT_SAVE_JSON' },
    ],
    examples: ['perpsim snapshot save', 'perpsim snapshot save before-crash --json'],
    exitCodes: {
      0: 'done',
      1: 'refused by the exchange',
      2: 'wrong usage',
      3: 'no exchange reached',
      6: 'output not written',
    },
    commands: [],
  });
});
