import { counted, duration, gain, grouped, moment, percent, plural, rounded, span } from '../../../kernel/words.ts';
import type { AccountResult, ExpectationResult, RunResult, Statistics } from '../../../scenarios/run-result.ts';
import { htmlDocument, pageAssets, pageHead } from '../shared/document.ts';
import { commandBox, escapeHtml, type Fact, factList, jsonForScript, mark } from '../shared/parts.ts';
import { ELEMENT } from './page-data.ts';
import { pnlExtent, type PnlStep, pnlSteps, type Source, SOURCES } from './view/pnl-steps.ts';
import { commandOf, LOOK_OF_VERDICT, MODE_SHOWN, placeOfCommand, VERDICT_SHOWN } from './words.ts';

/**
 * Returns the report of a run as one HTML file that needs nothing else: no network, no other file. Verdict, expectations,
 * figures and PnL can be read without scripts. The result itself is in the file, as JSON in the element `run`.
 */
export function runReportHtml(result: RunResult): string {
  const { style, script } = pageAssets('run');
  const fills = result.accounts.reduce((sum, account) => sum + account.fills.length, 0);
  return htmlDocument({
    title: `${VERDICT_SHOWN[result.verdict].label}: ${result.scenario.title}`,
    style,
    script,
    body: `${pageHead('Run report', [
      ['summary', 'Summary'],
      ['accounts', 'Accounts'],
      [ELEMENT.charts, 'Charts'],
      [ELEMENT.events, 'Events', result.events.length],
      [ELEMENT.fills, 'Fills', fills],
    ])}
<main id="main" tabindex="-1">
<section id="summary" aria-label="Summary">
${summarySection(result)}
</section>
<section id="accounts" aria-labelledby="accounts-heading">
${accountSection(result.accounts)}
</section>
${SCRIPTED.map(([id, heading]) => `<section id="${id}" aria-labelledby="${id}-heading"><h2 id="${id}-heading">${heading}</h2><div id="${id}-content"></div><noscript><p>This part needs scripts. The summary and the accounts above do not.</p></noscript></section>`).join('\n')}
</main>
<footer><p>Made by perpsim from the result of the run ${escapeHtml(result.scenario.name)}. All times are exchange times in UTC.</p></footer>
<script type="application/json" id="${ELEMENT.run}">${jsonForScript(result)}</script>`,
  });
}

const SCRIPTED = [
  [ELEMENT.charts, 'Charts'],
  [ELEMENT.events, 'Events'],
  [ELEMENT.fills, 'Fills'],
] as const;

/** The first part of the page: verdict, expectations, what was run, and whether it repeats. */
const summarySection = (result: RunResult): string =>
  [
    banner(result),
    '<h2>Expectations</h2>',
    expectationTable(result.expectations),
    '<h2>What was run</h2>',
    factList(factsOf(result)),
    `<p>Run it again.${escapeHtml(placeOfCommand(result.scenario.name))}</p>${commandBox(commandOf(result))}`,
  ].join('\n');

function banner(result: RunResult): string {
  const { verdict, scenario, mode, startTime, endTime } = result;
  const { label, mark: sign } = VERDICT_SHOWN[verdict];
  const { label: modeLabel, means } = MODE_SHOWN[mode];
  const look = LOOK_OF_VERDICT[verdict];
  return `<div class="banner ${look}">
<p class="conclusion">${mark(look, sign)}<strong>${label}</strong> <span class="target">${escapeHtml(scenario.title)}</span></p>
<p>${expectationSentence(result)} ${span(endTime - startTime)} of exchange time${result.measured.elapsedMs > 0 ? ` in ${duration(result.measured.elapsedMs)}` : ''}.</p>
<ul class="claims">
<li><b>${modeLabel}.</b> ${means}</li>
<li>${digestClaim(result)}</li>
</ul>
</div>`;
}

function expectationSentence({ expectations, verdict }: RunResult): string {
  const failed = expectations.filter(({ passed }) => !passed).length;
  if (expectations.length === 0) {
    return verdict === 'failed'
      ? 'An entry of the timeline or the bot failed; see the events.'
      : 'The scenario expects nothing.';
  }
  if (failed > 0) {
    return expectations.length === 1
      ? 'The expectation failed.'
      : `${counted(failed)} of ${plural(expectations.length, 'expectation')} failed.`;
  }
  const all =
    expectations.length === 1 ? 'The expectation holds.' : `All ${counted(expectations.length)} expectations hold.`;
  return verdict === 'failed' ? `${all} An entry of the timeline or the bot failed; see the events.` : all;
}

function digestClaim({ digest, expectedDigest }: RunResult): string {
  if (expectedDigest === null)
    return `${mark('skipped', '–')}<b>Digest not compared.</b> There is no digest of this seed and these overrides.`;
  return digest === expectedDigest
    ? `${mark('passed', '✓')}<b>Digest matches</b> the one of digest.txt.`
    : `${mark('failed', '✕')}<b>Digest differs</b> from the one of digest.txt, ${code(expectedDigest)}.`;
}

const code = (text: string): string => `<code>${escapeHtml(text)}</code>`;

function expectationTable(expectations: readonly ExpectationResult[]): string {
  if (expectations.length === 0) return '<p class="calm">None. The file expect.yaml of a scenario states them.</p>';
  const rows = expectations.map(({ time, line, sentence, passed, message }) => {
    const look = passed ? 'passed' : 'failed';
    const found = message === '' ? '' : `<pre class="error">${escapeHtml(message)}</pre>`;
    return `<tr><td class="verdict">${mark(look, passed ? '✓' : '✕')}<span class="unseen">${look}</span></td><td class="moment"><a href="#t=${time}">${moment(time)}</a></td><th scope="row">${escapeHtml(sentence)}${found}</th><td class="number" data-label="line of expect.yaml">${line}</td></tr>`;
  });
  return `<table class="expectations"><caption class="unseen">Expectations and whether they hold</caption><thead><tr><th scope="col"><span class="unseen">Verdict</span></th><th scope="col">Time (UTC)</th><th scope="col">Expectation</th><th scope="col" class="number">Line</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function factsOf(result: RunResult): Fact[] {
  const { scenario, seed, overrides, world, startTime, endTime, measured } = result;
  const set = Object.entries(overrides).map(([path, value]) => `${path} = ${value}`);
  return [
    ['Scenario', scenario.name],
    ['World', world],
    ['Seed', seed],
    ['Overrides', set.length === 0 ? 'none' : set.join(', ')],
    ['From', `${moment(startTime)} UTC`],
    ['To', `${moment(endTime)} UTC`],
    ['Inputs', counted(result.inputs)],
    ['Events of the exchange', counted(result.eventCount)],
    [
      'Took',
      measured.elapsedMs > 0 ? `${duration(measured.elapsedMs)}, ${rounded(measured.speed, 0)} times real time` : null,
    ],
    ['Digest', result.digest],
  ];
}

/** PnL by source and statistics of every account. Both can be read without scripts. */
function accountSection(accounts: readonly AccountResult[]): string {
  const heading = '<h2 id="accounts-heading">Accounts</h2>';
  if (accounts.length === 0) return `${heading}<p class="calm">The scenario has no accounts.</p>`;
  return `${heading}<h3>PnL by source</h3>${pnlTable(accounts)}<h3>Statistics</h3>${tiles(accounts)}`;
}

const SOURCE_LABEL: Readonly<Record<Source, string>> = {
  price: 'Price',
  fees: 'Fees',
  funding: 'Funding',
  liquidation: 'Liquidation',
};

/** Exact figures, so that the sources of a row add up to its total. */
function pnlTable(accounts: readonly AccountResult[]): string {
  const extent = pnlExtent(accounts.map(({ pnl }) => pnl));
  const rows = accounts.map((account) => {
    const figures = SOURCES.map((source) => amountCell(account.pnl[source], SOURCE_LABEL[source], 'source'));
    return `<tr><th scope="row">${nameOf(account)}</th><td class="wide">${waterfall(pnlSteps(account.pnl), extent)}</td>${figures.join('')}${amountCell(account.pnl.total, 'total', 'total')}</tr>`;
  });
  const heads = SOURCES.map(
    (source) =>
      `<th scope="col" class="number"><span class="swatch ${source}" aria-hidden="true"></span>${SOURCE_LABEL[source]}</th>`,
  );
  return `<table class="pnl cards"><caption class="unseen">PnL by source. The sources of an account add up to its total.</caption><thead><tr><th scope="col">Account</th><td class="wide"></td>${heads.join('')}<th scope="col" class="number">= Total</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

const signOf = (text: string): string => (text.startsWith('-') ? 'loss' : /[1-9]/.test(text) ? 'gain' : 'none');

const amountCell = (text: string, label: string, kind: string): string =>
  `<td class="number ${kind} ${signOf(text)}" data-label="${label.toLowerCase()}">${signOf(text) === 'gain' ? '+' : ''}${grouped(text)}</td>`;

const nameOf = ({ name, isStrategy }: AccountResult): string =>
  `${escapeHtml(name)}${isStrategy ? ' <span class="badge">strategy</span>' : ''}`;

const WIDTH = 1_000;
const HEIGHT = 22;
/** The least width of a bar that is not zero. */
const LEAST = 4;

/** Bars that begin where the one before ends, and a line at zero. The figures are beside it. */
function waterfall(steps: readonly PnlStep[], [low, high]: readonly [number, number]): string {
  const xOf = (value: number): number => Math.round(((value - low) / (high - low || 1)) * WIDTH);
  const bars = steps.map(({ source, from, to }, place) => {
    const x = Math.min(xOf(from), xOf(to));
    const width = from === to ? 0 : Math.max(LEAST, Math.abs(xOf(to) - xOf(from)));
    return `<rect class="${source}" x="${Math.min(x, WIDTH - width)}" y="${place * 4 + 1}" width="${width}" height="4"><title>${SOURCE_LABEL[source]} ${gain(to - from)}</title></rect>`;
  });
  const total = xOf(steps.at(-1)?.to ?? 0);
  const zero = xOf(0);
  return `<svg class="waterfall" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">${bars.join('')}<rect class="sum" x="${Math.min(zero, total)}" y="18" width="${Math.max(LEAST, Math.abs(total - zero))}" height="3"/><line x1="${zero}" x2="${zero}" y1="0" y2="${HEIGHT}"/></svg>`;
}

/** A group of tiles for each account; the script shows one at a time. */
const tiles = (accounts: readonly AccountResult[]): string =>
  accounts
    .map(
      (account) =>
        `<div class="tiles-of" data-account="${escapeHtml(account.name)}"><h4>${nameOf(account)} <span class="where">subaccount ${escapeHtml(account.subAccountId)}</span></h4><dl class="tiles">${tilesOf(account).map(tile).join('')}</dl></div>`,
    )
    .join('');

interface Tile {
  readonly label: string;
  readonly value: string;
  readonly about?: string;
  readonly look?: string;
}

const tile = ({ label, value, about = '', look = '' }: Tile): string =>
  `<div class="tile"><dt>${label}</dt><dd class="${look}">${value}${about === '' ? '' : `<small>${about}</small>`}</dd></div>`;

/** A figure that has no meaning in a run, such as a ratio without fills. */
const NONE = '–';
const known = (value: number | null, shown: (value: number) => string): string =>
  value === null ? NONE : shown(value);

function tilesOf({ statistics, liquidations }: AccountResult): Tile[] {
  const pnl = Number(statistics.pnl);
  return [
    { label: 'PnL', value: gain(pnl), look: signOf(statistics.pnl) },
    {
      label: 'Drawdown',
      value: rounded(Number(statistics.drawdown)),
      about: `${percent(statistics.drawdownShare, 2)} of the peak`,
    },
    { label: 'Sharpe', value: known(statistics.sharpe, rounded), about: 'annualized' },
    { label: 'Sortino', value: known(statistics.sortino, rounded), about: 'annualized' },
    {
      label: 'Turnover',
      value: `${rounded(statistics.turnover)} ×`,
      about: `${rounded(Number(statistics.notional), 0)} traded`,
    },
    { label: 'Fills', value: counted(statistics.fills), about: `${counted(statistics.orders)} orders` },
    { label: 'Fill ratio', value: known(statistics.fillRatio, percent), about: 'of placed quantity' },
    { label: 'Maker share', value: known(statistics.makerShare, percent) },
    { label: 'Queue position', value: known(statistics.queuePosition, percent), about: 'of the level stood before' },
    adverse(statistics),
    { label: 'Liquidations', value: counted(liquidations), look: liquidations > 0 ? 'loss' : '' },
  ];
}

const adverse = ({ adverseSelection: { after1s, after10s, after60s } }: Statistics): Tile => ({
  label: 'Adverse selection',
  value: known(after10s, (value) => `${gain(value)} bp`),
  about: `after 10 s; ${known(after1s, gain)} after 1 s, ${known(after60s, gain)} after 60 s`,
});
