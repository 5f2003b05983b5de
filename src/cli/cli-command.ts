import { Command, type Option } from 'commander';
import { variableOf } from './environment.ts';

/** What the help of a command says besides its flags. */
export interface HelpFacts {
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
