import { createHash } from 'node:crypto';
import type { Run } from '../../results/run.ts';
import type { ReportCoverage } from './clauses.ts';
import { escapeHtml, jsonForScript } from './escape.ts';
import { failureSection } from './failure-section.ts';
import { pack } from './pack.ts';
import { PAGE_SCRIPT, PAGE_STYLE } from './page-bundle.ts';
import { ELEMENT, type PageTrace } from './page-data.ts';
import { summarySection } from './summary-section.ts';
import { summaryOf } from './summary.ts';
import { CONCLUSION_SHOWN, counted } from './words.ts';

/**
 * A run as one HTML file that needs nothing else: no network, no other file. Equal runs give equal pages.
 *
 * The page may run its own script and style and nothing more; they are named to the browser by their hashes, so that no text
 * of a target could ever run, even if it were not escaped.
 */
export function htmlReport(run: Run, coverage: ReportCoverage): string {
  const { data, traces } = pack(run, coverage);
  const summary = summaryOf(run);
  const title = `${CONCLUSION_SHOWN[summary.conclusion].label}: ${run.facts.target.name}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
<style>${PAGE_STYLE}</style>
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
${SCRIPTED.map(([id, heading]) => `<section id="${id}" aria-labelledby="${id}-heading"><h2 id="${id}-heading">${heading}</h2><noscript><p>This part needs scripts. Summary and failures stand above.</p></noscript></section>`).join('\n')}
</main>
<footer><p>Made by perpsim ${escapeHtml(run.facts.suite.version)} from the messages of the run. A scenario that was skipped never counts as passed. <span class="keys">Keys: <kbd>/</kbd> search, <kbd>j</kbd> <kbd>k</kbd> next and previous, <kbd>Enter</kbd> open, <kbd>1</kbd> to <kbd>5</kbd> views.</span></p></footer>
<script type="application/json" id="${ELEMENT.data}">${jsonForScript(data)}</script>
${traces.map(traceElement).join('\n')}
<script>${PAGE_SCRIPT}</script>
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

const policy = (): string =>
  [
    `default-src 'none'`,
    `script-src '${hashOf(PAGE_SCRIPT)}'`,
    `style-src '${hashOf(PAGE_STYLE)}'`,
    'img-src data:',
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;
