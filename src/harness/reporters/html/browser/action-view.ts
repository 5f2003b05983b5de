import { type ActionRow, actionRows, type Cell } from '../view/action-table.ts';
import { ASPECTS, type Model } from '../view/model.ts';
import { counted, plural } from '../words.ts';
import { el, mark, unseen } from './dom.ts';

/** Every action beside what the scenarios of the run show of it. */
export function actionView(section: HTMLElement, model: Model): void {
  const rows = actionRows(model);
  const overStreams = rows.some(({ ways }) => totalOf(ways.ws) > 0);
  const heads = ['Action', 'Surface', 'Clauses proven', ...ASPECTS, 'over REST', ...(overStreams ? ['over WS'] : [])];
  section.append(
    el(
      'p',
      {},
      'Scenarios that passed, by what they are about; a scenario may count in several columns. An empty cell means that no scenario of this run is about it.',
    ),
    el(
      'table',
      { class: 'actions cards' },
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          ...heads.map((head, at) => el('th', { class: at > 1 ? 'number' : '', attributes: { scope: 'col' } }, head)),
        ),
      ),
      el('tbody', {}, ...rows.map((row) => rowView(row, overStreams))),
    ),
  );
}

function rowView({ action, surface, clauses, aspects, ways }: ActionRow, overStreams: boolean): HTMLElement {
  const link = (query: Readonly<Record<string, string>>): string =>
    `#scenarios?${new URLSearchParams({ action, ...query }).toString()}`;
  return el(
    'tr',
    {},
    el('th', { attributes: { scope: 'row' } }, el('a', { href: link({}) }, action)),
    el('td', { attributes: { 'data-label': 'surface' } }, surface),
    el(
      'td',
      { class: 'number', attributes: { 'data-label': 'clauses proven' } },
      `${clauses.proven} of ${clauses.all}`,
    ),
    ...ASPECTS.map((aspect) => cellView(aspect, aspects[aspect], link({ aspect }))),
    cellView('over REST', ways.rest, link({ transport: 'rest' })),
    overStreams ? cellView('over WS', ways.ws, link({ transport: 'ws' })) : null,
  );
}

function cellView(label: string, cell: Cell, href: string): HTMLElement {
  const total = totalOf(cell);
  const look = total === 0 ? 'empty' : cell.failed > 0 ? 'failed' : cell.passed > 0 ? 'passed' : 'skipped';
  const all = `${plural(total, 'scenario')}, ${counted(cell.passed)} passed`;
  return el(
    'td',
    { class: `number aspect ${look}`, attributes: { 'data-label': label } },
    total === 0
      ? unseen('none')
      : el(
          'a',
          { href, title: all },
          look === 'failed' ? mark('failed', '✕') : look === 'skipped' ? mark('skipped', '–') : null,
          cell.passed === total ? counted(total) : `${counted(cell.passed)} of ${counted(total)}`,
        ),
  );
}

const totalOf = ({ passed, failed, skipped }: Cell): number => passed + failed + skipped;
