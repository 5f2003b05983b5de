import type { ScenarioResult } from '../../../suite/results/run.ts';
import { briefOf } from '../../../suite/reporters/brief.ts';
import { escapeHtml } from '../shared/escape.ts';
import { mark } from '../shared/parts.ts';
import { linkTo } from './link-to.ts';
import { reproduce } from '../../../suite/reporters/reproduce.ts';
import { FAILED } from '../../../suite/reporters/summary.ts';
import { plural } from '../../../kernel/words.ts';
import { VERDICT_SHOWN } from '../../../suite/reporters/words.ts';

/** Limits that keep the page small when everything fails. */
const MOST = 100;
const LONGEST_ERROR = 4_000;

/** The failures with their errors, readable without scripts. The script adds steps and messages when one is opened. */
export function failureSection(scenarios: readonly ScenarioResult[], command: string): string {
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
  return `<h2 id="failures">Failures <span class="count">${failed.length}</span></h2>${more}${failed.length > 1 ? again : ''}<div class="failures">${items.join('\n')}</div>`;
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
<div class="body">${verdict === 'unexpected-pass' ? '<p>It passed, although the list of known failures names it.</p>' : ''}${text === '' ? '' : `<pre class="error">${escapeHtml(text)}</pre>`}
<p>Run it again:</p><pre class="command">${escapeHtml(reproduce(command, scenario))}</pre></div>
</details>`;
}
