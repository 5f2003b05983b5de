import type { CliCommand } from '../cli-command.ts';
import type { DiffExit, DiffFlags } from './diff.ts';
import { DEFAULTS, readFlags, type ServeOptions, SETTINGS } from '../options.ts';
import type { ReplayExit, ReplayFlags } from './replay.ts';
import { UsageError } from '../usage-error.ts';

const JOURNAL = 'a saved journal, a data directory, or the URL of a running exchange';
const RUN = `${JOURNAL}; or the file of a snapshot`;

/** Settings of `serve` that an exchange takes when it goes on from a journal; the others are in the journal. */
const SERVED: ReadonlySet<string> = new Set([
  'port',
  'host',
  'clock',
  'speed',
  'configOut',
  'quiet',
  'logLevel',
  'control',
] satisfies (keyof ServeOptions)[]);

/** `perpsim replay` and `perpsim diff` among the commands; what they need is loaded when they are called. */
export function addReplay(program: CliCommand, ended: (code: ReplayExit | DiffExit) => void): void {
  const replay = program
    .command('replay')
    .description('Rebuilds an exchange from its journal and compares every digest that was recorded.')
    .argument('<journal>', JOURNAL)
    .allowExcessArguments(false)
    .option('--verify', 'also check every invariant of the state after each input')
    .option('--until <seq|time>', 'stop after the input with this number, or after the last input up to this time')
    .option('--save <file>', 'write a snapshot of the exchange there, for diff and for serve')
    .option('--serve', 'serve the exchange from there, with a manual clock unless --clock says otherwise')
    .option('--control-token <token>', 'the token that a running exchange was started with, and the served one takes')
    .option('--json', 'print the result as one JSON line')
    .withHelp({
      examples: [
        'perpsim replay ./data --verify',
        'perpsim replay http://127.0.0.1:8700 --until 1000 --json',
        'perpsim replay ./data --until 1000 --serve --port 8701',
      ],
      exits: { 0: 'equal digests', 1: 'a digest differs', 2: 'wrong usage or file', 3: 'no exchange reached' },
    });
  const served = SETTINGS.filter(({ key, flag }) => flag !== undefined && SERVED.has(key));
  for (const { flag = '', help } of served) replay.option(flag, `--serve: ${help}`);
  replay.action(async (journal: string, flags: ReplayFlags & ServeFlags, command: CliCommand) => {
    const given = Object.entries(flags).filter(([key]) => command.getOptionValueSource(key) !== 'default');
    const wanted = Object.fromEntries(given.filter(([key]) => SERVED.has(key)));
    const [first] = Object.keys(wanted);
    if (first !== undefined && flags.serve !== true) throw new UsageError(`${nameOf(first)} goes with --serve`);
    const { controlToken, json } = flags;
    const options: ServeOptions = {
      ...DEFAULTS,
      clock: 'manual',
      ...readFlags({ ...wanted, controlToken, json }),
    };
    const { replay: run } = await import('./replay.ts');
    ended(await run(journal, flags, flags.serve === true ? options : null));
  });
  program
    .command('diff')
    .description('Compares two runs: the first input at which they differ, and where in the state.')
    .argument('<a>', RUN)
    .argument('<b>', 'the other run, in the same forms')
    .allowExcessArguments(false)
    .option('--control-token <token>', 'the token that a running exchange was started with')
    .option('--json', 'print the result as one JSON line')
    .withHelp({
      examples: ['perpsim diff run-1.jsonl run-2.jsonl', 'perpsim diff ./data http://127.0.0.1:8700 --json'],
      exits: { 0: 'equal', 1: 'different', 2: 'wrong usage or file', 3: 'no exchange reached' },
    })
    .action(async (a: string, b: string, flags: DiffFlags) => {
      const { diff } = await import('./diff.ts');
      ended(await diff(a, b, flags));
    });
}

type ServeFlags = Readonly<Record<string, string | boolean | undefined>>;

const nameOf = (key: string): string => SETTINGS.find((setting) => setting.key === key)?.flag?.split(' ', 1)[0] ?? key;
