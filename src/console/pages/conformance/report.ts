import type { Run } from '../../../suite/results/run.ts';
import type { ReportCoverage } from './clauses.ts';
import { htmlDocument } from '../shared/document.ts';
import { escapeHtml, jsonForScript } from '../shared/escape.ts';
import { failureSection } from './failure-section.ts';
import { pack } from './pack.ts';
import { pageAssets } from '../shared/page-assets.ts';
import { ELEMENT, type PageTrace } from './page-data.ts';
import { summarySection } from './summary-section.ts';
import { summaryOf } from '../../../suite/reporters/summary.ts';
import { counted } from '../../../kernel/words.ts';
import { CONCLUSION_SHOWN } from '../../../suite/reporters/words.ts';

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
    body: `<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<h1>Conformance report</h1>
<nav aria-label="Views">
<a href="#summary">Summary</a>
<a href="#scenarios">Scenarios <span class="count">${counted(run.scenarios.length)}</span></a>
<a href="#clauses">Clauses <span class="count">${counted(data.clauses.length)}</span></a>
<a href="#transitions">Transitions <span class="count">${counted(data.transitions.length)}</span></a>
<a href="#actions">Actions <span class="count">${counted(data.actions.length)}</span></a>
</nav>
</header>
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
