import type { PageTransition } from '../page-data.ts';
import type { Model } from '../view/model.ts';
import { plural, STATE_SHOWN } from '../words.ts';
import { el, mark, unseen } from './dom.ts';

/** Every state machine as a table: what each event does in each state, and whether a scenario has shown it. */
export function transitionView(section: HTMLElement, { data: { transitions } }: Model): void {
  section.append(
    el(
      'p',
      {},
      'A row for each state, a column for each event. Cells say which state follows or which code refuses; a dash means that the event cannot happen there.',
    ),
  );
  for (const machine of unique(transitions.map((cell) => cell.machine))) {
    section.append(
      machineView(
        machine,
        transitions.filter((cell) => cell.machine === machine),
      ),
    );
  }
  if (transitions.length === 0) section.append(el('p', { class: 'calm' }, 'The contract lists none.'));
}

function machineView(machine: string, cells: readonly PageTransition[]): HTMLElement {
  const events = unique(cells.map(({ event }) => event));
  const states = unique(cells.map(({ from }) => from));
  const possible = cells.filter(({ state }) => state !== 'cannot');
  const proven = possible.filter(({ state }) => state === 'proven').length;
  const head = el('th', { attributes: { scope: 'col' } }, 'state');
  const table = el(
    'table',
    { class: 'machine' },
    el('thead', {}, el('tr', {}, head, ...events.map((event) => el('th', { attributes: { scope: 'col' } }, event)))),
    el(
      'tbody',
      {},
      ...states.map((from) =>
        el(
          'tr',
          {},
          el('th', { attributes: { scope: 'row' } }, from),
          ...events.map((event) => cellView(cells.find((cell) => cell.from === from && cell.event === event))),
        ),
      ),
    ),
  );
  const scroller = el(
    'div',
    { class: 'scroller', tabindex: 0, attributes: { role: 'region', 'aria-label': `States of ${machine}` } },
    table,
  );
  return el(
    'div',
    { class: 'transitions-of' },
    el('h3', {}, machine, el('small', {}, ` ${proven} of ${plural(possible.length, 'cell')} proven`)),
    scroller,
  );
}

function cellView(cell: PageTransition | undefined): HTMLElement {
  if (!cell) return el('td', {});
  const { id, state, outcome, scenarios } = cell;
  if (state === 'cannot')
    return el('td', { class: 'cannot', title: outcome }, '–', unseen(` cannot happen: ${outcome}`));
  const { label, mark: sign, means } = STATE_SHOWN[state];
  const said = [mark(state, sign), unseen(`${label}: `), el('span', {}, outcome)];
  const title = `${id}: ${label}, ${means}`;
  if (scenarios.length === 0) return el('td', { title }, ...said);
  return el(
    'td',
    {},
    el('a', { title, href: `#scenarios?${new URLSearchParams({ tag: `transition:${id}` }).toString()}` }, ...said),
  );
}

const unique = (names: readonly string[]): string[] => [...new Set(names)];
