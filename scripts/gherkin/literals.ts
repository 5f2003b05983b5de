import { parse } from 'yaml';
import type { Step } from '@cucumber/messages';
import type { Parts, ScenarioPart } from './parts.ts';

/** Literals of refusals that clauses promise, and whether a scenario that cites the clause writes them down. */
export class Literals {
  /** What each clause still has to be shown, word for word. */
  readonly #missing: ReadonlyMap<string, Map<string, RegExp>>;
  readonly #cited = new Set<string>();

  /** @param text of docs/contract/clauses.yaml */
  constructor(text: string) {
    const clauses = parse(text) as readonly { readonly id: string; readonly expect?: Expected }[];
    this.#missing = new Map(clauses.map(({ id, expect }) => [id, patternsOf(expect ?? {})]));
  }

  /** Strikes out what the scenarios of a file show. */
  read({ scenarios }: Parts): void {
    for (const part of scenarios) {
      for (const { clauses, text } of runsOf(part)) {
        for (const clause of clauses) this.#strike(clause, text);
      }
    }
  }

  #strike(clause: string, text: string): void {
    this.#cited.add(clause);
    const missing = this.#missing.get(clause) ?? new Map<string, RegExp>();
    for (const [literal, pattern] of missing) if (pattern.test(text)) missing.delete(literal);
  }

  /** For each clause that is cited and not shown as promised, what it promises. Coverage reports the clauses that nothing cites. */
  unshown(): string[] {
    return [...this.#missing]
      .filter(([id, missing]) => this.#cited.has(id) && missing.size > 0)
      .map(
        ([id, missing]) =>
          `${id} promises ${[...missing.keys()].join(' and ')}, which no scenario that cites it states`,
      );
  }
}

interface Expected {
  readonly http?: number;
  readonly code?: string;
  readonly message?: string;
}

/** Success goes without saying; a word in angle brackets stands for a value of the request. */
function patternsOf({ http, code, message }: Expected): Map<string, RegExp> {
  const patterns = new Map<string, RegExp>();
  if (http !== undefined && http !== 200) patterns.set(`http ${http}`, new RegExp(`\\b${http}\\b`));
  if (code !== undefined) patterns.set(code, new RegExp(`\\b${code}\\b`));
  if (message !== undefined) {
    const parts = message.split(/<[^<>]*>/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    patterns.set(`"${message}"`, new RegExp(parts.join('.+')));
  }
  return patterns;
}

/** A scenario with each of its Examples blocks: the clauses that are cited there, and all that is written. */
function runsOf({ scenario, tags }: ScenarioPart): { readonly clauses: readonly string[]; readonly text: string }[] {
  const own = clausesIn(tags);
  const steps = scenario.steps.map(textOf).join('\n');
  if (scenario.examples.length === 0) return [{ clauses: own, text: steps }];
  return scenario.examples.map(({ tags: more, tableHeader, tableBody }) => {
    const rows = [...(tableHeader ? [tableHeader] : []), ...tableBody];
    const cells = rows.map(({ cells }) => cells.map(({ value }) => value).join(' | '));
    return { clauses: [...own, ...clausesIn(more)], text: [steps, ...cells].join('\n') };
  });
}

const clausesIn = (tags: readonly { readonly name: string }[]): string[] =>
  tags.filter(({ name }) => name.startsWith('@clause:')).map(({ name }) => name.slice('@clause:'.length));

const textOf = ({ text, dataTable, docString }: Step): string => {
  const rows = (dataTable?.rows ?? []).map(({ cells }) => cells.map(({ value }) => value).join(' | '));
  return [text, ...rows, ...(docString ? [docString.content] : [])].join('\n');
};
