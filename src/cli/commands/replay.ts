import type { CliCommand } from '../cli-command.ts';
import { type CommandSpec, JSON_FLAG } from '../define.ts';
import { DEFAULTS, readFlags, type ServeOptions, SETTINGS } from '../options.ts';
import type { DiffFlags } from '../replay/diff.ts';
import type { ReplayFlags } from '../replay/replay.ts';
import { UsageError } from '../usage-error.ts';

/** Journals run again and compared. What each needs is loaded when it is called. */

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

type ServeFlags = Readonly<Record<string, string | boolean | undefined>>;

const nameOf = (key: string): string => SETTINGS.find((setting) => setting.key === key)?.flag?.split(' ', 1)[0] ?? key;

/** How the exchange is served in the end; null without --serve. */
function servedAs(flags: ReplayFlags & ServeFlags, command: CliCommand): ServeOptions | null {
  const given = Object.entries(flags).filter(([key]) => command.getOptionValueSource(key) !== 'default');
  const wanted = Object.fromEntries(given.filter(([key]) => SERVED.has(key)));
  const [first] = Object.keys(wanted);
  if (first !== undefined && flags.serve !== true) throw new UsageError(`${nameOf(first)} goes with --serve`);
  const { controlToken, json } = flags;
  if (flags.serve !== true) return null;
  return { ...DEFAULTS, clock: 'manual', ...readFlags({ ...wanted, controlToken, json }) };
}

export const REPLAY: readonly CommandSpec[] = [
  {
    name: 'replay',
    about: 'Rebuilds an exchange from its journal and compares every digest that was recorded.',
    takes: [['<journal>', JOURNAL]],
    flags: [
      ['--verify', 'also check every invariant of the state after each input'],
      ['--until <seq|time>', 'stop after the input with this number, or after the last input up to this time'],
      ['--save <file>', 'write a snapshot of the exchange there, for diff and for serve'],
      ['--serve', 'serve the exchange from there, with a manual clock unless --clock says otherwise'],
      ['--control-token <token>', 'the token that a running exchange was started with, and the served one takes'],
      JSON_FLAG,
      ...SETTINGS.flatMap(({ key, flag, help }): CommandSpec['flags'] & {} =>
        flag !== undefined && SERVED.has(key) ? [[flag, `--serve: ${help}`]] : [],
      ),
    ],
    examples: [
      'perpsim replay ./data --verify',
      'perpsim replay http://127.0.0.1:8700 --until 1000 --json',
      'perpsim replay ./data --until 1000 --serve --port 8701',
    ],
    exits: { 0: 'equal digests', 1: 'a digest differs', 2: 'wrong usage or file', 3: 'no exchange reached' },
    run: async (journal: string, flags: ReplayFlags & ServeFlags, command: CliCommand) => {
      const served = servedAs(flags, command);
      return (await import('../replay/replay.ts')).replay(journal, flags, served);
    },
  },
  {
    name: 'diff',
    about: 'Compares two runs: the first input at which they differ, and where in the state.',
    takes: [
      ['<a>', RUN],
      ['<b>', 'the other run, in the same forms'],
    ],
    flags: [['--control-token <token>', 'the token that a running exchange was started with'], JSON_FLAG],
    examples: ['perpsim diff run-1.jsonl run-2.jsonl', 'perpsim diff ./data http://127.0.0.1:8700 --json'],
    exits: { 0: 'equal', 1: 'different', 2: 'wrong usage or file', 3: 'no exchange reached' },
    run: async (a: string, b: string, flags: DiffFlags) => (await import('../replay/diff.ts')).diff(a, b, flags),
  },
];
