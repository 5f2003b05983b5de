import { CLAUSE_STATES, type ClauseState } from '../../../../suite/reporters/words.ts';
import { VERDICTS } from '../../../../suite/reporters/summary.ts';
import { EVERYTHING, type Filter } from './filter.ts';
import { ALL_CLAUSES, type ClauseFilter } from './clause-filter.ts';

/** What the page shows, as the part of its address behind `#`. A link shows every reader the same. */
export const VIEWS = ['summary', 'scenarios', 'clauses', 'transitions', 'actions'] as const;
export type View = (typeof VIEWS)[number];

export interface Location {
  readonly view: View;
  readonly filter: Filter;
  readonly clauses: ClauseFilter;
}

export const START: Location = { view: 'summary', filter: EVERYTHING, clauses: ALL_CLAUSES };

/** `scenarios?verdict=failed&area=trade`; equal views have equal addresses. */
export function hashOf({ view, filter, clauses }: Location): string {
  const query = new URLSearchParams();
  const put = (name: string, value: string): void => {
    if (value !== '') query.append(name, value);
  };
  if (view === 'scenarios') {
    put('q', filter.text);
    for (const verdict of VERDICTS.filter((one) => filter.verdicts.includes(one))) put('verdict', verdict);
    for (const name of SINGLE) put(name, filter[name]);
    for (const tag of filter.tags) put('tag', tag);
  }
  if (view === 'clauses') {
    put('q', clauses.text);
    for (const state of CLAUSE_STATES.filter((one) => clauses.states.includes(one))) put('state', state);
    put('surface', clauses.surface);
    put('kind', clauses.kind);
  }
  const asked = query.toString();
  return asked === '' ? view : `${view}?${asked}`;
}

const SINGLE = ['area', 'action', 'aspect', 'transport', 'needs', 'clause', 'id'] as const;

/** The address of what a query leaves of the scenarios or of the clauses. */
export const hrefTo = (query: Readonly<Record<string, string>>, view: 'scenarios' | 'clauses' = 'scenarios'): string =>
  `#${view}?${new URLSearchParams(query).toString()}`;

/** Ignores every part that it does not know: an old link shows more, never nothing. */
export function locationOf(hash: string): Location {
  const [name = '', ...rest] = hash.replace(/^#/, '').split('?');
  const query = new URLSearchParams(rest.join('?'));
  const view = VIEWS.find((one) => one === name) ?? START.view;
  const one = (key: string): string => query.get(key) ?? '';
  return {
    view,
    filter:
      view === 'scenarios'
        ? {
            text: one('q'),
            verdicts: VERDICTS.filter((verdict) => query.getAll('verdict').includes(verdict)),
            area: one('area'),
            action: one('action'),
            aspect: one('aspect'),
            transport: one('transport'),
            needs: one('needs'),
            tags: query.getAll('tag'),
            clause: one('clause'),
            id: one('id'),
          }
        : EVERYTHING,
    clauses:
      view === 'clauses'
        ? { text: one('q'), states: statesIn(query), surface: one('surface'), kind: one('kind') }
        : ALL_CLAUSES,
  };
}

const statesIn = (query: URLSearchParams): ClauseState[] =>
  CLAUSE_STATES.filter((state) => query.getAll('state').includes(state));
