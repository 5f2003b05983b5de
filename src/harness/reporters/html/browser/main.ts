import { ELEMENT, type PageData } from '../page-data.ts';
import type { ClauseFilter } from '../view/clause-filter.ts';
import type { Filter } from '../view/filter.ts';
import { hashOf, type Location, locationOf, START, type View, VIEWS } from '../view/location.ts';
import { modelOf } from '../view/model.ts';
import { actionView } from './action-view.ts';
import { ClauseMatrix } from './clause-matrix.ts';
import { el, found, lazily } from './dom.ts';
import { ScenarioList } from './scenario-list.ts';
import { scenarioBody } from './scenario-view.ts';
import { transitionView } from './transition-view.ts';

/** Brings the page to life: what it shows follows its address, and every choice of the reader becomes the address. */

const model = modelOf(JSON.parse(found(`#${ELEMENT.data}`, HTMLScriptElement).text) as PageData);
const sections = new Map(VIEWS.map((view) => [view, found(`#${view}`, HTMLElement)]));
const main = found('#main', HTMLElement);
const built: { scenarios?: ScenarioList; clauses?: ClauseMatrix } = {};
/** Views that never change once they are made. */
const STILL = { actions: actionView, transitions: transitionView } as const;
const still = new Set<View>();
let shown: Location = START;

function sectionOf(view: View): HTMLElement {
  return sections.get(view) ?? main;
}

function askScenarios(filter: Filter, isTyping = false): void {
  go({ ...shown, view: 'scenarios', filter }, isTyping);
}

function askClauses(clauses: ClauseFilter, isTyping = false): void {
  go({ ...shown, view: 'clauses', clauses }, isTyping);
}

/** While somebody types, the address changes in place: Back should not go letter by letter. */
function go(location: Location, inPlace: boolean): void {
  const hash = `#${hashOf(location)}`;
  if (inPlace) history.replaceState(null, '', hash);
  else history.pushState(null, '', hash);
  show(location);
}

function show(location: Location): void {
  const isOther = location.view !== shown.view;
  shown = location;
  for (const [view, section] of sections) section.hidden = view !== location.view;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.top nav a')) {
    if (link.hash === `#${location.view}`) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  fill(location);
  if (isOther) scrollTo(0, 0);
}

/** A view is made when it is first asked for. */
function fill({ view, filter, clauses }: Location): void {
  if (view === 'scenarios') {
    built.scenarios ??= new ScenarioList(sectionOf(view), model, filter, askScenarios);
    built.scenarios.show(filter);
  }
  if (view === 'clauses') {
    built.clauses ??= new ClauseMatrix(sectionOf(view), model, clauses, askClauses);
    built.clauses.show(clauses);
  }
  if ((view === 'actions' || view === 'transitions') && !still.has(view)) {
    STILL[view](sectionOf(view), model);
    still.add(view);
  }
}

/** A link to a place that is no view, such as the skip link, leaves the view alone. */
function follow(): void {
  const name = location.hash.replace(/^#/, '').split('?')[0] ?? '';
  if (name !== '' && !VIEWS.some((view) => view === name)) return;
  show(locationOf(location.hash));
}

/** Opens or leaves a line with j and k, wherever the reader is. */
function step(by: 1 | -1): void {
  const lines = [...sectionOf(shown.view).querySelectorAll<HTMLElement>('details > summary')].filter(
    (line) => line.checkVisibility() && !line.closest('.trace'),
  );
  const at = lines.findIndex((line) => line === document.activeElement);
  const next = lines[at < 0 ? (by === 1 ? 0 : lines.length - 1) : at + by];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { target, key } = event;
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) {
    if (key === 'Escape') target.blur();
    return;
  }
  const view = VIEWS[Number(key) - 1];
  if (key === '/') {
    if (shown.view !== 'clauses') askScenarios(shown.filter, shown.view === 'scenarios');
    (shown.view === 'clauses' ? built.clauses : built.scenarios)?.focusSearch();
  } else if (key === 'j' || key === 'k') step(key === 'j' ? 1 : -1);
  else if (view) go({ ...START, view }, false);
  else return;
  event.preventDefault();
}

/** Failures of the summary come with their error; steps and wire trace are added when one is opened. */
for (const details of document.querySelectorAll<HTMLDetailsElement>('details[data-scenario]')) {
  const scenario = model.scenarios[Number(details.dataset.scenario)];
  if (scenario) {
    lazily(details, () => details.querySelector('.body')?.replaceWith(scenarioBody(model, scenario)));
  }
}

document.documentElement.classList.add('scripted');
addEventListener('hashchange', follow);
addEventListener('keydown', onKey);
const failures = document.getElementById('failures');
if (failures)
  found('.banner .counts', HTMLUListElement).after(
    el('p', { class: 'jump' }, el('a', { href: '#failures' }, 'What failed')),
  );
show(locationOf(location.hash));
