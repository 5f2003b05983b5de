import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { ERRORS } from '../../src/kernel/errors.ts';
import { filesBelow } from '../files.ts';
import { clauseCatalogue } from '../lint-features.ts';
import {
  type Cell,
  citedTransitions,
  type Machine,
  readTransitions,
  type TransitionTable,
  transitionProblems,
} from './transition-table.ts';

/**
 * Writes the page of the state machines from their table, which must be whole and proven first.
 *
 *   npm run docs:pages -- transitions               checks the table and writes docs/transitions.md
 *   npm run docs:pages -- transitions --check    checks the table, and fails when the page says anything else
 */

export const PAGE = 'docs/transitions.md';

const HEAD = `# State machines

How orders, positions, money, rights and connections change, event by event. A cell names the state that follows; a code in
its place is the refusal of the event, which changes nothing; a dash marks what cannot happen. Every other cell is proven by
a scenario of [features](../features/README.md), which carries its name: \`@transition:order/placed/cancel\`.

This page is written by \`npm run docs:pages -- transitions\` from [machines.yaml](contract/machines.yaml) and
[transitions.yaml](contract/transitions.yaml).
`;

/** The page of a table. */
export function transitionsPage({ machines, cells }: TransitionTable): string {
  const counts = machines.map((machine) => countRow(machine, ofMachine(cells, machine)));
  const overview = table(['Machine', 'Follows', 'Refused', 'Cannot', 'Cells'], counts);
  const sections = machines.map((machine) => section(machine, ofMachine(cells, machine)));
  return [HEAD, `${overview}\n`, ...sections].join('\n');
}

const ofMachine = (cells: readonly Cell[], { machine }: Machine): Cell[] =>
  cells.filter((cell) => cell.machine === machine);

function countRow({ title }: Machine, cells: readonly Cell[]): string[] {
  const count = (outcome: 'to' | 'refused' | 'cannot'): string =>
    String(cells.filter((cell) => cell[outcome] !== undefined).length);
  return [`[${title}](#${anchorOf(title)})`, count('to'), count('refused'), count('cannot'), String(cells.length)];
}

const anchorOf = (title: string): string => title.toLowerCase().replaceAll(' ', '-');

function section({ title, text, states, events }: Machine, cells: readonly Cell[]): string {
  const names = Object.keys(states);
  const matrix = Object.keys(events).map((event) => [
    `\`${event}\``,
    ...names.map((state) => shown(cells.find((cell) => cell.from === state && cell.event === event))),
  ]);
  const meanings = Object.entries({ ...prefixed('State', states), ...prefixed('Event', events) });
  const parts = [
    `## ${title}`,
    text,
    table(['Event \\ in', ...names.map((name) => `\`${name}\``)], matrix),
    table(
      ['', 'Name', 'Meaning'],
      meanings.map(([name, [kind, meaning]]) => [kind, `\`${name.slice(name.indexOf(' ') + 1)}\``, meaning]),
    ),
    ...listed('To be read with it:', notesOf(cells)),
    ...listed('Why what cannot happen cannot:', reasonsOf(cells)),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** States and events may share a name, so each goes under its kind. */
const prefixed = (kind: string, names: Readonly<Record<string, string>>): Record<string, [string, string]> =>
  Object.fromEntries(Object.entries(names).map(([name, meaning]) => [`${kind} ${name}`, [kind, meaning]]));

function shown(cell: Cell | undefined): string {
  if (cell?.to !== undefined) return cell.to;
  return cell?.refused === undefined ? '-' : `\`${cell.refused}\``;
}

const listed = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`${title}\n\n${lines.map((line) => `- ${line}`).join('\n')}`];

const notesOf = (cells: readonly Cell[]): string[] => grouped(cells, ({ note }) => note);
const reasonsOf = (cells: readonly Cell[]): string[] => grouped(cells, ({ cannot }) => cannot);

/** One line for each text, behind the cells that it is of. */
function grouped(cells: readonly Cell[], textOf: (cell: Cell) => string | undefined): string[] {
  const places = new Map<string, string[]>();
  for (const cell of cells) {
    const text = textOf(cell);
    if (text !== undefined) places.set(text, [...(places.get(text) ?? []), `\`${cell.from}/${cell.event}\``]);
  }
  return [...places].map(([text, names]) => `${names.join(', ')}: ${text}`);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Everything that is wrong with the table of this package. */
export function ownProblems(own: TransitionTable): string[] {
  const features = filesBelow('features', '.feature').map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  return transitionProblems(own, {
    clauses: clauseCatalogue(readFileSync('docs/contract/clauses.yaml', 'utf8')),
    codes: new Set(Object.keys(ERRORS)),
    cited: citedTransitions(features),
  });
}

function main(): number {
  const own = readTransitions();
  const problems = ownProblems(own);
  for (const problem of problems) console.log(problem);
  if (problems.length > 0) return 1;
  const page = transitionsPage(own);
  const isCurrent = existsSync(PAGE) && readFileSync(PAGE, 'utf8') === page;
  if (!process.argv.includes('--check')) {
    writeFileSync(PAGE, page);
    console.log(`${isCurrent ? 'nothing new in' : 'wrote'} ${PAGE}: ${own.cells.length} cells`);
    return 0;
  }
  console.log(isCurrent ? `${PAGE} is as the table says` : `${PAGE} is stale: run npm run docs:pages -- transitions`);
  return isCurrent ? 0 : 1;
}

if (import.meta.filename === process.argv[1]) process.exitCode = main();
