import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import { JournalError } from '../runtime/journal/journal-error.ts';
import { packageRoot } from '../runtime/package-root.ts';
import { FileProblemsError, problemText } from '../runtime/world/node.ts';
import type { AuditFlags } from './audit/audit.ts';
import { addCalibrate } from './calibrate/command.ts';
import { addConform } from './conform/command.ts';
import { addData } from './data/command.ts';
import { DEFAULTS, readFlags, type ServeOptions, SETTINGS } from './options.ts';
import { addFork } from './fork/command.ts';
import { addJournal } from './journal/command.ts';
import { addReplay } from './replay/command.ts';
import { addReport } from './report/command.ts';
import { guardStreams, OUTPUT_EXIT, OutputError, print, say, sayLines } from './output.ts';
import { addExplore } from './explore/command.ts';
import { addExport } from './export/command.ts';
import { addRecord } from './record/command.ts';
import { addMarket } from './market/command.ts';
import { addScenario } from './scenario/command.ts';
import { addRejudge } from './rejudge/command.ts';
import { addSnapshot } from './snapshot/command.ts';
import { addSweep } from './sweep/command.ts';
import { addRun } from './run/command.ts';
import { UsageError } from './usage-error.ts';
import type { WhyFlags } from './why/why.ts';

/**
 * 0 all went well, 1 the exchange failed, 2 it could not be run as asked, 3 no exchange could be reached, 6 the output could
 * not be written; 4 and 5 with `conform`; 130 a signal stopped it before its end.
 */
type ExitCode = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 130;

/**
 * Runs `perpsim` with these arguments.
 *
 * @returns the exit code, once the command has ended
 */
export async function main(args: readonly string[]): Promise<ExitCode> {
  let code: ExitCode = 0;
  guardStreams();
  const help: string[] = [];
  const version = packageVersion();
  const program = new Command('perpsim')
    .description('A deterministic perpetual-futures exchange to build and test against.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .showSuggestionAfterError(true)
    .exitOverride()
    .configureOutput({ outputError: () => undefined, writeOut: (text) => help.push(text) });
  const serve = program
    .command('serve')
    .description('Runs the exchange: REST and the control plane on one port.')
    .allowExcessArguments(false);
  for (const { flag, help } of SETTINGS) if (flag !== undefined) serve.option(flag, help);
  serve.option('--config <file>', 'read settings from a YAML or JSON file; flags override it');
  serve.addHelpText(
    'after',
    '\nExit codes: 0 stopped by a signal, 1 the exchange failed, 2 wrong usage or file, 6 output not written, 130 stopped at once.',
  );
  serve.action(async (flags: Record<string, string | boolean | undefined>, command: Command) => {
    // Commander sets a --no- flag to true when it is absent, which would override the config file.
    const given = Object.entries(flags).filter(([key]) => command.getOptionValueSource(key) !== 'default');
    const options = await serveOptions(Object.fromEntries(given));
    const { serve: run } = await import('./serve/serve.ts');
    await run(options);
  });
  program
    .command('audit')
    .description('Recomputes every balance, position and PnL from trades, payments and transfers, and compares.')
    .allowExcessArguments(false)
    .option('--target <url>', 'the exchange to audit (default: http://127.0.0.1:8700)')
    .option('--journal <file>', 'audit a saved journal instead, without an exchange')
    .option('--control-token <token>', 'the token that the exchange was started with')
    .option('--save <file>', 'save the journal of the exchange to a file')
    .option('--json', 'print the result as one JSON line')
    .addHelpText(
      'after',
      '\nExit codes: 0 balanced, 1 findings, 2 wrong usage or file, 3 no exchange reached, 6 output not written.',
    )
    .action(async (flags: AuditFlags) => {
      const { audit } = await import('./audit/audit.ts');
      code = await audit(flags);
    });
  program
    .command('why')
    .description('Explains the arithmetic behind a refusal, a margin figure, a payment, a liquidation or an ADL.')
    .argument('<kind>', 'refusal, refusals, margin, funding, liquidation, liquidations or adl')
    .argument('[id]', 'request id, subaccount id, payment id, number of the liquidation or trade id')
    .allowExcessArguments(false)
    .option('--target <url>', 'the exchange to ask (default: http://127.0.0.1:8700)')
    .option('--control-token <token>', 'the token that the exchange was started with')
    .option('--item <number>', 'refusal: the item of a batch, counted from 0')
    .option('--symbol <symbol>', 'margin: the position in this market')
    .option('--json', 'print the response as one JSON line')
    .addHelpText(
      'after',
      '\nExit codes: 0 explained, 1 not found, 2 wrong usage, 3 no exchange reached, 6 output not written.',
    )
    .action(async (kind: string, id: string | undefined, flags: WhyFlags) => {
      const { why } = await import('./why/why.ts');
      code = await why(kind, id, flags);
    });
  addJournal(program, (ended) => (code = ended));
  addReplay(program, (ended) => (code = ended));
  addSnapshot(program, (ended) => (code = ended));
  addConform(program, (ended) => (code = ended));
  addReport(program, (ended) => (code = ended));
  addRecord(program);
  addRejudge(program, (ended) => (code = ended));
  addExport(program, (ended) => (code = ended));
  addData(program, (ended) => (code = ended));
  addCalibrate(program, (ended) => (code = ended));
  addFork(program, (ended) => (code = ended));
  addRun(program, (ended) => (code = ended));
  addScenario(program, (ended) => (code = ended));
  addExplore(program, (ended) => (code = ended));
  addSweep(program, (ended) => (code = ended));
  addMarket(program, (ended) => (code = ended));
  program
    .command('help')
    .description('Shows the help of a command.')
    .argument('[command...]', 'such as serve, or report merge')
    .action((names: string[]) => commandAt(program, names).outputHelp());
  takeVersionEverywhere(program, version);
  try {
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

async function serveOptions(flags: Record<string, string | boolean | undefined>): Promise<ServeOptions> {
  const fromFlags = readFlags(flags);
  const { config } = flags;
  if (typeof config !== 'string') return { ...DEFAULTS, ...fromFlags };
  const { readConfigFile } = await import('./serve/config-file.ts');
  return { ...DEFAULTS, ...readConfigFile(config), ...fromFlags };
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

function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'));
  return (manifest as { version: string }).version;
}

process.exitCode = await main(process.argv.slice(2));
