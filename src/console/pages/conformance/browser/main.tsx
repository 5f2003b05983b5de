import { render, type VNode } from 'preact';
import { found } from '../../shared/browser/controls.tsx';
import { ELEMENT, type PageData } from '../page-data.ts';
import type { ClauseFilter } from '../view/clause-filter.ts';
import type { Filter } from '../view/filter.ts';
import { hashOf, type Location, locationOf, START, type View, VIEWS } from '../view/location.ts';
import { modelOf } from '../view/model.ts';
import { ActionTable } from './action-table.tsx';
import { ClauseMatrix } from './clause-matrix.tsx';
import { completeFailures } from './failures.tsx';
import { ScenarioList } from './scenario-list.tsx';
import { TransitionTables } from './transition-tables.tsx';

/**
 * Starts the page. What it shows follows from its address, and every choice of the reader changes the address. The summary
 * comes with the file; the other views are rendered when they are shown.
 */

const model = modelOf(
  JSON.parse(found(`#${ELEMENT.data}`, HTMLScriptElement).text) as PageData,
  (scenario) => document.getElementById(ELEMENT.trace(scenario))?.textContent ?? undefined,
);
const main = found('#main', HTMLElement);
const sections = new Map(VIEWS.map((view) => [view, found(`#${view}`, HTMLElement)]));
/** The element of each view that its components are rendered into. */
const roots = new Map<View, HTMLElement>();
let shown: Location = START;

const sectionOf = (view: View): HTMLElement => sections.get(view) ?? main;

function askScenarios(filter: Filter, isTyping = false): void {
  go({ ...shown, view: 'scenarios', filter }, isTyping);
}

function askClauses(clauses: ClauseFilter, isTyping = false): void {
  go({ ...shown, view: 'clauses', clauses }, isTyping);
}

/** Typing replaces the address in place, so that Back does not undo a search letter by letter. */
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
  const content = contentOf(location);
  if (content) render(content, rootOf(location.view));
  if (isOther) scrollTo(0, 0);
}

function contentOf({ view, filter, clauses }: Location): VNode | undefined {
  switch (view) {
    case 'summary':
      return undefined;
    case 'scenarios':
      return <ScenarioList model={model} filter={filter} ask={askScenarios} />;
    case 'clauses':
      return <ClauseMatrix model={model} filter={clauses} ask={askClauses} />;
    case 'transitions':
      return <TransitionTables model={model} />;
    case 'actions':
      return <ActionTable model={model} />;
  }
}

function rootOf(view: View): HTMLElement {
  const root = roots.get(view) ?? sectionOf(view).appendChild(document.createElement('div'));
  roots.set(view, root);
  return root;
}

/** Shows what the address says. A link to an element, such as the skip link, keeps the view. */
function follow(): void {
  const name = location.hash.replace(/^#/, '').split('?')[0] ?? '';
  if (name !== '' && !VIEWS.some((view) => view === name)) return;
  show(locationOf(location.hash));
}

/** Moves the focus to the next or the previous line that can be opened. */
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
    sectionOf(shown.view).querySelector<HTMLInputElement>('input[type=search]')?.focus();
  } else if (key === 'j' || key === 'k') step(key === 'j' ? 1 : -1);
  else if (view) go({ ...START, view }, false);
  else return;
  event.preventDefault();
}

document.documentElement.classList.add('scripted');
completeFailures(document, model);
addEventListener('hashchange', follow);
addEventListener('keydown', onKey);
show(locationOf(location.hash));
