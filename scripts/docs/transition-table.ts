import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** The state machines of the contract as data, and what must hold of them. */

/** One machine, with its states and events in the order in which they are shown. */
export interface Machine {
  readonly machine: string;
  readonly title: string;
  readonly text: string;
  /** Name and meaning. */
  readonly states: Readonly<Record<string, string>>;
  readonly events: Readonly<Record<string, string>>;
}

/** What an event comes to in a state: exactly one of `to`, `refused` and `cannot`. */
export interface Cell {
  readonly id: string;
  readonly machine: string;
  readonly from: string;
  readonly event: string;
  /** The state that follows. */
  readonly to?: string;
  /** Code of the response to an attempt. */
  readonly refused?: string;
  /** Why the event cannot happen there. */
  readonly cannot?: string;
  readonly clauses?: readonly string[];
  readonly note?: string;
}

export interface TransitionTable {
  readonly machines: readonly Machine[];
  readonly cells: readonly Cell[];
}

const MACHINES = 'docs/contract/machines.yaml';
const CELLS = 'docs/contract/transitions.yaml';
const OUTCOMES = ['to', 'refused', 'cannot'] as const;

/** The table of this package. */
export function readTransitions(): TransitionTable {
  return {
    machines: parse(readFileSync(MACHINES, 'utf8')) as Machine[],
    cells: parse(readFileSync(CELLS, 'utf8')) as Cell[],
  };
}

/** What a table may refer to, and who refers to it. */
export interface Neighbours {
  /** Ids of the catalogue of clauses. */
  readonly clauses: ReadonlySet<string>;
  readonly codes: ReadonlySet<string>;
  /** Ids that scenarios cite, and where. */
  readonly cited: ReadonlyMap<string, string>;
}

/** Everything that is wrong with a table: holes, repetitions, unknown names, cells that no scenario proves. */
export function transitionProblems({ machines, cells }: TransitionTable, neighbours: Neighbours): string[] {
  const byId = new Map(cells.map((cell) => [cell.id, cell]));
  const wanted = machines.flatMap(cellIdsOf);
  return [
    ...repeated(machines.map(({ machine }) => machine)).map((name) => `there are two machines ${name}`),
    ...repeated(cells.map(({ id }) => id)).map((id) => `${id} is there twice`),
    ...wanted.filter((id) => !byId.has(id)).map((id) => `${id} is missing`),
    ...cells.filter(({ id }) => !wanted.includes(id)).map(({ id }) => `${id} is no cell of any machine`),
    ...cells.flatMap((cell) => cellProblems(cell, machines, neighbours)),
    ...[...neighbours.cited]
      .filter(([id]) => !byId.has(id))
      .map(([id, where]) => `${where} cites ${id}, which is no cell`),
  ];
}

const cellIdsOf = ({ machine, states, events }: Machine): string[] =>
  Object.keys(states).flatMap((state) => Object.keys(events).map((event) => `${machine}/${state}/${event}`));

function cellProblems(cell: Cell, machines: readonly Machine[], { clauses, codes, cited }: Neighbours): string[] {
  const { id, machine, from, event, to, refused } = cell;
  const problems: string[] = [];
  if (id !== `${machine}/${from}/${event}`) problems.push(`${id} is not named after its parts`);
  const outcomes = OUTCOMES.filter((outcome) => cell[outcome] !== undefined);
  if (outcomes.length !== 1) problems.push(`${id} has ${outcomes.length} outcomes`);
  const states = machines.find((known) => known.machine === machine)?.states ?? {};
  if (to !== undefined && !Object.hasOwn(states, to)) problems.push(`${id} leads to ${to}, which is no state`);
  if (refused !== undefined && !codes.has(refused)) problems.push(`${id} is refused with ${refused}, which is no code`);
  for (const clause of cell.clauses ?? []) if (!clauses.has(clause)) problems.push(`${id} names ${clause}, no clause`);
  if (cell.cannot === undefined && !cited.has(id)) problems.push(`no scenario cites ${id}`);
  if (cell.cannot !== undefined && cited.has(id)) problems.push(`${cited.get(id)} cites ${id}, which cannot happen`);
  return problems;
}

const repeated = (names: readonly string[]): string[] => [
  ...new Set(names.filter((name, index) => names.indexOf(name) !== index)),
];

/** Cells that feature files cite, with the first place where each is. */
export function citedTransitions(
  files: readonly { readonly path: string; readonly text: string }[],
): Map<string, string> {
  const cited = new Map<string, string>();
  for (const { path, text } of files) {
    for (const [index, line] of text.split('\n').entries()) {
      if (!line.trimStart().startsWith('@')) continue;
      for (const [, id = ''] of line.matchAll(/@transition:(\S+)/g)) {
        if (!cited.has(id)) cited.set(id, `${path}:${index + 1}`);
      }
    }
  }
  return cited;
}
