import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import { packageRoot } from '../runtime/package-root.ts';
import { DEFAULTS, readFlags, type ServeOptions, SETTINGS } from './options.ts';
import { UsageError } from './usage-error.ts';

/** 0 all went well, 1 the exchange failed, 2 it could not be run as asked. */
type ExitCode = 0 | 1 | 2;

/**
 * Runs `perpsim` with these arguments.
 *
 * @returns the exit code, once the command has ended
 */
export async function main(args: readonly string[]): Promise<ExitCode> {
  let code: ExitCode = 0;
  const program = new Command('perpsim')
    .description('A deterministic perpetual-futures exchange to build and test against.')
    .version(packageVersion(), '--version', 'print the version')
    .helpOption('--help', 'show this help')
    .helpCommand(false)
    .showSuggestionAfterError(true)
    .exitOverride()
    .configureOutput({ outputError: () => undefined });
  const serve = program
    .command('serve')
    .description('Runs the exchange: REST and the control plane on one port.')
    .allowExcessArguments(false);
  for (const { flag, help } of SETTINGS) if (flag !== undefined) serve.option(flag, help);
  serve.option('--config <file>', 'read settings from a YAML or JSON file; flags win over it');
  serve.action(async (flags: Record<string, string | boolean | undefined>, command: Command) => {
    // A flag that says no stands as true where nobody gave it, and would win over the config file.
    const given = Object.entries(flags).filter(([key]) => command.getOptionValueSource(key) !== 'default');
    const options = await serveOptions(Object.fromEntries(given));
    const { serve: run } = await import('./serve.ts');
    await run(options);
  });
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    code = report(error);
  }
  return code;
}

async function serveOptions(flags: Record<string, string | boolean | undefined>): Promise<ServeOptions> {
  const fromFlags = readFlags(flags);
  const { config } = flags;
  if (typeof config !== 'string') return { ...DEFAULTS, ...fromFlags };
  const { readConfigFile } = await import('./config-file.ts');
  return { ...DEFAULTS, ...readConfigFile(config), ...fromFlags };
}

/** One line on stderr for a wish that cannot be met; the stack only for what is our own fault. */
function report(error: unknown): ExitCode {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    if (error.code !== 'commander.help') say(error.message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' '));
    return 2;
  }
  if (error instanceof UsageError) {
    say(error.message);
    return 2;
  }
  say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return 1;
}

function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'));
  return (manifest as { version: string }).version;
}

const say = (line: string): void => void process.stderr.write(`perpsim: ${line}\n`);

process.exitCode = await main(process.argv.slice(2));
