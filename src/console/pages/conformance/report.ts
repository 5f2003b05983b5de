import { counted, duration, instant, plural } from '../../../kernel/words.ts';
import { type Cause, causesOf } from '../../../suite/reporters/causes.ts';
import { askedText } from '../../../suite/coverage/citations.ts';
import { shortfallOf, shortfallText } from '../../../suite/coverage/citations.ts';
import { briefOf } from '../../../suite/reporters/words.ts';
import { reproduce } from '../../../suite/reporters/words.ts';
import {
  type Conclusion,
  type Counts,
  FAILED,
  type Summary,
  summaryOf,
  totalOf,
  VERDICTS,
} from '../../../suite/reporters/summary.ts';
import { CLAUSE_STATES, CONCLUSION_SHOWN, STATE_SHOWN, VERDICT_SHOWN } from '../../../suite/reporters/words.ts';
import type { Run, RunFacts, ScenarioResult, Verdict } from '../../../suite/results/run.ts';
import { htmlDocument, pageAssets, pageHead } from '../shared/document.ts';
import { bar, escapeHtml, type Fact, factList, jsonForScript, mark } from '../shared/parts.ts';
import { pack, type ReportCoverage } from './pack.ts';
import { ELEMENT, type PageClause, type PageTrace } from './page-data.ts';
import { hrefTo } from './view/location.ts';

/** A run as one HTML file that needs nothing else: no network, no other file. Equal runs give equal pages. */
export function htmlReport(run: Run, coverage: ReportCoverage): string {
  const { data, traces } = pack(run, coverage);
  const assets = pageAssets('conformance');
  const summary = summaryOf(run);
  const title = `${CONCLUSION_SHOWN[summary.conclusion].label}: ${run.facts.target.name}`;
  return htmlDocument({
    title,
    style: assets.style,
    script: assets.script,
    body: `${pageHead(
      'Conformance report',
      [
        ['summary', 'Summary'],
        ['scenarios', 'Scenarios', run.scenarios.length],
        ['clauses', 'Clauses', data.clauses.length],
        ['transitions', 'Transitions', data.transitions.length],
        ['actions', 'Actions', data.actions.length],
      ],
      'Views',
    )}
<main id="main" tabindex="-1">
<section id="summary" aria-label="Summary">
${summarySection(run, summary, data.clauses)}
${failureSection(run.scenarios, data.command)}
</section>
${SCRIPTED.map(([id, heading]) => `<section id="${id}" aria-labelledby="${id}-heading"><h2 id="${id}-heading">${heading}</h2><noscript><p>This part needs scripts. The summary and the failures above do not.</p></noscript></section>`).join('\n')}
</main>
<footer><p>Made by perpsim ${escapeHtml(run.facts.suite.version)} from the messages of the run. A scenario that was skipped never counts as passed. <span class="keys">Keys: <kbd>/</kbd> search, <kbd>j</kbd> <kbd>k</kbd> next and previous, <kbd>Enter</kbd> open, <kbd>1</kbd> to <kbd>5</kbd> views.</span></p></footer>
<script type="application/json" id="${ELEMENT.data}">${jsonForScript(data)}</script>
${traces.map(traceElement).join('\n')}`,
  });
}

const SCRIPTED = [
  ['scenarios', 'Scenarios'],
  ['clauses', 'Clauses of the contract'],
  ['transitions', 'Transitions'],
  ['actions', 'Actions'],
] as const;

const traceElement = ({ scenario, entries }: PageTrace): string =>
  `<script type="application/json" id="${ELEMENT.trace(scenario)}">${jsonForScript(entries)}</script>`;

/** The first view of the page. Together with the failures, it is all that a reader has without scripts. */
function summarySection(run: Run, summary: Summary, clauses: readonly PageClause[]): string {
  const { facts } = run;
  return [
    banner(run, summary),
    notices(run),
    '<h2>What was run</h2>',
    factList(factsOf(facts)),
    '<div class="columns"><div>',
    '<h2 id="areas">Areas</h2>',
    areaTable(summary),
    '</div><div>',
    `<h2>Clauses</h2>${clauseShares(clauses)}`,
    skippedTable(summary),
    '</div></div>',
  ].join('\n');
}

function banner(run: Run, { conclusion, counts }: Summary): string {
  const { facts } = run;
  const asked = askedText(run);
  const { label, mark: sign } = CONCLUSION_SHOWN[conclusion];
  const links = VERDICTS.filter((verdict) => counts[verdict] > 0 || verdict === 'passed' || verdict === 'failed').map(
    (verdict) => `<li>${linkTo({ verdict }, verdictCount(verdict, counts[verdict]))}</li>`,
  );
  return `<div class="banner ${conclusion}">
<p class="conclusion">${mark(conclusion, sign)}<strong>${label}</strong> <span class="target">${escapeHtml(facts.target.name)}</span></p>
<p>${escapeHtml(sentence(conclusion, counts))} ${plural(totalOf(counts), 'scenario')} in ${duration(facts.wallMs)}${asked === undefined ? '' : escapeHtml(`; ${asked}`)}.</p>
${bar(verdictShares(counts))}
<ul class="counts" aria-label="Scenarios by verdict">${links.join('')}</ul>
${FAILED.some((verdict) => counts[verdict] > 0) ? '<p class="jump"><a href="#failures">Go to the failures</a></p>' : ''}
</div>`;
}

/** The reason for the conclusion. */
function sentence(conclusion: Conclusion, counts: Counts): string {
  switch (conclusion) {
    case 'conformant':
      return counts.skipped > 0 || counts['expected-failure'] > 0
        ? 'No scenario failed, except those that are known to fail. Skipped scenarios prove nothing.'
        : 'Every scenario passed.';
    case 'not-conformant':
      return counts.failed > 0
        ? `${plural(counts.failed, 'scenario')} failed.`
        : 'A scenario passed although the list of known failures names it.';
    case 'incomplete':
      return 'The run was stopped, left something behind on the target, or had an error of the suite.';
    case 'nothing-proven':
      return 'No scenario passed, and none failed.';
    case 'inconclusive':
      return 'Nothing failed, but too little was proven, or a scenario could not be settled.';
  }
}

const verdictCount = (verdict: Verdict, count: number): string => {
  const { label, mark: sign } = VERDICT_SHOWN[verdict];
  return `${mark(verdict, sign)}<b>${counted(count)}</b> ${label}`;
};

const verdictShares = (counts: Counts): { look: string; label: string; count: number }[] =>
  [...VERDICTS].reverse().map((verdict) => ({
    look: verdict,
    label: VERDICT_SHOWN[verdict].label,
    count: counts[verdict],
  }));

/** Facts that limit what the run proves. */
function notices(run: Run): string {
  const { stopped, leftBehind, profile } = run.facts;
  const shortfall = shortfallOf(run);
  const left = leftBehind.map((one) => `<li>${escapeHtml(one)}</li>`).join('');
  return [
    stopped === null ? '' : `<p class="notice">${mark('incomplete', '!')}Stopped early: ${escapeHtml(stopped)}</p>`,
    left === '' ? '' : `<div class="notice">${mark('incomplete', '!')}Left behind on the target:<ul>${left}</ul></div>`,
    shortfall
      ? `<p class="notice">${mark('inconclusive', '?')}${escapeHtml(shortfallText(shortfall, profile))}</p>`
      : '',
  ].join('');
}

function factsOf({ suite, target, tokens, shard, ...facts }: RunFacts): Fact[] {
  return [
    ['Target', target.name],
    ['Kind', target.kind],
    ['Version of the target', target.version ?? 'unknown'],
    ['REST', target.restUrl],
    ['Streams', target.wsUrl ?? 'none'],
    ['Service name', target.serviceName],
    ['Profile', facts.profile],
    ['Requests over', facts.transport === 'ws' ? 'WebSocket' : 'REST'],
    ['Order', facts.seed === null ? 'as written' : `random, seed ${facts.seed}`],
    ['Shard', shard === null ? null : `${shard.index} of ${shard.of}`],
    ['Chosen by', facts.selection.length === 0 ? 'everything' : facts.selection.join(' ')],
    ['Suite', `${suite.name} ${suite.version}, ${plural(suite.clauses, 'clause')}`],
    ['Started', instant(facts.startedAt)],
    ['Took', duration(facts.wallMs)],
    ['Tokens', tokens === null ? 'not counted' : `${counted(tokens.spent)} of ${counted(tokens.budget)}`],
    ['Left behind', facts.leftBehind.length === 0 ? 'nothing' : plural(facts.leftBehind.length, 'thing')],
    ['Offers', facts.capabilities.length === 0 ? 'nothing beyond the API' : facts.capabilities.join(', ')],
  ];
}

/** Areas in rows, verdicts that occur in columns. */
function areaTable({ areas, counts }: Summary): string {
  const shown = VERDICTS.filter((verdict) => counts[verdict] > 0 || verdict === 'failed' || verdict === 'passed');
  const head = shown.map((verdict) => `<th scope="col" class="number">${VERDICT_SHOWN[verdict].label}</th>`);
  const rows = areas.map(({ area, counts: own }) => {
    const cells = shown.map((verdict) => {
      const count = own[verdict];
      const text = count === 0 ? '<span class="none">0</span>' : linkTo({ verdict, area }, counted(count));
      return `<td class="number ${count > 0 ? verdict : ''}" data-label="${VERDICT_SHOWN[verdict].label}">${text}</td>`;
    });
    return `<tr><th scope="row">${linkTo({ area }, escapeHtml(area))}</th><td class="wide">${bar(verdictShares(own))}</td>${cells.join('')}<td class="number" data-label="all">${counted(totalOf(own))}</td></tr>`;
  });
  return `<table class="areas cards"><thead><tr><th scope="col">Area</th><td class="wide"></td>${head.join('')}<th scope="col" class="number">all</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function clauseShares(clauses: readonly PageClause[]): string {
  const counts = CLAUSE_STATES.map((state) => ({
    state,
    count: clauses.filter((clause) => clause.state === state).length,
  })).filter(({ count }) => count > 0);
  const order = [...counts].sort((a, b) => b.count - a.count);
  const rows = counts.map(({ state, count }) => {
    const { label, mark: sign, means } = STATE_SHOWN[state];
    return `<li><a href="#clauses?state=${state}">${mark(state, sign)}<b>${counted(count)}</b> ${label}</a><small>${means}</small></li>`;
  });
  const shares = order.map(({ state, count }) => ({ look: state, label: STATE_SHOWN[state].label, count }));
  return `<p>${plural(clauses.length, 'clause')} of the contract.</p>${bar(shares)}<ul class="states">${rows.join('')}</ul>`;
}

function skippedTable({ skipped }: Summary): string {
  if (skipped.length === 0) return '';
  const rows = skipped.map(
    ({ reason, count }) =>
      `<tr><td>${linkTo({ verdict: 'skipped', q: reason }, escapeHtml(reason))}</td><td class="number">${counted(count)}</td></tr>`,
  );
  return `<h2>Skipped, and why</h2><table class="reasons"><thead><tr><th scope="col">Reason</th><th scope="col" class="number">Scenarios</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/** Limits that keep the page small when everything fails. */
const MOST = 100;
const LONGEST_ERROR = 4_000;

/** The failures with their errors, readable without scripts. The script adds steps and messages when one is opened. */
function failureSection(scenarios: readonly ScenarioResult[], command: string): string {
  const failed = scenarios.flatMap((scenario, index) =>
    FAILED.includes(scenario.verdict) ? [{ scenario, index }] : [],
  );
  if (failed.length === 0) return '<h2>Failures</h2><p class="calm">None.</p>';
  const items = failed.slice(0, MOST).map(({ scenario, index }) => failure(scenario, index, command));
  const more =
    failed.length > MOST
      ? `<p>${linkTo({ verdict: 'failed' }, `All ${plural(failed.length, 'failure')}`)}: the first ${MOST} are listed here.</p>`
      : '';
  const again = `<p>Run all of them again, from the folder of this report:</p><pre class="command">${escapeHtml(command)} --rerun rerun.txt</pre>`;
  return `<h2 id="failures">Failures <span class="count">${failed.length}</span></h2>${more}${causeTable(causesOf(scenarios))}${failed.length > 1 ? again : ''}<div class="failures">${items.join('\n')}</div>`;
}

/** One row for each mistake, where one of them explains several failures. */
function causeTable(causes: readonly Cause[]): string {
  if (causes.every(({ scenarios }) => scenarios.length === 1)) return '';
  const rows = causes.map(({ text, scenarios }) => {
    const [first] = scenarios;
    return `<tr><td>${escapeHtml(text)}</td><td class="number">${counted(scenarios.length)}</td><td>${escapeHtml(first?.id ?? '')}</td></tr>`;
  });
  return `<h3>By cause</h3><table class="reasons"><thead><tr><th scope="col">Cause</th><th scope="col" class="number">Scenarios</th><th scope="col">First</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/** Figures of the market that the terms of a scenario stood for. */
function termsTable({ terms = {} }: ScenarioResult): string {
  const rows = Object.entries(terms).map(
    ([term, figure]) => `<tr><td>${escapeHtml(term)}</td><td class="number">${escapeHtml(figure)}</td></tr>`,
  );
  if (rows.length === 0) return '';
  return `<table class="reasons"><caption>Figures of the market that were used</caption><thead><tr><th scope="col">Term</th><th scope="col" class="number">Figure</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/** The failed step and what it found, so that a reader sees which failures are alike. */
function hint(scenario: ScenarioResult): string {
  const brief = briefOf(scenario);
  return brief === null ? '' : `<span class="hint">${escapeHtml(brief)}</span>`;
}

function failure(scenario: ScenarioResult, index: number, command: string): string {
  const { verdict, name, feature, id, error } = scenario;
  const text = error === null ? '' : error.length > LONGEST_ERROR ? `${error.slice(0, LONGEST_ERROR)} ...` : error;
  return `<details class="scenario" data-scenario="${index}">
<summary>${mark(verdict, VERDICT_SHOWN[verdict].mark)}<span class="name">${escapeHtml(name)}</span> <span class="where">${escapeHtml(feature)} · ${escapeHtml(id)}</span>${hint(scenario)}</summary>
<div class="body">${verdict === 'unexpected-pass' ? '<p>It passed, although the list of known failures names it.</p>' : ''}${text === '' ? '' : `<pre class="error">${escapeHtml(text)}</pre>`}${termsTable(scenario)}
<p>Run it again:</p><pre class="command">${escapeHtml(reproduce(command, scenario))}</pre></div>
</details>`;
}

/** A link to the scenarios that a query of the address leaves. */
const linkTo = (query: Readonly<Record<string, string>>, content: string): string =>
  `<a href="${escapeHtml(hrefTo(query))}">${content}</a>`;
