import { type AddCommand, type CliCommand, type FlagSpec, late } from '../define.ts';
import { DEFAULTS, readFlags, type ServeOptions, SETTINGS } from '../options.ts';

type Flags = Readonly<Record<string, string | boolean | undefined>>;

/**
 * `perpsim serve`, for both programs that have it.
 *
 * @param start - runs the exchange until it is stopped
 */
export const serveCommand = (start: (options: ServeOptions) => Promise<void>): AddCommand =>
  late('serve', 'Runs the exchange: REST and the control plane on one port.', () =>
    Promise.resolve({
      flags: [
        ...SETTINGS.flatMap(({ flag, help }): FlagSpec[] => (flag === undefined ? [] : [[flag, help]])),
        ['--config <file>', 'read settings from a YAML or JSON file; flags override it'],
      ],
      examples: [
        'perpsim serve',
        'perpsim serve --port 0 --clock manual --world quiet --json',
        'perpsim serve --config perpsim.yaml --log-requests',
      ],
      exits: { 0: 'stopped by a signal', 1: 'the exchange failed', 2: 'wrong usage or file', 130: 'stopped at once' },
      run: async (flags: Flags, command: CliCommand) => {
        // Commander sets a --no- flag to true when it is absent, which would override the config file.
        const given = Object.entries(flags).filter(([key]) => command.getOptionValueSource(key) !== 'default');
        await start(await serveOptions(Object.fromEntries(given)));
      },
    }),
  );

async function serveOptions(flags: Flags): Promise<ServeOptions> {
  const fromFlags = readFlags(flags);
  const { config } = flags;
  if (typeof config !== 'string') return { ...DEFAULTS, ...fromFlags };
  const { readConfigFile } = await import('./config-file.ts');
  return { ...DEFAULTS, ...readConfigFile(config), ...fromFlags };
}
