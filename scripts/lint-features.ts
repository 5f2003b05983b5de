import { existsSync, readFileSync } from 'node:fs';
import type { Background, Feature, Scenario } from '@cucumber/messages';
import { parse } from 'yaml';
import { CONTRACT_FILES, readTransitions } from '../src/suite/coverage/contract.ts';
import { filesBelow } from './files.ts';
import { Bodies } from './gherkin/bodies.ts';
import { Literals } from './gherkin/literals.ts';
import { lintAnyMarket, lintIncrements } from './gherkin/markets.ts';
import { type Finding, partsOf } from './gherkin/parts.ts';
import { lintStepOrder } from './gherkin/steps.ts';
import { type Known, lintCitations, lintTags } from './gherkin/tags.ts';
import { lintTitles } from './gherkin/titles.ts';

/**
 * Checks what a feature file promises its readers: small files, short scenarios whose steps come in order, unique names
 * and bodies, titles that are statements, tags of the glossary alone, nothing parked with @wip, and for each scenario the clause of the contract (or
 * our own numbered reading) that it would catch. What a clause promises word for word, a scenario that cites it states.
 */

const FEATURES = 'features';
const LIMITS = { scenarios: [1, 12], wanted: [5, 8], backgroundSteps: 3, scenarioSteps: 12 } as const;

/**
 * All findings of one feature file, in the order of its lines.
 *
 * @param bodies of the files before it
 */
export function lintFeature(text: string, known: Known, bodies = new Bodies(), file = 'this file'): Finding[] {
  const parts = partsOf(text);
  if ('message' in parts) return [parts];
  const scenarios = parts.scenarios.map(({ scenario }) => scenario);
  const findings = [
    ...parts.backgrounds.flatMap(lintBackground),
    ...scenarios.flatMap(lintScenario),
    ...lintTags(parts, known),
    ...lintCitations(parts),
    ...lintAnyMarket(parts),
    ...lintIncrements(parts),
    ...lintStepOrder(parts),
    ...lintCount(parts.feature, scenarios.length),
    ...lintNames(scenarios),
    ...bodies.lint(file, parts),
  ];
  return findings.sort((a, b) => a.line - b.line);
}

function lintBackground(background: Background): Finding[] {
  const { length } = background.steps;
  if (length <= LIMITS.backgroundSteps) return [];
  const message = `background has ${length} steps, at most ${LIMITS.backgroundSteps} are read before a scenario`;
  return [{ line: background.location.line, message }];
}

function lintScenario({ name, steps, location: { line } }: Scenario): Finding[] {
  if (name === '') return [{ line, message: 'a scenario has no name' }];
  if (steps.length === 0) return [{ line, message: `"${name}" has no steps` }];
  if (steps.length <= LIMITS.scenarioSteps) return [];
  return [{ line, message: `"${name}" has ${steps.length} steps, at most ${LIMITS.scenarioSteps} are allowed` }];
}

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
  if (unique.size !== ids.length) throw new Error(`${CONTRACT_FILES.clauses} repeats an id`);
  return unique;
}

/** What all feature files together leave to be said. */
function lintAll(files: readonly string[], known: Known, catalogue: string): { lines: string[]; errors: number } {
  const bodies = new Bodies();
  const literals = new Literals(catalogue);
  const lines: string[] = [];
  let errors = 0;
  for (const path of files) {
    const text = readFileSync(path, 'utf8');
    const parts = partsOf(text);
    const titles = 'feature' in parts ? lintTitles(parts) : [];
    for (const finding of [...lintFeature(text, known, bodies, path), ...titles]) {
      lines.push(`${path}:${finding.line} ${finding.warning ? 'warning: ' : ''}${finding.message}`);
      if (!finding.warning) errors += 1;
    }
    if ('feature' in parts) literals.read(parts);
  }
  const unshown = literals.unshown();
  return { lines: [...lines, ...unshown], errors: errors + unshown.length };
}

function main(): number {
  const catalogue = readFileSync(CONTRACT_FILES.clauses, 'utf8');
  const clauses = clauseCatalogue(catalogue);
  const { transitions: file } = CONTRACT_FILES;
  const cells = existsSync(file) ? readTransitions(readFileSync(file, 'utf8')) : [];
  const known = { clauses, transitions: new Set(cells.map(({ id }) => id)) };
  const files = filesBelow(FEATURES, '.feature').filter((file) => !file.includes('/console/'));
  const { lines, errors } = lintAll(files, known, catalogue);
  for (const line of lines) console.log(line);
  console.log(`${files.length} feature files, ${clauses.size} clauses, ${cells.length} cells, ${errors} errors`);
  return errors === 0 ? 0 : 1;
}

if (import.meta.filename === process.argv[1]) process.exitCode = main();
