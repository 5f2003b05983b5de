import type { Feature, Rule, Scenario } from '@cucumber/messages';
import type { Finding, Parts } from './parts.ts';

/**
 * Titles must be complete statements, because a report lists them without their file. A rule of a machine sees only a part
 * of that: a verb, enough words, a subject at the beginning, and in an outline the value that differs between its rows.
 */

const WORDS_MIN = 4;

/** Words in place of a subject: prepositions, conjunctions, and pronouns for something named in another title. */
const NO_SUBJECT = new Set(
  'about above after and as because before below beside beyond but by during for from if in into it its of on or over she so than that then they their there through to under until what when where which while who whoever with without'.split(
    ' ',
  ),
);

/** Beginnings that are a subject all the same: "of two shorts the older one ...", "without tokens a route ...". */
const LEADS_TO_SUBJECT = /^(above|after|at|before|below|for|in|of|under|with|without|while|what|there) .+ /;

/** Verbs that titles use. A new verb is added here; a title without any is no statement. */
const VERBS = new Set(
  [
    'is are was were has have had may can cannot could must needs need does do',
    'accept accepts act acts add adds agree agrees allow allows appear appears applies apply arrive arrives attaches authorizes',
    'back backs become becomes begin begins belong belongs buy buys call calls cancel cancels cap caps carries carry change changes',
    'charge charges checks chooses close closes come comes compare contain contains cost costs count counts cover covers cut cuts',
    'decide decides defines deliver delivers depend depends detect detects differ drop drops end ends enter enters equals exceed exchanges',
    'exclude excludes expire expires fail fails fill fills filters find finds fire fires fit fits follow follows form forms frees',
    'get gets give gives go goes grant grants handle handles hold holds ignore ignores include includes join joins keep keeps',
    'leave leaves lasts lets lie lies limit limits link links liquidates list lists lose loses lower lowers mark marks matches',
    'mean means measures meet meets modifies modify move moves multiplies names narrow narrows numbers open opens overlaps',
    'pass passes pay pays place places postpones publishes put puts quote quotes raise raises rank ranks read reads rebuild rebuilds',
    'receive receives reduce reduces refill refills refuse refuses reject rejects rely remain remains remove removes renames repeat',
    'repeats replace replaces report reports require requires reserve reserves respond responds rest rests return returns rises',
    'round rounds say says select selects sell sells send sends serve serves set sets settle settles share shares show shows sign',
    'signs smooth spans split splits stand stands start starts state states stay stays stop stops store stores subtracts succeed',
    'succeeds sum sums survives switch switches take takes trade trades transfer transfers try tries update updates use uses',
    'value values vary verifies wait waits want wants watch watches win wins withdraw withdraws work works',
  ]
    .join(' ')
    .split(' '),
);

/** Words that titles do not use: a response responds, an event is sent, and an account has a name. */
const RETIRED =
  /\b(told|tells|tell|hears?|heard|nobody|whoever|somebody|anybody|answers?|answered|dear|witness|victim|judged|desk)\b/;

/** Findings of every title of a feature file. */
export function lintTitles({ feature, scenarios }: Parts): Finding[] {
  const rules = feature.children.flatMap(({ rule }) => rule ?? []);
  return [
    ...[feature, ...rules].flatMap((one) => lintStatement(one)),
    ...scenarios.flatMap(({ scenario }) => [
      ...lintStatement(scenario),
      ...lintLength(scenario),
      ...lintOutline(scenario),
    ]),
  ].toSorted((a, b) => a.line - b.line);
}

function lintStatement({ name, location: { line } }: Feature | Rule | Scenario): Finding[] {
  const words = wordsOf(name);
  const [first = ''] = words;
  const finding = (problem: string): Finding => ({ line, message: `"${name}" ${problem}` });
  const retired = RETIRED.exec(name)?.[0];
  if (retired !== undefined) return [finding(`uses the word "${retired}", which says less than the word of the field`)];
  if (!words.some((word) => VERBS.has(word.toLowerCase()))) {
    return [finding('has no verb that scripts/gherkin/titles.ts knows, so it may be no statement')];
  }
  if (NO_SUBJECT.has(first.toLowerCase()) && !LEADS_TO_SUBJECT.test(name)) {
    return [finding(`begins with "${first}", so its subject is not in it`)];
  }
  return [];
}

function lintLength({ name, location: { line } }: Scenario): Finding[] {
  const { length } = wordsOf(name);
  if (length >= WORDS_MIN) return [];
  return [{ line, message: `"${name}" has ${length} words, a statement has at least ${WORDS_MIN}` }];
}

/** The rows of an outline have names of their own in a report. */
function lintOutline({ name, examples, location: { line } }: Scenario): Finding[] {
  const rows = examples.reduce((sum, { tableBody }) => sum + tableBody.length, 0);
  if (rows < 2 || /<[^>]+>/.test(name)) return [];
  return [{ line, message: `"${name}" has ${rows} rows and names none of their columns` }];
}

/** A placeholder is one word, whatever its column is called. */
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/<[^>]+>/g, '<>')
    .split(/\s+/)
    .filter((word) => word !== '');
