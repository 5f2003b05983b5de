import type { PageClause } from '../page-data.ts';
import type { Model } from '../view/model.ts';
import { STATE_SHOWN, VERDICT_SHOWN } from '../words.ts';
import { el, mark, unseen } from './dom.ts';

/** So many of the scenarios that cite a clause are named beside it. */
const NAMED = 12;

/** What there is to know of one clause. */
export function clauseDetail({ scenarios }: Model, clause: PageClause): HTMLElement[] {
  const { id, text, kind, status, surface, action, needs, state, waiver, scenarios: citing } = clause;
  const shown = STATE_SHOWN[state];
  const items = citing.slice(0, NAMED).flatMap((index) => {
    const scenario = scenarios[index];
    if (!scenario) return [];
    const { label, mark: sign } = VERDICT_SHOWN[scenario.verdict];
    return [
      el(
        'li',
        {},
        mark(scenario.verdict, sign),
        unseen(`${label}: `),
        el('a', { href: `#scenarios?${new URLSearchParams({ id: scenario.id }).toString()}` }, scenario.name),
        el('span', { class: 'where' }, scenario.id),
      ),
    ];
  });
  const all = el(
    'a',
    { href: `#scenarios?${new URLSearchParams({ clause: id }).toString()}` },
    citing.length === 1 ? 'The scenario that cites it' : `All ${citing.length} scenarios that cite it`,
  );
  return [
    el('button', { class: 'close', type: 'button', attributes: { 'aria-label': 'Let go of this clause' } }, '×'),
    el('h3', {}, id),
    el('p', { class: 'state' }, mark(state, shown.mark), el('b', {}, shown.label), `: ${shown.means}.`),
    el('p', { class: 'statement' }, text),
    el(
      'p',
      { class: 'about' },
      [
        action ?? 'no single action',
        surface.join(', '),
        kind,
        status,
        needs.length > 0 ? `needs ${needs.join(', ')}` : '',
      ]
        .filter((part) => part !== '')
        .join(' · '),
    ),
    ...(waiver === null ? [] : [el('p', { class: 'notice' }, `Waived: ${waiver}`)]),
    ...(items.length === 0 ? [] : [el('ul', { class: 'citing' }, ...items), el('p', {}, all)]),
  ];
}
