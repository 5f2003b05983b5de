import { escapeHtml } from '../shared/escape.ts';
import { commandBox, type Fact, factList, mark } from '../shared/parts.ts';
import { counted, duration, moment, plural, rounded, span } from '../../../kernel/words.ts';
import type { ExpectationResult, RunResult } from '../../../scenarios/run-result.ts';
import { commandOf, LOOK_OF_VERDICT, MODE_SHOWN, placeOfCommand, VERDICT_SHOWN } from './words.ts';

/** The first part of the page: verdict, expectations, what was run, and whether it repeats. */
export const summarySection = (result: RunResult): string =>
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
