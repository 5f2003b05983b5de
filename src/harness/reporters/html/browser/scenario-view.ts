import type { TraceEntry } from '../../../results/run.ts';
import { ELEMENT } from '../page-data.ts';
import { reproduce } from '../reproduce.ts';
import { type Model, type Scenario, type Step, stepsOf } from '../view/model.ts';
import { duration, STATE_SHOWN, VERDICT_SHOWN } from '../words.ts';
import { type Child, el, lazily, mark, unseen } from './dom.ts';
import { text, traceView } from './trace-view.ts';

/** One line for a scenario; all of it once it is opened. */
export function scenarioRow(model: Model, scenario: Scenario, isOpen: boolean): HTMLElement {
  const { verdict, name, line, durationMs, transport, reason } = scenario;
  const { label, mark: sign } = VERDICT_SHOWN[verdict];
  const details = el(
    'details',
    { class: 'scenario', open: isOpen },
    el(
      'summary',
      {},
      mark(verdict, sign),
      unseen(`${label}: `),
      el('span', { class: 'name' }, name),
      reason === null ? null : el('span', { class: 'reason' }, reason),
      el('span', { class: 'where' }, `:${line} · ${transport} · ${duration(durationMs)}`),
      hint(model, scenario),
    ),
  );
  lazily(details, () => details.append(scenarioBody(model, scenario)));
  return details;
}

/** The step that did not hold. */
function hint({ data }: Model, { verdict, index }: Scenario): HTMLElement | null {
  if (verdict === 'passed' || verdict === 'skipped') return null;
  const failed = stepsOf(data, index).find(({ mark: sign }) => sign === 'f');
  return failed ? el('span', { class: 'hint' }, failed.text) : null;
}

export function scenarioBody(model: Model, scenario: Scenario): HTMLElement {
  const { data } = model;
  const { id, error, reason, verdict, index } = scenario;
  const hasFailed = verdict !== 'passed' && verdict !== 'skipped';
  return el(
    'div',
    { class: 'body' },
    reason === null
      ? null
      : el('p', { class: 'notice' }, verdict === 'skipped' ? `Skipped: ${reason}` : `Known to fail: ${reason}`),
    verdict === 'unexpected-pass'
      ? el('p', { class: 'notice' }, 'It passed, and the list of known failures says that it fails.')
      : null,
    error === null ? null : errorBox(error),
    el('p', { class: 'links' }, el('a', { href: `#scenarios?${new URLSearchParams({ id }).toString()}` }, id)),
    el('h4', {}, 'Steps'),
    stepList(stepsOf(data, index)),
    el('h4', {}, 'Run it again'),
    text('command', reproduce(data.command, scenario)),
    ...clauseParts(model, scenario),
    el('h4', {}, 'Tags'),
    tagList(scenario),
    ...observedParts(scenario),
    el('h4', {}, 'On the wire'),
    wire(model, scenario, hasFailed),
  );
}

function errorBox(error: string): HTMLElement {
  const box = text('error', error);
  box.querySelector('pre')?.classList.add('error');
  return box;
}

const MARKS = { p: ['passed', '✓'], f: ['failed', '✕'], s: ['skipped', '–'] } as const;

function stepList(steps: readonly Step[]): HTMLElement {
  return el(
    'ol',
    { class: 'steps' },
    ...steps.map((step) => {
      const [look, sign] = MARKS[step.mark];
      return el(
        'li',
        { class: look },
        mark(look, sign),
        unseen(`${look}: `),
        el('span', { class: 'name' }, step.text),
        el('span', { class: 'where' }, `:${step.line}`),
      );
    }),
  );
}

function clauseParts({ clauses }: Model, scenario: Scenario): Child[] {
  if (scenario.clauses.length === 0) return [];
  const items = scenario.clauses.map((id) => {
    const clause = clauses.get(id);
    const shown = clause && STATE_SHOWN[clause.state];
    return el(
      'li',
      {},
      clause && shown ? mark(clause.state, shown.mark) : null,
      el('a', { href: `#clauses?${new URLSearchParams({ q: id }).toString()}` }, id),
      el('span', { class: 'statement' }, clause?.text ?? 'The catalogue does not hold it.'),
    );
  });
  return [el('h4', {}, 'Clauses'), el('ul', { class: 'cited' }, ...items)];
}

const tagList = ({ tags }: Scenario): HTMLElement =>
  tags.length === 0
    ? el('p', {}, 'None.')
    : el(
        'ul',
        { class: 'tags' },
        ...tags.map((tag) =>
          el('li', {}, el('a', { href: `#scenarios?${new URLSearchParams({ tag }).toString()}` }, `@${tag}`)),
        ),
      );

function observedParts({ served, refused, tokens }: Scenario): Child[] {
  const lines = [
    served.length > 0 ? `Served: ${served.join(', ')}.` : '',
    refused.length > 0 ? `Refused with ${refused.join(', ')}.` : '',
    tokens > 0 ? `${tokens} tokens of the address.` : '',
  ].filter((line) => line !== '');
  return lines.length === 0 ? [] : [el('h4', {}, 'Seen'), el('p', {}, lines.join(' '))];
}

const NO_TRACE = {
  none: 'The run kept no trace of this scenario.',
  'left-out': 'Left out to keep this page small; it is in the messages of the run.',
} as const;

function wire({ data }: Model, { index, trace }: Scenario, opensLast: boolean): HTMLElement {
  if (trace !== 'kept') return el('p', {}, NO_TRACE[trace]);
  const held = document.getElementById(ELEMENT.trace(index))?.textContent ?? '[]';
  return traceView(JSON.parse(held) as TraceEntry[], data.target, opensLast);
}
