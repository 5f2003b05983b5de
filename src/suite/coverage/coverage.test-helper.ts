import { runOf, scenario } from '../results/run.test-helper.ts';
import type { ScenarioResult, Verdict } from '../results/run.ts';
import type { Catalogue } from './catalogue.ts';
import type { Clause, Transition } from './contract.ts';
import { type Coverage, coverageOf } from './count.ts';

const clause = (id: string, more: Partial<Clause> = {}): Clause => ({
  id,
  kind: 'rule',
  surface: ['trade'],
  text: `${id} holds.`,
  needs: ['funded'],
  status: 'stated',
  ...more,
});

const cell = (from: string, event: string, outcome: Transition['outcome']): Transition => ({
  id: `order/${from}/${event}`,
  machine: 'order',
  from,
  event,
  outcome,
  clauses: [],
});

/** A contract of a few clauses, one of them waived, three cells, five offers and three codes. */
export const CATALOGUE: Catalogue = {
  clauses: [
    clause('A', { action: 'placeOrders' }),
    clause('B', { action: 'placeOrders', kind: 'limit', needs: ['clock', 'funded'], surface: ['trade', 'ws'] }),
    clause('C', { action: 'contracts', surface: ['info'], needs: [] }),
    clause('W', { action: 'getLottery', status: 'ambiguous' }),
  ],
  waivers: [
    { clause: 'W', reason: 'no client can observe it' },
    { code: 'CACHE_ERROR', reason: 'never sent' },
  ],
  transitions: [
    cell('placed', 'fill', { kind: 'to', state: 'filled' }),
    cell('placed', 'cancel', { kind: 'to', state: 'cancelled' }),
    cell('filled', 'fill', { kind: 'cannot', why: 'nothing is left' }),
  ],
  offered: [
    { name: 'placeOrders', kind: 'trade' },
    { name: 'getMids', kind: 'info' },
    { name: '/v1/info/contracts', kind: 'aggregator' },
    { name: 'trades', kind: 'channel' },
    { name: 'marketPrices', kind: 'channel' },
  ],
  codes: ['ORDER_NOT_FOUND', 'NOT_FOUND', 'CACHE_ERROR'],
};

/** A scenario at this line with one tag. */
export const cited = (line: number, tag: string, verdict: Verdict = 'passed'): ScenarioResult =>
  scenario(line, { tags: [tag], verdict });

/** Of one run over REST. */
export const coverageOfScenarios = (...scenarios: ScenarioResult[]): Coverage =>
  coverageOf(CATALOGUE, [runOf(scenarios)]);
