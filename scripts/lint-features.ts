import { readFileSync } from 'node:fs';
import { AstBuilder, GherkinClassicTokenMatcher, Parser } from '@cucumber/gherkin';
import { type Background, type Feature, IdGenerator, type Scenario, type Tag } from '@cucumber/messages';
import { parse } from 'yaml';
import { filesBelow } from './files.ts';

/**
 * Checks what a feature file promises its readers: small files, short scenarios, unique names, nothing parked
 * with @wip, and for each scenario the clause of the contract (or our own numbered reading) that it would catch.
 */

const FEATURES = 'features';
const CATALOGUE = 'docs/contract/clauses.yaml';
const LIMITS = { scenarios: [1, 12], wanted: [5, 8], backgroundSteps: 3, scenarioSteps: 12 } as const;
const PARKED = ['@wip', '@skip', '@todo', '@ignore', '@pending'];

/** Something wrong with a feature file. A warning is printed and does not fail the run. */
export interface Finding {
  readonly line: number;
  readonly message: string;
  readonly warning?: true;
}

/** All findings of one feature file, given its text and the ids of the catalogue. */
export function lintFeature(text: string, clauses: ReadonlySet<string>): Finding[] {
  const builder = new AstBuilder(IdGenerator.incrementing());
  let feature: Feature | undefined;
  try {
    feature = new Parser(builder, new GherkinClassicTokenMatcher()).parse(text).feature;
  } catch (error) {
    return [{ line: 1, message: error instanceof Error ? error.message : String(error) }];
  }
  if (!feature) return [{ line: 1, message: 'holds no feature' }];
  const parts = partsOf(feature);
  return [
    ...parts.backgrounds.flatMap(lintBackground),
    ...parts.scenarios.flatMap(({ scenario, tags }) => lintScenario(scenario, tags, clauses)),
    ...lintCount(feature, parts.scenarios.length),
    ...lintNames(parts.scenarios.map(({ scenario }) => scenario)),
  ];
}

interface Parts {
  readonly backgrounds: Background[];
  readonly scenarios: { readonly scenario: Scenario; readonly tags: readonly Tag[] }[];
}

/** Backgrounds and scenarios, those of rules included, each scenario with the tags it inherits. */
function partsOf(feature: Feature): Parts {
  const parts: Parts = { backgrounds: [], scenarios: [] };
  const take = (child: { background?: Background; scenario?: Scenario }, tags: readonly Tag[]): void => {
    if (child.background) parts.backgrounds.push(child.background);
    if (child.scenario) parts.scenarios.push({ scenario: child.scenario, tags: [...tags, ...child.scenario.tags] });
  };
  for (const child of feature.children) {
    take(child, feature.tags);
    for (const inner of child.rule?.children ?? []) take(inner, [...feature.tags, ...(child.rule?.tags ?? [])]);
  }
  return parts;
}

function lintBackground(background: Background): Finding[] {
  const { length } = background.steps;
  if (length <= LIMITS.backgroundSteps) return [];
  const message = `background has ${length} steps, at most ${LIMITS.backgroundSteps} are read before a scenario`;
  return [{ line: background.location.line, message }];
}

function lintScenario(scenario: Scenario, tags: readonly Tag[], clauses: ReadonlySet<string>): Finding[] {
  const { line } = scenario.location;
  const findings: Finding[] = [];
  const add = (message: string): void => void findings.push({ line, message: `"${scenario.name}" ${message}` });
  if (scenario.name === '') findings.push({ line, message: 'a scenario has no name' });
  if (scenario.steps.length === 0) add('has no steps');
  if (scenario.steps.length > LIMITS.scenarioSteps) {
    add(`has ${scenario.steps.length} steps, at most ${LIMITS.scenarioSteps} are allowed`);
  }
  const groups = tagGroups(scenario, tags);
  if (groups.length === 0) add('is an outline without examples, so it never runs');
  for (const group of groups) {
    for (const tag of group.filter((name) => PARKED.includes(name))) add(`is parked with ${tag}`);
    for (const id of clauseIds(group)) if (!clauses.has(id)) add(`cites ${id}, which ${CATALOGUE} does not hold`);
    const assumed = group.includes('@assumed') && group.some((name) => /^@R-\d{2}$/.test(name));
    if (clauseIds(group).length === 0 && !assumed) add('cites neither a @clause: nor @assumed with its @R-nn');
  }
  return findings;
}

/** The tags each run of a scenario carries: one group, or one for each Examples block. */
function tagGroups(scenario: Scenario, tags: readonly Tag[]): string[][] {
  const own = tags.map((tag) => tag.name);
  const isOutline = scenario.keyword === 'Scenario Outline' || scenario.keyword === 'Scenario Template';
  if (!isOutline && scenario.examples.length === 0) return [own];
  return scenario.examples.map((examples) => [...own, ...examples.tags.map((tag) => tag.name)]);
}

const clauseIds = (names: readonly string[]): string[] =>
  names.filter((name) => name.startsWith('@clause:')).map((name) => name.slice('@clause:'.length));

function lintCount(feature: Feature, count: number): Finding[] {
  const { line } = feature.location;
  const [least, most] = LIMITS.scenarios;
  const [wantedLeast, wantedMost] = LIMITS.wanted;
  if (count < least || count > most) return [{ line, message: `${count} scenarios, ${least} to ${most} fit one file` }];
  if (count >= wantedLeast && count <= wantedMost) return [];
  return [{ line, message: `${count} scenarios, ${wantedLeast} to ${wantedMost} are wanted`, warning: true }];
}

function lintNames(scenarios: readonly Scenario[]): Finding[] {
  const seen = new Set<string>();
  return scenarios.flatMap(({ name, location }) => {
    if (seen.has(name)) return [{ line: location.line, message: `"${name}" names two scenarios of this file` }];
    seen.add(name);
    return [];
  });
}

/** Ids of the catalogue; a catalogue that repeats one is itself refused. */
export function clauseCatalogue(text: string): Set<string> {
  const ids = (parse(text) as readonly { readonly id: string }[]).map((clause) => clause.id);
  const unique = new Set(ids);
  if (unique.size !== ids.length) throw new Error(`${CATALOGUE} repeats an id`);
  return unique;
}

function main(): number {
  const clauses = clauseCatalogue(readFileSync(CATALOGUE, 'utf8'));
  const files = filesBelow(FEATURES, '.feature');
  let errors = 0;
  for (const file of files) {
    for (const finding of lintFeature(readFileSync(file, 'utf8'), clauses)) {
      console.log(`${file}:${finding.line} ${finding.warning ? 'warning: ' : ''}${finding.message}`);
      if (!finding.warning) errors += 1;
    }
  }
  console.log(`${files.length} feature files, ${clauses.size} clauses, ${errors} errors`);
  return errors === 0 ? 0 : 1;
}

if (import.meta.filename === process.argv[1]) process.exitCode = main();
