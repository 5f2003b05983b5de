import type { CliCommand } from '../define.ts';
import { DEFAULTS, readFlags, type ServeOptions, SETTINGS } from '../options.ts';

/** @param run - runs the exchange until it is stopped */
export function addServe(program: CliCommand, run: (options: ServeOptions) => Promise<void>): void {
  const serve = program
    .command('serve')
    .description('Runs the exchange: REST and the control plane on one port.')
    .allowExcessArguments(false);
  for (const { flag, help } of SETTINGS) if (flag !== undefined) serve.option(flag, help);
  serve.option('--config <file>', 'read settings from a YAML or JSON file; flags override it');
  serve.withHelp({
    examples: [
      'perpsim serve',
      'perpsim serve --port 0 --clock manual --world quiet --json',
      'perpsim serve --config perpsim.yaml --log-requests',
    ],
    exits: { 0: 'stopped by a signal', 1: 'the exchange failed', 2: 'wrong usage or file', 130: 'stopped at once' },
  });
  serve.action(async (flags: Record<string, string | boolean | undefined>, command: CliCommand) => {
    // Commander sets a --no- flag to true when it is absent, which would override the config file.
    const given = Object.entries(flags).filter(([key]) => command.getOptionValueSource(key) !== 'default');
    await run(await serveOptions(Object.fromEntries(given)));
  });
}

async function serveOptions(flags: Record<string, string | boolean | undefined>): Promise<ServeOptions> {
  const fromFlags = readFlags(flags);
  const { config } = flags;
  if (typeof config !== 'string') return { ...DEFAULTS, ...fromFlags };
  const { readConfigFile } = await import('./config-file.ts');
  return { ...DEFAULTS, ...readConfigFile(config), ...fromFlags };
}
