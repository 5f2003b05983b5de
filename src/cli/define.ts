import type { CliCommand, HelpFacts } from './cli-command.ts';
import type { ExitCode } from './program.ts';

/** A flag: as it is typed, what it does, and its default, how values gather that may be repeated, or that it must be given. */
export type FlagSpec = readonly [
  flag: string,
  about: string,
  more?: string | typeof REQUIRED | ((value: string, before?: readonly string[]) => readonly string[]),
];

export const REQUIRED = Symbol('required');

/** What commander hands to an action: the arguments, the flags, the command. Each command says which types these have. */
type Given = Parameters<Parameters<CliCommand['action']>[0]>;

/** A command, as one definition: flags, help, examples and exit codes. What it does is loaded by `run`. */
export interface CommandSpec extends Partial<HelpFacts> {
  readonly name: string;
  readonly about: string;
  /** Arguments: as they are typed, and what they are. */
  readonly takes?: readonly (readonly [name: string, about: string])[];
  readonly flags?: readonly FlagSpec[];
  /** Resolves with the exit code, or with nothing for 0. */
  readonly run?: (...given: Given) => Promise<unknown>;
  /** Commands below it. */
  readonly below?: readonly CommandSpec[];
}

export const JSON_FLAG: FlagSpec = ['--json', 'print the result as one JSON line'];
export const TOKEN_FLAG: FlagSpec = ['--control-token <token>', 'the token that the exchange was started with'];
export const TARGET_FLAG: FlagSpec = ['--target <url>', 'the exchange (default: http://127.0.0.1:8700)'];

/** Adds commands; `ended` takes the exit code of one that has run. */
export function addCommands(parent: CliCommand, specs: readonly CommandSpec[], ended: (code: ExitCode) => void): void {
  for (const { name, about, takes = [], flags = [], run, below = [], examples, exits, notes } of specs) {
    const command = parent.command(name).description(about);
    for (const [argument, what] of takes) command.argument(argument, what);
    for (const flag of flags) addFlag(command, flag);
    if (examples && exits) command.withHelp({ examples, exits, ...(notes !== undefined && { notes }) });
    if (run) {
      command.allowExcessArguments(false).action(async (...given: unknown[]) => {
        const code = await run(...given);
        if (typeof code === 'number') ended(code as ExitCode);
      });
    }
    addCommands(command, below, ended);
  }
}

function addFlag(command: CliCommand, [flag, what, more]: FlagSpec): void {
  if (more === REQUIRED) command.requiredOption(flag, what);
  else if (typeof more === 'function') command.option(flag, what, more);
  else command.option(flag, what, more);
}
