import { CommanderError } from 'commander';
import { type CliHost, currentHost } from '../exchange/host.ts';
import { JournalError } from '../exchange/journal/journal.ts';
import { packageVersion } from '../exchange/package-root.ts';
import { FileProblemsError, problemText } from '../exchange/world/read.ts';
import { nearestHint } from '../kernel/nearest.ts';
import {
  type AddCommand,
  CliCommand,
  commandDocument,
  completeHelp,
  type ExitCode,
  takeEnvironment,
} from './define.ts';
import { guardStreams, OUTPUT_EXIT, OutputError, print, say, sayLines } from './output.ts';
import { UsageError } from './usage-error.ts';

const NOTES =
  'perpsim COMMAND --help shows the flags of a command, and the variable that sets each of them: PERPSIM_PORT for serve --port,\n' +
  'PERPSIM_TARGET for --target. perpsim completion SHELL completes them in bash, zsh and fish.';

/**
 * Returns `perpsim` with these commands, before any of them runs.
 *
 * @param write - takes the help that is asked for
 * @param isNeeded - whether a command has to be whole; all are when this is left out
 */
export async function buildProgram(
  commands: readonly AddCommand[],
  ended: (code: ExitCode) => void,
  write: (text: string) => void,
  isNeeded: (name: string) => boolean = () => true,
): Promise<CliCommand> {
  const version = packageVersion();
  const program = new CliCommand('perpsim')
    .description('A deterministic perpetual-futures exchange to build and test against.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .withHelp({
      notes: NOTES,
      examples: ['perpsim serve', 'perpsim init my-bot', 'perpsim help snapshot save', 'perpsim help --json'],
      exits: {
        0: 'all went well',
        1: 'the exchange failed or refused',
        3: 'no exchange reached',
        130: 'stopped by a signal',
      },
    })
    .showSuggestionAfterError(true)
    .exitOverride()
    .configureOutput({
      outputError: () => undefined,
      writeOut: write,
      writeErr: (text) => void currentHost().stderr.write(text),
    });
  for (const add of commands) await add(program, ended, isNeeded);
  program
    .command('help')
    .description('Shows the help of a command.')
    .argument('[command...]', 'such as serve, or report merge')
    .option('--json', 'print the command and those below it as one JSON document')
    .withHelp({ examples: ['perpsim help report merge', 'perpsim help serve --json'], exits: { 0: 'shown' } })
    .action((names: string[], { json = false }: { readonly json?: boolean }) => {
      const command = commandAt(program, names);
      if (json) write(`${JSON.stringify(commandDocument(command, names))}\n`);
      else command.outputHelp();
    });
  completeHelp(program);
  takeVersionEverywhere(program, version);
  return program;
}

/**
 * Runs `perpsim` with these arguments.
 *
 * @param commands - what it can do
 * @returns the exit code, once the command has ended
 */
export async function runProgram(args: readonly string[], commands: readonly AddCommand[]): Promise<ExitCode> {
  let code: ExitCode = 0;
  guardStreams();
  const help: string[] = [];
  const { env } = currentHost();
  try {
    const program = await buildProgram(
      commands,
      (ended) => (code = ended),
      (text) => help.push(text),
      neededBy(args, env),
    );
    takeEnvironment(program, env);
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    code = report(error);
  }
  try {
    if (help.length > 0) await print(help.join(''));
  } catch (error) {
    code = report(error);
  }
  return code;
}

/** Which commands a call is about; the others are listed only. */
function neededBy(args: readonly string[], { PERPSIM_HELP_JSON }: CliHost['env']): (name: string) => boolean {
  const [first, second] = args.filter((word) => !word.startsWith('-'));
  const isJson = args.includes('--json') || Boolean(PERPSIM_HELP_JSON);
  if (first === 'completion' || (first === 'help' && second === undefined && isJson)) return () => true;
  const named = first === 'help' ? second : first;
  return (name) => name === named;
}

/** The command behind its names, one below the other. */
function commandAt(program: CliCommand, names: readonly string[]): CliCommand {
  return names.reduce((parent, name) => {
    const found = parent.below().find((command) => command.name() === name);
    if (found) return found;
    const known = parent.below().map((each) => each.name());
    throw new UsageError(`unknown command '${name}': ${nearestHint(name, known)}`);
  }, program);
}

/** `-V` is understood behind a command too; its help shows only what is its own. */
function takeVersionEverywhere(program: CliCommand, version: string): void {
  for (const command of program.below()) {
    command.version(version, '-V, --version');
    command.options.find(({ short }) => short === '-V')?.hideHelp();
    takeVersionEverywhere(command, version);
  }
}

/** One line on stderr for a wish that cannot be met; the stack only for what is our own fault. */
function report(error: unknown): ExitCode {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    if (error.code !== 'commander.help')
      say(error.message.replace(/^error: /, '').replace(/\n(?=\(Did you mean)/, ' '));
    return 2;
  }
  if (error instanceof UsageError) {
    say(error.message);
    return 2;
  }
  if (error instanceof FileProblemsError) {
    sayLines(error.problems.map(problemText).join('\n'));
    return 2;
  }
  if (error instanceof JournalError) {
    say(`${error.message}: stopped; whatever was acknowledged is kept, start again with the same --data`);
    return 1;
  }
  if (error instanceof OutputError) {
    say(error.message);
    return OUTPUT_EXIT;
  }
  sayLines(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return 1;
}
