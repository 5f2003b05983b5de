import { invariant } from '../../kernel/assert.ts';
import type { TimeMs } from '../../kernel/units.ts';
import { evaluate, filledIn } from './formula.ts';
import { pagesOf } from './rule-pages.ts';
import { RULES, type RuleId } from './rules.ts';

export type ExplanationKind = 'margin' | 'refusal' | 'funding' | 'liquidation' | 'adl';

/** Why a figure is what it is, or why something happened: what went in, each step with its numbers, and the rules behind them. */
export interface Explanation {
  readonly kind: ExplanationKind;
  /** What is explained, by its ids on the wire. */
  readonly subject: Readonly<Record<string, string>>;
  /** What came of it: figures as the API shows them, codes and texts as in the response. */
  readonly verdict: Readonly<Record<string, string>>;
  /** Exchange time of the state that was examined. */
  readonly at: TimeMs;
  readonly inputs: readonly ExplanationInput[];
  readonly steps: readonly ExplanationStep[];
  readonly rules: readonly ExplanationRule[];
}

/** Decimals are exact wire decimals; `unit` is an asset, `ratio`, `ms` and the like, or empty for words. */
export interface ExplanationInput {
  readonly name: string;
  readonly value: string;
  readonly unit: string;
  readonly from: string;
}

export interface ExplanationStep {
  readonly name: string;
  /** Over names of inputs and of earlier steps; `formula.ts` says how it is read. */
  readonly formula: string;
  /** The formula with its numbers put in. */
  readonly with: string;
  readonly result: string;
  /** Id of one of `rules`. */
  readonly rule: string;
}

export interface ExplanationRule {
  readonly id: string;
  readonly text: string;
  readonly source: string;
  /** Where the cited texts stand, by paths from the root of the package. */
  readonly pages: readonly string[];
}

/** The inputs and steps of one explanation as they are gathered. A step's result is worked out from its formula and nothing else. */
export class Chain {
  #inputs: ExplanationInput[] = [];
  #steps: ExplanationStep[] = [];
  /** Inputs and steps of a finished chain. */
  #packed: string | null = null;
  readonly #rules = new Set<RuleId>();
  readonly #values = new Map<string, string>();

  /** Names an input. Several parts of a chain may name the same one, as long as they mean the same value. */
  input(name: string, value: string, unit: string, from: string): void {
    const known = this.#values.get(name);
    if (known !== undefined) {
      invariant(known === value, () => `${name} has one value in an explanation`);
      return;
    }
    this.#values.set(name, value);
    this.#inputs.push({ name, value, unit, from });
  }

  /** Adds a step and returns its result. */
  step(name: string, formula: string, rule: RuleId): string {
    invariant(!this.#values.has(name), () => `${name} is worked out once in an explanation`);
    const valueOf = (part: string): string => this.valueOf(part);
    const result = evaluate(formula, valueOf);
    this.#values.set(name, result);
    this.#rules.add(rule);
    this.#steps.push({ name, formula, with: filledIn(formula, valueOf), result, rule });
    return result;
  }

  /** Names a rule that holds without a step of its own. */
  rule(id: RuleId): void {
    this.#rules.add(id);
  }

  /** Keeps a chain that is complete as one text, which takes much less memory. Nothing may be added afterwards. */
  pack(): void {
    this.#packed = JSON.stringify({ inputs: this.#inputs, steps: this.#steps });
    this.#inputs = [];
    this.#steps = [];
    this.#values.clear();
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  valueOf(name: string): string {
    const value = this.#values.get(name);
    invariant(value !== undefined, () => `a step names ${name}, which nothing before it does`);
    return value;
  }

  explain(about: Pick<Explanation, 'kind' | 'subject' | 'verdict' | 'at'>): Explanation {
    const rules = [...this.#rules].map((id) => citedRule(id, RULES[id].text, RULES[id].source));
    const gathered = { inputs: this.#inputs, steps: this.#steps };
    const { inputs, steps } = this.#packed === null ? gathered : (JSON.parse(this.#packed) as typeof gathered);
    return { ...about, inputs, steps, rules };
  }
}

/** A rule as explanations cite it. */
export const citedRule = (id: string, text: string, source: string): ExplanationRule => ({
  id,
  text,
  source,
  pages: pagesOf(source),
});

/** A sum of named parts, 0 for none. */
export const sumOf = (names: readonly string[]): string => (names.length === 0 ? '0' : names.join(' + '));
