import type { ClauseState } from '../../../../suite/reporters/words.ts';
import type { PageClause } from '../page-data.ts';

/** The choices of the reader among the clauses. */
export interface ClauseFilter {
  /** Words of ids and statements. */
  readonly text: string;
  readonly states: readonly ClauseState[];
  readonly surface: string;
  readonly kind: string;
}

export const ALL_CLAUSES: ClauseFilter = { text: '', states: [], surface: '', kind: '' };

/** Clauses of one action, or those of one surface that belong to no single action. */
export interface ClauseRow {
  readonly surface: string;
  readonly action: string | null;
  readonly kinds: readonly { readonly kind: string; readonly clauses: readonly PageClause[] }[];
}

export function filteredClauses(clauses: readonly PageClause[], filter: ClauseFilter): PageClause[] {
  const words = filter.text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return clauses.filter(({ id, text, state, surface, kind, action }) => {
    if (filter.states.length > 0 && !filter.states.includes(state)) return false;
    if (filter.surface !== '' && !surface.includes(filter.surface)) return false;
    if (filter.kind !== '' && kind !== filter.kind) return false;
    const searched = `${id} ${action ?? ''} ${text}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
}

/** The order of the documentation. */
const SURFACES = ['trade', 'info', 'aggregator', 'ws', 'all'];
const KINDS = ['action', 'field', 'rule', 'limit', 'error', 'auth', 'transition', 'event', 'header', 'version'];

/** By surface, then action; what belongs to no action comes first. */
export function clauseRows(clauses: readonly PageClause[]): ClauseRow[] {
  const rows = new Map<string, PageClause[]>();
  for (const clause of clauses) {
    const key = `${surfaceOf(clause)}\n${clause.action ?? ''}`;
    const row = rows.get(key);
    if (row) row.push(clause);
    else rows.set(key, [clause]);
  }
  return [...rows.entries()].sort(([a], [b]) => byRow(a, b)).map(([key, own]) => rowOf(key, own));
}

function rowOf(key: string, clauses: readonly PageClause[]): ClauseRow {
  const [surface = '', action = ''] = key.split('\n');
  const kinds = [...new Set(clauses.map(({ kind }) => kind))].sort((a, b) => rank(KINDS, a) - rank(KINDS, b));
  return {
    surface,
    action: action === '' ? null : action,
    kinds: kinds.map((kind) => ({ kind, clauses: clauses.filter((clause) => clause.kind === kind) })),
  };
}

/**
 * The clause that an arrow key leads to. Left and right follow the reading order; up and down lead to the first clause of
 * the row above or below.
 */
export function neighbourOf(rows: readonly ClauseRow[], id: string, key: string): string | undefined {
  const ids = rows.map(({ kinds }) => kinds.flatMap(({ clauses }) => clauses.map((clause) => clause.id)));
  const all = ids.flat();
  const row = ids.findIndex((own) => own.includes(id));
  switch (key) {
    case 'ArrowRight':
      return all[all.indexOf(id) + 1];
    case 'ArrowLeft':
      return all[all.indexOf(id) - 1];
    case 'ArrowDown':
      return ids[row + 1]?.[0];
    case 'ArrowUp':
      return ids[row - 1]?.[0];
    default:
      return undefined;
  }
}

/** A clause of several surfaces has a group of its own. */
const surfaceOf = ({ surface }: PageClause): string => surface.join(' + ');

function byRow(a: string, b: string): number {
  const [in1 = '', name1 = ''] = a.split('\n');
  const [in2 = '', name2 = ''] = b.split('\n');
  return rank(SURFACES, in1) - rank(SURFACES, in2) || byCodeUnit(in1, in2) || byCodeUnit(name1, name2);
}

const rank = (order: readonly string[], name: string): number =>
  order.includes(name) ? order.indexOf(name) : order.length;

const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
