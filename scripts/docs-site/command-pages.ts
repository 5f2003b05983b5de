import { type CliCommand, type CommandDocument, commandDocument } from '../../src/cli/define.ts';
import { COMMANDS } from '../../src/cli/commands.ts';
import { buildProgram } from '../../src/cli/program.ts';
import { GROUPS } from './command-groups.ts';
import { type Executed, shown } from './executed.ts';
import { block, code, parts, plainText, table } from './markdown.ts';
import type { SitePage } from './page.ts';

const OTHER = 'More';
const HELP_WIDTH = 80;

/** Every command of the program, those below others behind them. */
export async function commandsOf(): Promise<readonly Named[]> {
  const written: string[] = [];
  const program = await buildProgram(
    COMMANDS,
    () => undefined,
    (text) => written.push(text),
  );
  const below = (parent: CliCommand, document: CommandDocument): Named[] =>
    parent.below().flatMap((command) => {
      const own = document.commands.find(({ name }) => name.split(' ').at(-1) === command.name());
      if (!own) throw new Error(`the document of the help lacks ${command.name()}`);
      const help = (): string => {
        written.length = 0;
        command.configureOutput({ getOutHelpWidth: () => HELP_WIDTH });
        command.outputHelp();
        return written.join('');
      };
      return [{ document: own, help }, ...below(command, own)];
    });
  return below(program, commandDocument(program));
}

interface Named {
  readonly document: CommandDocument;
  /** The help as it is printed on a terminal of a usual width. */
  readonly help: () => string;
}

/** One page for each command, with its help as it prints it. */
export async function commandPages(executed: ReadonlyMap<string, readonly Executed[]>): Promise<SitePage[]> {
  const order = [...GROUPS.map(([group]) => group), OTHER];
  return (await commandsOf())
    .map((named) => pageOf(named, executed.get(named.document.name) ?? []))
    .sort((a, b) => order.indexOf(a.group) - order.indexOf(b.group));
}

function pageOf({ document, help }: Named, executed: readonly Executed[]): SitePage {
  const { name, summary, flags, exitCodes, commands } = document;
  const group = GROUPS.find(([, listed]) => listed.includes(name.split(' ')[0] ?? ''))?.[0] ?? OTHER;
  const text = parts(
    `# perpsim ${name}`,
    plainText(summary),
    block('text', `$ perpsim ${name} --help\n${help().trimEnd()}`),
    ...section(
      'Commands below it',
      ['Command', 'Meaning'],
      commands.map((each) => [`[perpsim ${each.name}](/${pathOf(each)})`, plainText(each.summary)]),
    ),
    ...(executed.length === 0
      ? []
      : [
          '## Examples',
          'Executed when these pages were built, beside an exchange of the world `quiet` with a manual clock.',
          ...executed.map(shown),
        ]),
    ...section(
      'Flags and variables',
      ['Flag', 'Variable', 'Meaning'],
      flags.map(({ flag, variable, about }) => [code(flag), code(variable), plainText(about)]),
    ),
    ...section(
      'Exit codes',
      ['Code', 'Meaning'],
      Object.entries(exitCodes).map(([exit, meaning]) => [code(exit), plainText(meaning ?? '')]),
    ),
  );
  return { kind: 'cli', path: pathOf(document), name, group, summary, text };
}

const pathOf = ({ name }: CommandDocument): string => `cli/${name.replaceAll(' ', '-')}`;

/** A heading and a table below it; nothing without a row. */
const section = (title: string, head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  rows.length === 0 ? [] : [`## ${title}`, table(head, rows)];
