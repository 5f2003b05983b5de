import { createHash } from 'node:crypto';
import type { Run } from '../../results/run.ts';
import type { ReportCoverage } from './clauses.ts';
import { escapeHtml, jsonForScript } from './escape.ts';
import { failureSection } from './failure-section.ts';
import { pack } from './pack.ts';
import { type PageAssets, pageAssets } from './page-assets.ts';
import { ELEMENT, type PageTrace } from './page-data.ts';
import { summarySection } from './summary-section.ts';
import { summaryOf } from './summary.ts';
import { CONCLUSION_SHOWN, counted } from './words.ts';

/**
 * Returns a run as one HTML file that loads nothing, from the network or from another file. Equal runs give equal pages.
 *
 * Its content security policy names its own script and style by their hashes. The browser runs nothing else, so that a text
 * of a target could not run even if it were not escaped.
 */
export function htmlReport(run: Run, coverage: ReportCoverage): string {
  const { data, traces } = pack(run, coverage);
  const assets = pageAssets();
  const summary = summaryOf(run);
  const title = `${CONCLUSION_SHOWN[summary.conclusion].label}: ${run.facts.target.name}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(assets)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
<style>${assets.style}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
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
${traces.map(traceElement).join('\n')}
<script>${assets.script}</script>
</body>
</html>
`;
}

const SCRIPTED = [
  ['scenarios', 'Scenarios'],
  ['clauses', 'Clauses of the contract'],
  ['transitions', 'Transitions'],
  ['actions', 'Actions'],
] as const;

const traceElement = ({ scenario, entries }: PageTrace): string =>
  `<script type="application/json" id="${ELEMENT.trace(scenario)}">${jsonForScript(entries)}</script>`;

const policy = ({ script, style }: PageAssets): string =>
  [
    `default-src 'none'`,
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    'img-src data:',
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;
