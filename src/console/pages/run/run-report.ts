import { htmlDocument } from '../shared/document.ts';
import { escapeHtml, jsonForScript } from '../shared/escape.ts';
import { pageAssets } from '../shared/page-assets.ts';
import { counted } from '../../../kernel/words.ts';
import type { RunResult } from '../../../scenarios/run-result.ts';
import { accountSection } from './account-section.ts';
import { ELEMENT } from './page-data.ts';
import { summarySection } from './summary-section.ts';
import { VERDICT_SHOWN } from './words.ts';

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
    body: `<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<h1>Run report</h1>
<nav aria-label="Parts">
<a href="#summary">Summary</a>
<a href="#accounts">Accounts</a>
<a href="#${ELEMENT.charts}">Charts</a>
<a href="#${ELEMENT.events}">Events <span class="count">${counted(result.events.length)}</span></a>
<a href="#${ELEMENT.fills}">Fills <span class="count">${counted(fills)}</span></a>
</nav>
</header>
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
