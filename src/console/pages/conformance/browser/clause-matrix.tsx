import type { VNode } from 'preact';
import { CLAUSE_STATES } from '../../../../suite/reporters/words.ts';
import { type ClauseFilter, filteredClauses } from '../view/clause-filter.ts';
import type { Model } from '../view/model.ts';
import { STATE_SHOWN } from '../../../../suite/reporters/words.ts';
import { ClauseGrid } from './clause-grid.tsx';
import { SearchField, Select, StatusLine, Toggles, toggled } from '../../shared/browser/controls.tsx';

interface Props {
  readonly model: Model;
  readonly filter: ClauseFilter;
  readonly ask: (filter: ClauseFilter, isTyping?: boolean) => void;
}

/** The clauses that a filter leaves, each as one square, by surface, action and kind. */
export function ClauseMatrix({ model, filter, ask }: Props): VNode {
  const { clauses } = model.data;
  const left = filteredClauses(clauses, filter);
  /** Counts of the values that the clauses would have under the other parts of the filter. */
  const countsOf = (
    part: 'states' | 'surface' | 'kind',
    valuesOf: (clause: (typeof clauses)[number]) => readonly string[],
  ): ReadonlyMap<string, number> =>
    tally(filteredClauses(clauses, { ...filter, [part]: part === 'states' ? [] : '' }).flatMap(valuesOf));
  return (
    <>
      <div class="filters" role="search" aria-label="Filter clauses">
        <div class="row">
          <SearchField
            label="Search ids and statements"
            text={filter.text}
            onInput={(text) => ask({ ...filter, text }, true)}
          />
          <Select
            label="Surface"
            choices={byName(countsOf('surface', ({ surface }) => surface))}
            chosen={filter.surface}
            onChange={(surface) => ask({ ...filter, surface })}
          />
          <Select
            label="Kind"
            choices={byName(countsOf('kind', ({ kind }) => [kind]))}
            chosen={filter.kind}
            onChange={(kind) => ask({ ...filter, kind })}
          />
        </div>
        <Toggles
          label="States"
          choices={CLAUSE_STATES}
          shown={STATE_SHOWN}
          counts={countsOf('states', ({ state }) => [state])}
          chosen={filter.states}
          onToggle={(state) => ask({ ...filter, states: toggled(filter.states, state) })}
        />
      </div>
      <StatusLine
        left={left.length}
        all={clauses.length}
        unit="clause"
        showAll={left.length === clauses.length ? undefined : '#clauses'}
      />
      <ClauseGrid key={JSON.stringify(filter)} model={model} clauses={left} />
    </>
  );
}

function tally(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

const byName = (counts: ReadonlyMap<string, number>): [string, number][] =>
  [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
