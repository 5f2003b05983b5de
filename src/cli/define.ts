import { Command, type Option } from 'commander';
import { UsageError } from './usage-error.ts';

/** A flag: as it is typed, what it does, and its default, how values gather that may be repeated, or that it must be given. */
export type FlagSpec = readonly [
  flag: string,
  about: string,
  more?: string | typeof REQUIRED | ((value: string, before?: readonly string[]) => readonly string[]),
];

export const REQUIRED = Symbol('required');

/** What commander hands to an action: the arguments, the flags, the command. Each command says which types these have. */
type Given = Parameters<Parameters<CliCommand['action']>[0]>;

/** What a command takes, says and does. The list of commands has its name and what it is about. */
export interface CommandBody extends Partial<HelpFacts> {
  /** What each of its arguments is. */
  readonly takes?: readonly string[];
  readonly flags?: readonly FlagSpec[];
  /** Resolves with the exit code, or with nothing for 0. */
  readonly run?: (...given: Given) => Promise<ExitCode | undefined> | Promise<void>;
  /** Commands below it. */
  readonly below?: readonly CommandSpec[];
}

export interface CommandSpec extends CommandBody {
  /** As it is typed with its arguments, such as `cat <journal>`. */
  readonly name: string;
  readonly about: string;
}

/** Adds one command to the program; `ended` takes the exit code of one that has run, `isNeeded` says whether a command has to be whole. */
export type AddCommand = (
  program: CliCommand,
  ended: (code: ExitCode) => void,
  isNeeded: (name: string) => boolean,
) => Promise<void>;

/**
 * A command whose file is loaded when it is needed: until then it is listed, and no more.
 *
 * @param usage - its name and its arguments, such as `why <kind> [id]`
 */
export const late =
  (usage: string, about: string, load: () => Promise<CommandBody>): AddCommand =>
  async (program, ended, isNeeded) => {
    const command = program.command(usage).description(about);
    if (isNeeded(command.name())) fill(command, await load(), ended);
  };

export const JSON_FLAG: FlagSpec = ['--json', 'print the result as one JSON line'];
export const TOKEN_FLAG: FlagSpec = ['--control-token <token>', 'the token that the exchange was started with'];
export const TARGET_FLAG: FlagSpec = ['--target <url>', 'the exchange (default: http://127.0.0.1:8700)'];

function fill(command: CliCommand, body: CommandBody, ended: (code: ExitCode) => void): void {
  const { takes = [], flags = [], run, below = [], examples, exits, notes } = body;
  for (const [place, what] of takes.entries()) {
    const argument = command.registeredArguments[place];
    if (!argument) throw new Error(`${command.name()} has no argument ${place}`);
    argument.description = what;
  }
  for (const flag of flags) addFlag(command, flag);
  if (examples && exits) command.withHelp({ examples, exits, ...(notes !== undefined && { notes }) });
  if (run) {
    command.allowExcessArguments(false).action(async (...given: unknown[]) => {
      const code = await run(...given);
      if (typeof code === 'number') ended(code);
    });
  }
  for (const each of below) fill(command.command(each.name).description(each.about), each, ended);
}

function addFlag(command: CliCommand, [flag, what, more]: FlagSpec): void {
  if (more === REQUIRED) command.requiredOption(flag, what);
  else if (typeof more === 'function') command.option(flag, what, more);
  else command.option(flag, what, more);
}

/**
 * 0 all went well, 1 the exchange failed, 2 it could not be run as asked, 3 no exchange could be reached, 6 the output could
 * not be written; 4 and 5 with `conform`; 130 a signal stopped it before its end.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 130;

/** What the help of a command says besides its flags. */
interface HelpFacts {
  /** Lines that can be typed as they are; each begins with `perpsim`, or with a program in front of it. */
  readonly examples: readonly string[];
  /** What each exit code means; 2 and 6 mean the same behind every command. */
  readonly exits: Readonly<Partial<Record<number, string>>>;
  /** Anything else that a user has to know. */
  readonly notes?: string;
}

const EXITS = { 2: 'wrong usage', 6: 'output not written' } as const;

/** What exit code 3 means behind most commands that ask an exchange. */
export const NO_EXCHANGE = 'no exchange reached';

/** The flag that names the exchange that a command asks. */
const TARGET = '--target <';

/** A command of perpsim: its help has examples and exit codes. */
export class CliCommand extends Command {
  #facts: HelpFacts | null = null;

  override createCommand(name?: string): CliCommand {
    return new CliCommand(name);
  }

  /** The exchange that a command asks has two names everywhere: who knows either from another tool finds it. */
  override createOption(flags: string, description?: string): Option {
    return super.createOption(flags.startsWith(TARGET) ? `--url, ${flags}` : flags, description);
  }

  /** Gives the command its notes, examples and exit codes; they follow its flags in `--help`. */
  withHelp(given: HelpFacts): this {
    const facts = { ...given, exits: { ...EXITS, ...given.exits } };
    this.#facts = facts;
    return this.addHelpText('after', () => factsText(facts));
  }

  /** The commands below it. */
  below(): CliCommand[] {
    return this.commands.filter((each) => each instanceof CliCommand);
  }

  /** The facts that it was given; those of a command that only holds others come from these. */
  facts(): HelpFacts {
    if (this.#facts) return this.#facts;
    const first = this.below().flatMap((command) => command.facts().examples.slice(0, 1));
    return { examples: first, exits: { 2: 'no command named' } };
  }

  get hasFacts(): boolean {
    return this.#facts !== null;
  }
}

function factsText({ notes, examples, exits }: HelpFacts): string {
  const parts = [
    ...(notes === undefined ? [] : [notes]),
    `Examples:\n${examples.map((line) => `  ${line}`).join('\n')}`,
    `Exit codes:\n${Object.entries(exits)
      .map(([code, meaning]) => `  ${code.padStart(3)}  ${meaning}`)
      .join('\n')}`,
  ];
  return parts.map((part) => `\n${part}`).join('\n');
}

/** Gives commands that only hold others their examples, and each flag its default and its variable in the help. */
export function completeHelp(command: CliCommand): void {
  if (!command.hasFacts) {
    command.withHelp(command.facts()).helpCommand('help [command]', 'show the help of a command');
  }
  command.configureHelp({ optionDescription: (option) => flagText(command, option) });
  for (const each of command.below()) completeHelp(each);
}

function flagText(command: Command, option: Option): string {
  const { description, long } = option;
  if (long === '--version' || !command.options.includes(option)) return description;
  return `${description}${defaultText(option)} [${variableOf(command, option)}]`;
}

/** Descriptions name the defaults that commander does not know. */
function defaultText({ description, defaultValue, negate }: Option): string {
  const isSaid = defaultValue === undefined || negate || description.includes('(default');
  return isSaid ? '' : ` (default: ${String(defaultValue)})`;
}

/** A command, its flags and the commands below it, as `perpsim help --json` prints them. */
export interface CommandDocument {
  /** As it is typed, such as `snapshot save`; empty for the program itself. */
  readonly name: string;
  readonly summary: string;
  readonly usage: string;
  readonly arguments: readonly { readonly name: string; readonly about: string; readonly isRequired: boolean }[];
  readonly flags: readonly { readonly flag: string; readonly about: string; readonly variable: string }[];
  readonly notes?: string;
  readonly examples: readonly string[];
  readonly exitCodes: Readonly<Partial<Record<number, string>>>;
  readonly commands: readonly CommandDocument[];
}

/** Everything that the help of a command and of those below it says. */
export function commandDocument(command: CliCommand, path: readonly string[] = []): CommandDocument {
  const { notes, examples, exits } = command.facts();
  return {
    name: path.join(' '),
    summary: command.description(),
    usage: `${['perpsim', ...path].join(' ')} ${command.usage()}`,
    arguments: command.registeredArguments.map((argument) => ({
      name: argument.name(),
      about: argument.description,
      isRequired: argument.required,
    })),
    flags: command.options
      .filter(({ hidden, long }) => !hidden && long !== '--version')
      .map((option) => ({
        flag: option.flags,
        about: option.description + defaultText(option),
        variable: variableOf(command, option),
      })),
    ...(notes !== undefined && { notes }),
    examples,
    exitCodes: exits,
    commands: command.below().map((each) => commandDocument(each, [...path, each.name()])),
  };
}

/** Flags that mean the same behind every command, and so have one variable. */
const SHARED: ReadonlySet<string> = new Set(['target', 'control-token']);

/**
 * The variable of a flag: `PERPSIM_PORT` for `serve --port`, `PERPSIM_SWEEP_SEEDS` for `sweep --seeds`, `PERPSIM_TARGET` for `--target` of
 * every command. `--no-control` of serve is `PERPSIM_CONTROL`, which takes true or false.
 */
function variableOf(command: Command, option: Option): string {
  const flag = (option.long ?? '').replace(/^--(?:no-)?/, '');
  const path = SHARED.has(flag) ? [] : namesOf(command).filter((name) => name !== 'serve');
  return ['PERPSIM', ...path, flag].join('_').replaceAll('-', '_').toUpperCase();
}

/**
 * Lets each flag of a program be set by its variable. A flag that is given wins over its variable, and the variable over a file of
 * settings.
 *
 * @throws UsageError for a switch whose variable says neither true nor false
 */
export function takeEnvironment(program: Command, variables: Readonly<Record<string, string | undefined>>): void {
  const needed = new Set(allOptions(program).filter(({ mandatory }) => mandatory));
  // They are looked for when the variables have been read, and not before.
  for (const option of needed) option.makeOptionMandatory(false);
  program.hook('preAction', (_, command) => {
    for (const option of command.options) {
      const key = option.attributeName();
      const source = command.getOptionValueSource(key);
      if (option.long === '--version' || (source !== undefined && source !== 'default')) continue;
      const name = variableOf(command, option);
      const text = variables[name];
      if (text === undefined || text === '') continue;
      const value = option.required || option.optional ? text : readSwitch(name, text);
      command.setOptionValueWithSource(key, value, 'env');
    }
    const missing = command.options.find((option) => needed.has(option) && isUnset(command, option));
    if (missing) throw new UsageError(`required option '${missing.flags}' not specified`);
  });
}

const allOptions = (command: Command): readonly Option[] => [
  ...command.options,
  ...command.commands.flatMap(allOptions),
];

const isUnset = (command: Command, option: Option): boolean =>
  command.getOptionValue(option.attributeName()) === undefined;

function readSwitch(name: string, text: string): boolean {
  if (/^(?:true|1|yes)$/i.test(text)) return true;
  if (/^(?:false|0|no)$/i.test(text)) return false;
  throw new UsageError(`${name} must be true or false (got "${text}")`);
}

function namesOf(command: Command): string[] {
  return command.parent ? [...namesOf(command.parent), command.name()] : [];
}
