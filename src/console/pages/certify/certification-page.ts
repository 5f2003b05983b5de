import { counted, duration } from '../../../kernel/words.ts';
import type { Certification, DrillResult, DrillVerdict } from '../../../scenarios/drills/certify.ts';
import { type ShrunkDrill, shrunkText } from '../../../scenarios/drills/shrink-drill.ts';
import { htmlDocument, pageAssets, pageHead } from '../shared/document.ts';
import { bar, commandBox, escapeHtml, type Fact, factList, mark } from '../shared/parts.ts';

/** How a verdict looks: class, sign and label. */
const LOOKS: Readonly<Record<DrillVerdict, readonly [look: string, sign: string, label: string]>> = {
  fail: ['failed', '✕', 'failed'],
  inconclusive: ['incomplete', '!', 'inconclusive'],
  'not applicable': ['none', '–', 'not applicable'],
  pass: ['passed', '✓', 'passed'],
};
const ORDER: readonly DrillVerdict[] = ['fail', 'inconclusive', 'pass', 'not applicable'];

const CONCLUSION: Readonly<Record<Certification['verdict'], readonly [look: string, sign: string, text: string]>> = {
  passed: ['passed', '✓', 'The bot passed every drill that applies to it'],
  failed: ['failed', '✕', 'The bot failed'],
  inconclusive: ['incomplete', '!', 'Nothing is proved for the whole'],
};

/**
 * Returns the report of a certification as one HTML file that needs nothing else and runs nothing.
 *
 * @param before - the result of an earlier run, to compare with
 */
export function certificationHtml(result: Certification, before: Certification | null): string {
  const { drills } = result;
  const failed = drills.filter(({ verdict }) => verdict === 'fail');
  const [, , conclusion] = CONCLUSION[result.verdict];
  return htmlDocument({
    title: `${conclusion}: ${result.bot}`,
    style: pageAssets('run').style,
    body: `${pageHead('Certification of a bot', [
      ['summary', 'Summary'],
      ['drills', 'Drills', drills.length],
      ['failures', 'Failures', failed.length],
    ])}
<main id="main" tabindex="-1">
<section id="summary" aria-label="Summary">
${summary(result, before)}
</section>
<section id="drills" aria-labelledby="drills-heading"><h2 id="drills-heading">Drills</h2>
${drillTable(drills)}
</section>
<section id="failures" aria-labelledby="failures-heading"><h2 id="failures-heading">Failures</h2>
${failed.length === 0 ? '<p>No drill failed.</p>' : failed.map(failureSection).join('\n')}
</section>
</main>
<footer><p>Made by perpsim certify. Times are exchange times after the start of a drill.</p></footer>`,
  });
}

function summary(result: Certification, before: Certification | null): string {
  const { drills, bot, verdict, elapsedMs } = result;
  const [look, sign, text] = CONCLUSION[verdict];
  const shares = ORDER.map((each) => {
    const [own, mark_, label] = LOOKS[each];
    return { look: own, sign: mark_, label, count: drills.filter((drill) => drill.verdict === each).length };
  });
  return `<div class="banner ${look}">
<p class="conclusion">${mark(look, sign)}<strong>${text}</strong> <span class="target">${escapeHtml(bot)}</span></p>
<p>${counted(drills.length)} runs of drills in ${duration(elapsedMs)}.</p>
${bar(shares)}
<ul class="counts" aria-label="Drills by verdict">${shares
    .filter(({ count }) => count > 0)
    .map(
      ({ look: own, sign: signOf, label, count }) => `<li>${mark(own, signOf)}<b>${counted(count)}</b> ${label}</li>`,
    )
    .join('')}</ul>
</div>
${brokenList(drills)}
<h2>What the bot says of itself</h2>
${result.isLearned ? '<p>It said nothing: these limits were learned in a calm run.</p>' : ''}
${factList(statementFacts(result))}
${before ? comparison(result, before) : ''}`;
}

/** Each invariant that did not hold, with the number of drills in which that was so: what to mend first stands first. */
function brokenList(drills: readonly DrillResult[]): string {
  const counts = new Map<string, Set<string>>();
  for (const { name, invariants } of drills) {
    for (const { title, violations } of invariants) {
      if (violations.length > 0) counts.set(title, (counts.get(title) ?? new Set()).add(name));
    }
  }
  if (counts.size === 0) return '';
  const rows = [...counts]
    .sort(([, a], [, b]) => b.size - a.size)
    .map(([title, names]) => `<li><b>${escapeHtml(title)}</b>: not in ${[...names].map(linkTo).join(', ')}</li>`);
  return `<h2>What did not hold</h2><ul>${rows.join('')}</ul>`;
}

const idOf = (name: string): string => `drill-${name.replaceAll(/[^a-z0-9]+/gi, '-')}`;
const linkTo = (name: string): string => `<a href="#${idOf(name)}">${escapeHtml(name)}</a>`;

function statementFacts({ statement, seeds, mode }: Certification): readonly Fact[] {
  const { symbols, maxOpenOrders, maxPosition, cancelWithin, staleAfter, healWithin } = statement;
  return [
    ['Markets', symbols.join(', ')],
    ['Open orders at most', String(maxOpenOrders)],
    [
      'Position at most',
      Object.entries(maxPosition)
        .map(([symbol, most]) => `${most} ${symbol}`)
        .join(', '),
    ],
    ['Cancels within', `${cancelWithin} ms`],
    ['Data at most', `${staleAfter} ms old`],
    ['Heals within', `${healWithin} ms`],
    ['Requests a second at most', String(statement.maxRequestsPerSecond)],
    ['Seeds', seeds.join(', ')],
    ['Clock', mode === 'lockstep' ? 'lockstep: a run repeats' : 'moves by itself: a run may differ'],
  ];
}

function comparison(result: Certification, before: Certification): string {
  const rows = result.drills.flatMap(({ name, seed, verdict }) => {
    const was = before.drills.find((drill) => drill.name === name && drill.seed === seed)?.verdict;
    return was === undefined || was === verdict
      ? []
      : [`<li>${linkTo(name)}, seed ${escapeHtml(seed)}: ${LOOKS[was][2]} before, ${LOOKS[verdict][2]} now</li>`];
  });
  return `<h2>Against the run before</h2>${rows.length === 0 ? '<p>No verdict differs.</p>' : `<ul>${rows.join('')}</ul>`}`;
}

function drillTable(drills: readonly DrillResult[]): string {
  const rows = ORDER.flatMap((verdict) => drills.filter((drill) => drill.verdict === verdict)).map((drill) => {
    const [look, sign, label] = LOOKS[drill.verdict];
    const { requests, tokens, fills, lost, healedAfterMs } = drill.figures;
    const name = drill.verdict === 'fail' ? linkTo(drill.name) : escapeHtml(drill.name);
    const healed = healedAfterMs === null ? '' : seconds(healedAfterMs);
    const cells = [
      `<td>${mark(look, sign)} ${label}</td><th scope="row">${name}</th><td class="wide">${escapeHtml(drill.title)}</td>`,
      ...[
        ['(seed)', escapeHtml(drill.seed)],
        ['requests', counted(requests)],
        ['tokens', counted(tokens)],
        ['lost', counted(lost)],
        ['to heal', healed],
        ['fills', counted(fills)],
      ].map(([label, text = '']) => `<td class="number"${text === '' ? '' : ` data-label="${label}"`}>${text}</td>`),
      `<td class="wide">${escapeHtml(drill.reason)}</td>`,
    ];
    return `<tr>${cells.join('')}</tr>`;
  });
  const numbers = ['Seed', 'Requests', 'Tokens', 'Lost', 'Healed after', 'Fills'];
  const head = [
    ...['Verdict', 'Drill', 'What happens'].map((text) => `<th scope="col">${text}</th>`),
    ...numbers.map((text) => `<th scope="col" class="number">${text}</th>`),
    '<th scope="col">Why</th>',
  ];
  return `<table class="cards drills"><thead><tr>${head.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function failureSection(drill: DrillResult, place: number, all: readonly DrillResult[]): string {
  const isFirst = all.findIndex(({ name }) => name === drill.name) === place;
  const { name, title, seed, timeline, trace, command, figures, shrunk } = drill;
  const refusals = Object.entries(figures.refusals).map(([code, count]) => `${count} ${code}`);
  return `<article${isFirst ? ` id="${idOf(name)}"` : ''}>
<h3>${escapeHtml(name)}, seed ${escapeHtml(seed)}</h3>
<p>${escapeHtml(title)}.</p>
<p>Show it again:</p>${commandBox(command)}
${shrunk ? shrunkPart(shrunk) : ''}
${factList([
  ['Refusals', refusals.join(', ') || 'none'],
  ['Responses lost', String(figures.lost)],
  ['Requests a second at most', String(figures.requestsPerSecondMax)],
  ['Requests a second while nothing happens', String(figures.idleRequestsPerSecond)],
  ['Tokens a second at most', String(figures.tokensPerSecondMax)],
  ['Open orders at most', String(figures.openOrdersMax)],
  ['Position at most', figures.positionMax],
])}
<h4>What happened</h4>
<ol class="events">${timeline.map(({ at, text, isViolation }) => `<li>${seconds(at)} ${isViolation ? `<strong>${mark('failed', '✕')} ${escapeHtml(text)}</strong>` : escapeHtml(text)}</li>`).join('')}</ol>
<details><summary>Requests around the first failure</summary>
<div class="scroller"><table><thead><tr><th scope="col">After</th><th scope="col">Action</th><th scope="col">Sent</th><th scope="col">Got</th></tr></thead><tbody>${trace
    .map(
      ({ at, action, sent, got }) =>
        `<tr><td class="number">${seconds(at)}</td><td>${escapeHtml(action)}</td><td><code>${escapeHtml(sent)}</code></td><td><code>${escapeHtml(got)}</code></td></tr>`,
    )
    .join('')}</tbody></table></div></details>
</article>`;
}

/** The shortest script that still fails, to read and to copy. */
const shrunkPart = (
  shrunk: ShrunkDrill,
): string => `<details open><summary>The shortest script that still fails</summary>
<p>It was ${escapeHtml(shrunkText(shrunk))}. In it: ${escapeHtml(shrunk.violation)}.</p>
<pre tabindex="0"><code>${escapeHtml(shrunk.script)}</code></pre></details>`;

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(3)} s`;
