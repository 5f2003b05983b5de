import { CLAUSE_STATES, type PageClause } from '../page-data.ts';
import { type ClauseFilter, clauseRows, type ClauseRow, filteredClauses } from '../view/clause-filter.ts';
import type { Model } from '../view/model.ts';
import { counted, plural, STATE_SHOWN } from '../words.ts';
import { type Choice, searchField, Select, Toggles, toggled } from './controls.ts';
import { clauseDetail } from './clause-detail.ts';
import { el } from './dom.ts';

/** Every clause as one square, by surface, action and kind. */
export class ClauseMatrix {
  readonly #model: Model;
  readonly #search: HTMLInputElement;
  readonly #states: Toggles;
  readonly #surface: Select;
  readonly #kind: Select;
  readonly #status = el('p', { class: 'status-line', attributes: { role: 'status' } });
  readonly #rows = el('div', { class: 'matrix' });
  readonly #panel = el('aside', {
    class: 'clause-panel',
    attributes: { 'aria-label': 'Clause', 'aria-live': 'polite' },
  });
  /** The one square that Tab comes to; arrows lead to the others. */
  #current: HTMLButtonElement | undefined;
  #pinned: HTMLButtonElement | undefined;
  #filter: ClauseFilter;

  constructor(
    section: HTMLElement,
    model: Model,
    filter: ClauseFilter,
    ask: (filter: ClauseFilter, isTyping?: boolean) => void,
  ) {
    this.#model = model;
    this.#filter = filter;
    this.#search = searchField('Search ids and statements', (text) => ask({ ...this.#filter, text }, true));
    this.#states = new Toggles(
      'States',
      CLAUSE_STATES.map((value) => ({ value, ...STATE_SHOWN[value], title: STATE_SHOWN[value].means })),
      (value) => {
        const state = CLAUSE_STATES.find((one) => one === value);
        if (state) ask({ ...this.#filter, states: toggled(this.#filter.states, state) });
      },
    );
    this.#surface = new Select('Surface', (surface) => ask({ ...this.#filter, surface }));
    this.#kind = new Select('Kind', (kind) => ask({ ...this.#filter, kind }));
    const bar = el(
      'div',
      { class: 'filters', attributes: { role: 'search', 'aria-label': 'Filter clauses' } },
      el('div', { class: 'row' }, this.#search, this.#surface.element, this.#kind.element),
      this.#states.element,
    );
    section.append(bar, this.#status, el('div', { class: 'matrix-and-panel' }, this.#rows, this.#panel));
    this.#listen();
  }

  focusSearch(): void {
    this.#search.focus();
  }

  show(filter: ClauseFilter): void {
    this.#filter = filter;
    const { clauses } = this.#model.data;
    if (this.#search.value !== filter.text) this.#search.value = filter.text;
    const among = (without: Partial<ClauseFilter>): PageClause[] => filteredClauses(clauses, { ...filter, ...without });
    this.#states.show(tally(among({ states: [] }).map(({ state }) => state)), filter.states);
    this.#surface.show(choicesOf(among({ surface: '' }).flatMap(({ surface }) => surface)), filter.surface);
    this.#kind.show(choicesOf(among({ kind: '' }).map(({ kind }) => kind)), filter.kind);
    const left = filteredClauses(clauses, filter);
    const all = plural(clauses.length, 'clause');
    this.#status.replaceChildren(left.length === clauses.length ? all : `${counted(left.length)} of ${all}`);
    if (left.length < clauses.length) this.#status.append(' · ', el('a', { href: '#clauses' }, 'show all'));
    this.#rows.replaceChildren(...this.#groups(clauseRows(left)));
    this.#current = undefined;
    const only = left.length === 1 ? this.#rows.querySelector<HTMLButtonElement>('button.cell') : null;
    const first = only ?? this.#rows.querySelector<HTMLButtonElement>('button.cell');
    if (first) this.#makeCurrent(first);
    if (only) this.#pin(only);
    else this.#unpin();
  }

  #groups(rows: readonly ClauseRow[]): HTMLElement[] {
    const groups = new Map<string, HTMLElement>();
    for (const row of rows) {
      const group = groups.get(row.surface) ?? el('section', { class: 'surface' }, el('h3', {}, row.surface));
      groups.set(row.surface, group);
      group.append(rowView(row));
    }
    return [...groups.values()];
  }

  #listen(): void {
    const cellOf = (event: Event): HTMLButtonElement | null =>
      event.target instanceof Element ? event.target.closest<HTMLButtonElement>('button.cell') : null;
    this.#rows.addEventListener('mouseover', (event) => {
      const cell = cellOf(event);
      if (cell && !this.#pinned) this.#tell(cell);
    });
    this.#rows.addEventListener('focusin', (event) => {
      const cell = cellOf(event);
      if (!cell) return;
      this.#makeCurrent(cell);
      if (!this.#pinned) this.#tell(cell);
    });
    this.#rows.addEventListener('click', (event) => {
      const cell = cellOf(event);
      if (!cell) return;
      if (this.#pinned === cell) this.#unpin();
      else this.#pin(cell);
    });
    this.#rows.addEventListener('keydown', (event) => {
      const cell = cellOf(event);
      const next = cell && this.#neighbour(cell, event.key);
      if (!next) return;
      event.preventDefault();
      next.focus();
    });
    this.#panel.addEventListener('click', (event) => {
      if (event.target instanceof Element && event.target.closest('button.close')) this.#unpin();
    });
  }

  #makeCurrent(cell: HTMLButtonElement): void {
    if (this.#current) this.#current.tabIndex = -1;
    cell.tabIndex = 0;
    this.#current = cell;
  }

  /** Left and right go on in reading order, up and down from row to row. */
  #neighbour(cell: HTMLButtonElement, key: string): HTMLButtonElement | undefined {
    const cells = [...this.#rows.querySelectorAll<HTMLButtonElement>('button.cell')];
    const at = cells.indexOf(cell);
    const rowOf = (one: HTMLButtonElement | undefined): Element | null => one?.closest('.clause-row') ?? null;
    switch (key) {
      case 'ArrowRight':
        return cells[at + 1];
      case 'ArrowLeft':
        return cells[at - 1];
      case 'ArrowDown':
        return cells.slice(at).find((one) => rowOf(one) !== rowOf(cell));
      case 'ArrowUp': {
        const above = rowOf(cells.slice(0, at).findLast((one) => rowOf(one) !== rowOf(cell)));
        return cells.find((one) => rowOf(one) === above);
      }
      default:
        return undefined;
    }
  }

  #pin(cell: HTMLButtonElement): void {
    this.#pinned?.setAttribute('aria-expanded', 'false');
    this.#pinned = cell;
    cell.setAttribute('aria-expanded', 'true');
    this.#tell(cell);
    this.#panel.classList.add('pinned');
  }

  #unpin(): void {
    this.#pinned?.setAttribute('aria-expanded', 'false');
    this.#pinned = undefined;
    this.#panel.classList.remove('pinned');
    this.#panel.replaceChildren(...legend());
  }

  #tell(cell: HTMLButtonElement): void {
    const clause = this.#model.clauses.get(cell.dataset.id ?? '');
    if (clause) this.#panel.replaceChildren(...clauseDetail(this.#model, clause));
  }
}

/** What the squares mean, while none of them is told about. */
const legend = (): HTMLElement[] => [
  el('h3', {}, 'Every square is a clause'),
  el(
    'ul',
    { class: 'legend' },
    ...CLAUSE_STATES.map((state) => {
      const { label, mark, means } = STATE_SHOWN[state];
      const sign = el('span', { class: `cell ${state}`, attributes: { 'aria-hidden': 'true' } }, signOf(state, mark));
      return el('li', {}, sign, el('b', {}, label), ` ${means}`);
    }),
  ),
  el('p', { class: 'calm' }, 'Point at a square, or walk there with the arrow keys. A click keeps it here.'),
];

/** The most frequent state has the quietest look. */
const signOf = (state: PageClause['state'], mark: string): string => (state === 'proven' ? '' : mark);

function rowView({ action, kinds }: ClauseRow): HTMLElement {
  const all = kinds.flatMap(({ clauses }) => clauses);
  const proven = all.filter(({ state }) => state === 'proven').length;
  const name = action ?? 'of no single action';
  return el(
    'div',
    { class: 'clause-row' },
    el(
      'h4',
      {},
      action === null ? name : el('a', { href: `#scenarios?${new URLSearchParams({ action }).toString()}` }, name),
      el('small', {}, `${proven} of ${all.length} proven`),
    ),
    el(
      'div',
      { class: 'kinds' },
      ...kinds.map(({ kind, clauses }) =>
        el(
          'div',
          { class: 'kind-group', attributes: { role: 'group', 'aria-label': `${name}, ${kind}` } },
          el('span', { class: 'kind' }, kind),
          ...clauses.map(cellView),
        ),
      ),
    ),
  );
}

function cellView({ id, state }: PageClause): HTMLElement {
  const { label, mark } = STATE_SHOWN[state];
  return el(
    'button',
    {
      type: 'button',
      class: `cell ${state}`,
      tabindex: -1,
      attributes: { 'data-id': id, 'aria-label': `${id}: ${label}`, 'aria-expanded': 'false' },
    },
    signOf(state, mark),
  );
}

function tally(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

const choicesOf = (values: readonly string[]): Choice[] =>
  [...tally(values)].sort(([a], [b]) => (a < b ? -1 : 1)).map(([value, count]) => ({ value, label: value, count }));
