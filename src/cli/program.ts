import { Command, CommanderError } from 'commander';
import { JournalError } from '../runtime/journal/journal-error.ts';
import { packageVersion } from '../runtime/package-root.ts';
import { FileProblemsError, problemText } from '../runtime/world/node.ts';
import { takeEnvironment } from './environment.ts';
import { guardStreams, OUTPUT_EXIT, OutputError, print, say, sayLines } from './output.ts';
import { UsageError } from './usage-error.ts';

/**
 * 0 all went well, 1 the exchange failed, 2 it could not be run as asked, 3 no exchange could be reached, 6 the output could
 * not be written; 4 and 5 with `conform`; 130 a signal stopped it before its end.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 130;

const ENVIRONMENT =
  '\nEach flag can be set by a variable too: PERPSIM_PORT for serve --port, PERPSIM_TARGET for --target.';

/** Adds one command, or several, to the program; `ended` takes the exit code of one that has run. */
export type AddCommand = (program: Command, ended: (code: ExitCode) => void) => void;

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
  const version = packageVersion();
  const program = new Command('perpsim')
    .description('A deterministic perpetual-futures exchange to build and test against.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .addHelpText('after', ENVIRONMENT)
    .configureHelp({ optionDescription: ({ description }) => description })
    .showSuggestionAfterError(true)
    .exitOverride()
    .configureOutput({ outputError: () => undefined, writeOut: (text) => help.push(text) });
  for (const add of commands) add(program, (ended) => (code = ended));
  program
    .command('help')
    .description('Shows the help of a command.')
    .argument('[command...]', 'such as serve, or report merge')
    .action((names: string[]) => commandAt(program, names).outputHelp());
  takeVersionEverywhere(program, version);
  try {
    takeEnvironment(program, process.env);
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

/** The command behind its names, one below the other. */
function commandAt(program: Command, names: readonly string[]): Command {
  return names.reduce((parent, name) => {
    const found = parent.commands.find((command) => command.name() === name);
    if (found) return found;
    throw new UsageError(
      `unknown command '${name}', there are ${parent.commands.map((each) => each.name()).join(', ')}`,
    );
  }, program);
}

/** `-V` is understood behind a command too; its help shows only what is its own. */
function takeVersionEverywhere(program: Command, version: string): void {
  for (const command of program.commands) {
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
