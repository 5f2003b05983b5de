import {
  choices,
  type Facet,
  type Filter,
  filtered,
  FIXED_ORDER,
  isEverything,
  type SingleFacet,
} from '../view/filter.ts';
import type { Feature, Model, Scenario } from '../view/model.ts';
import { counted, plural, VERDICT_SHOWN } from '../words.ts';
import { countsOf, VERDICTS } from '../summary.ts';
import { type Choice, searchField, Select, Toggles, toggled } from './controls.ts';
import { el, lazily, mark, unseen } from './dom.ts';
import { scenarioRow } from './scenario-view.ts';

/** So few scenarios are shown at once; of more, only their features. */
const SHOWN_AT_ONCE = 60;

/** Below this width only search and verdicts stand open. */
const NARROW = 640;

const SELECTS: readonly (readonly [SingleFacet, string])[] = [
  ['area', 'Area'],
  ['action', 'Action'],
  ['aspect', 'About'],
  ['transport', 'Transport'],
  ['needs', 'Needs'],
];

const hasMore = (filter: Filter): boolean => filter.clause !== '' || SELECTS.some(([facet]) => filter[facet] !== '');

/** The scenarios under a filter, feature by feature. */
export class ScenarioList {
  readonly #model: Model;
  readonly #ask: (filter: Filter, isTyping?: boolean) => void;
  readonly #search: HTMLInputElement;
  readonly #clause: HTMLInputElement;
  readonly #verdicts: Toggles;
  readonly #selects: readonly (readonly [SingleFacet, Select])[];
  readonly #tag: Select;
  readonly #pills = el('ul', { class: 'pills', attributes: { 'aria-label': 'Chosen tags, clauses and scenarios' } });
  readonly #status = el('p', { class: 'status-line', attributes: { role: 'status' } });
  readonly #list = el('div', { class: 'features' });
  /** Features that the reader has opened, or closed where they came open. */
  readonly #touched = new Map<string, boolean>();
  #filter: Filter;

  constructor(section: HTMLElement, model: Model, filter: Filter, ask: (filter: Filter, isTyping?: boolean) => void) {
    this.#model = model;
    this.#filter = filter;
    this.#ask = ask;
    this.#search = searchField('Search names, steps, tags, errors', (text) => ask({ ...this.#filter, text }, true));
    this.#clause = searchField('Clause id, or ERR-*', (clause) =>
      ask({ ...this.#filter, clause: clause.trim() }, true),
    );
    this.#verdicts = new Toggles(
      'Verdicts',
      VERDICTS.map((value) => ({ value, ...VERDICT_SHOWN[value] })),
      (value) => {
        const verdict = VERDICTS.find((one) => one === value);
        if (verdict) ask({ ...this.#filter, verdicts: toggled(this.#filter.verdicts, verdict) });
      },
    );
    this.#selects = SELECTS.map(([facet, label]) => [
      facet,
      new Select(label, (value) => ask({ ...this.#filter, [facet]: value })),
    ]);
    this.#tag = new Select('Tag', (tag) => ask({ ...this.#filter, tags: toggled(this.#filter.tags, tag) }));
    section.append(this.#bar(), this.#pills, this.#status, this.#list);
  }

  #bar(): HTMLElement {
    return el(
      'div',
      { class: 'filters', attributes: { role: 'search', 'aria-label': 'Filter scenarios' } },
      this.#search,
      this.#verdicts.element,
      el(
        'details',
        { class: 'more', open: innerWidth > NARROW || hasMore(this.#filter) },
        el('summary', {}, 'More filters'),
        el(
          'div',
          { class: 'row' },
          this.#clause,
          ...this.#selects.map(([, select]) => select.element),
          this.#tag.element,
        ),
      ),
    );
  }

  focusSearch(): void {
    this.#search.focus();
  }

  show(filter: Filter): void {
    this.#filter = filter;
    if (this.#search.value !== filter.text) this.#search.value = filter.text;
    if (this.#clause.value !== filter.clause) this.#clause.value = filter.clause;
    this.#verdicts.show(choices(this.#model, filter, 'verdicts'), filter.verdicts);
    for (const [facet, select] of this.#selects) select.show(this.#choicesOf(facet), filter[facet]);
    this.#tag.show(
      this.#choicesOf('tags').filter(({ value }) => !filter.tags.includes(value) && !value.startsWith('transition:')),
      '',
    );
    const scenarios = filtered(this.#model, filter);
    this.#showPills();
    this.#showStatus(scenarios);
    this.#showList(scenarios);
  }

  #choicesOf(facet: Facet): Choice[] {
    const counts = choices(this.#model, this.#filter, facet);
    const order = FIXED_ORDER[facet] ?? [...counts.keys()].sort((a, b) => (a < b ? -1 : 1));
    return order.map((value) => ({ value, label: value, count: counts.get(value) ?? 0 }));
  }

  #showPills(): void {
    const filter = this.#filter;
    const pill = (text: string, without: Filter): HTMLElement =>
      el(
        'li',
        {},
        el(
          'button',
          { type: 'button', attributes: { 'aria-label': `Remove ${text}` }, onclick: () => this.#ask(without) },
          text,
          el('span', { attributes: { 'aria-hidden': 'true' } }, ' ×'),
        ),
      );
    this.#pills.replaceChildren(
      ...filter.tags.map((tag) => pill(`@${tag}`, { ...filter, tags: toggled(filter.tags, tag) })),
      ...(filter.clause === '' ? [] : [pill(`clause ${filter.clause}`, { ...filter, clause: '' })]),
      ...(filter.id === '' ? [] : [pill(filter.id, { ...filter, id: '' })]),
    );
  }

  #showStatus(scenarios: readonly Scenario[]): void {
    const all = this.#model.scenarios.length;
    const said =
      scenarios.length === all ? plural(all, 'scenario') : `${counted(scenarios.length)} of ${plural(all, 'scenario')}`;
    this.#status.replaceChildren(said);
    if (!isEverything(this.#filter)) this.#status.append(' · ', el('a', { href: '#scenarios' }, 'show all'));
  }

  #showList(scenarios: readonly Scenario[]): void {
    const left = new Set(scenarios);
    const isShort = scenarios.length <= SHOWN_AT_ONCE;
    const isOnly = scenarios.length === 1;
    const groups = this.#model.features.flatMap((feature) => {
      const own = feature.scenarios.filter((scenario) => left.has(scenario));
      return own.length === 0 ? [] : [this.#group(feature, own, isShort, isOnly)];
    });
    this.#list.replaceChildren(
      ...(groups.length > 0 ? groups : [el('p', { class: 'calm' }, 'Nothing is left by this filter.')]),
    );
  }

  #group({ uri, name }: Feature, scenarios: readonly Scenario[], isShort: boolean, isOnly: boolean): HTMLElement {
    const counts = countsOf(scenarios);
    const marks = VERDICTS.filter((verdict) => counts[verdict] > 0).map((verdict) =>
      el(
        'span',
        { class: 'tally' },
        mark(verdict, VERDICT_SHOWN[verdict].mark),
        counted(counts[verdict]),
        unseen(` ${VERDICT_SHOWN[verdict].label}`),
      ),
    );
    const details = el(
      'details',
      { class: 'feature', open: this.#touched.get(uri) ?? isShort },
      el(
        'summary',
        {},
        el('h3', {}, name),
        el('span', { class: 'where' }, uri),
        el('span', { class: 'tallies' }, ...marks),
      ),
    );
    details.querySelector('summary')?.addEventListener('click', () => this.#touched.set(uri, !details.open));
    lazily(details, () => {
      details.append(...scenarios.map((scenario) => scenarioRow(this.#model, scenario, isOnly)));
    });
    return details;
  }
}
