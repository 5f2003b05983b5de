import {
  CucumberExpression,
  type Expression,
  ParameterType,
  ParameterTypeRegistry,
  RegularExpression,
} from '@cucumber/cucumber-expressions';
import type { Capability } from '../deployment.ts';
import { type Cost, type Declaration, type OfStep, StepArgument, type StepClaims } from './declaration.ts';

/** A step of a scenario as it is written. */
export interface SpokenStep {
  /** The sentence without its keyword, with the values of an outline put in. */
  readonly text: string;
  readonly argument?: StepArgument;
  /** By its keyword: a state, a request or a statement; left out where it does not matter. */
  readonly kind?: 'Context' | 'Action' | 'Outcome' | 'Unknown';
}

/** A scenario as far as it shows what it needs, costs and claims. */
export interface SpokenScenario {
  /** With or without `@`. */
  readonly tags: readonly string[];
  readonly steps: readonly SpokenStep[];
}

/** What the steps of a scenario declare. */
export interface ReadScenario {
  /** Those that are sentences of the library. */
  readonly steps: readonly ReadStep[];
  /** The parameters of all steps, and after them the cells of all steps. */
  readonly values: readonly string[];
}

/** What runs a step. The world of the scenario is `this`. */
export type StepBody = (this: never, ...given: never[]) => unknown;

/** A step as it was defined. */
export interface StepDefinition {
  readonly sentence: string | RegExp;
  readonly declaration: Declaration;
  readonly body: StepBody;
}

/** A parameter of sentences beside those of Cucumber. */
export interface StepParameter {
  readonly name: string;
  readonly regexp: RegExp | readonly RegExp[];
  readonly transformer: (text: string) => unknown;
}

/** A step that cannot be defined, or a scenario that is read before any step is defined. */
export class StepError extends Error {
  override readonly name = 'StepError';
}

const PARTS = ['needs', 'cost', 'claims'] as const;

/** The declaration of a step of a scenario, computed from what its sentence and its table hold. */
export class ReadStep {
  /** The texts of its parameters. */
  readonly values: readonly string[];
  readonly #declaration: Declaration;
  readonly #given: readonly unknown[];

  constructor(declaration: Declaration, { values, given }: Match, argument: StepArgument) {
    this.values = values;
    this.#declaration = declaration;
    this.#given = [...given, argument];
  }

  get needs(): readonly Capability[] {
    return this.#of(this.#declaration.needs);
  }

  get cost(): Cost {
    return this.#of(this.#declaration.cost);
  }

  get claims(): StepClaims {
    return this.#of(this.#declaration.claims);
  }

  #of<T extends object>(declared: OfStep<T>): T {
    if (typeof declared !== 'function') return declared;
    // The parameters of the function are those of the sentence, which the types cannot know.
    return (declared as (...given: readonly unknown[]) => T)(...this.#given);
  }
}

/** The parameters of a sentence, as its body gets them and as they are written. */
interface Match {
  readonly given: readonly unknown[];
  readonly values: readonly string[];
}

interface Listener {
  readonly step: (definition: StepDefinition) => void;
  readonly parameter: (parameter: StepParameter) => void;
}

/** The steps that have been defined, with what they declare. */
export class StepLibrary {
  readonly #definitions: StepDefinition[] = [];
  readonly #parameters: StepParameter[] = [];
  readonly #sentences = new Set<string>();
  #listener: Listener | undefined;
  /** Made when the first step is read, since a parameter may be defined after the sentences that use it. */
  #expressions: readonly (readonly [Expression, Declaration])[] | undefined;
  /** By the text of a step; null for one that no step matches. */
  readonly #matches = new Map<string, readonly [Declaration, Match] | null>();
  readonly #read = new WeakMap<SpokenScenario['steps'], ReadScenario>();

  /**
   * Defines a step.
   *
   * @param sentence a Cucumber expression, or a regular expression of the whole sentence
   * @throws StepError for a declaration without all three parts, and for a sentence that is defined already
   */
  define(sentence: string | RegExp, declaration: Declaration, body: StepBody): void {
    const missing = PARTS.filter((part) => (declaration as Partial<Declaration> | undefined)?.[part] === undefined);
    if (missing.length > 0) {
      throw new StepError(
        `the step "${String(sentence)}" does not declare its ${missing.join(', ')}: ` +
          'use defineStep(sentence, { needs, cost, claims }, body)',
      );
    }
    if (this.#sentences.has(String(sentence))) throw new StepError(`the step "${String(sentence)}" is defined twice`);
    this.#sentences.add(String(sentence));
    const definition = { sentence, declaration, body };
    this.#definitions.push(definition);
    this.#expressions = undefined;
    this.#matches.clear();
    this.#listener?.step(definition);
  }

  /** Defines a parameter, for sentences that are Cucumber expressions. */
  defineParameter(parameter: StepParameter): void {
    this.#parameters.push(parameter);
    this.#expressions = undefined;
    this.#listener?.parameter(parameter);
  }

  /** Passes on everything that has been defined, and whatever is defined later. */
  each(listener: Listener): void {
    this.#listener = listener;
    this.#parameters.forEach(listener.parameter);
    this.#definitions.forEach(listener.step);
  }

  /**
   * Returns what the steps of a scenario declare. The same scenario is read once.
   *
   * @throws StepError while no step is defined
   */
  readAll({ steps }: Pick<SpokenScenario, 'steps'>): ReadScenario {
    const known = this.#read.get(steps);
    if (known) return known;
    const all = steps.flatMap((step) => this.read(step) ?? []);
    const cells = steps.flatMap(({ argument }) => argument?.cells ?? []);
    const read = { steps: all, values: [...all.flatMap(({ values }) => values), ...cells] };
    this.#read.set(steps, read);
    return read;
  }

  /**
   * Returns what a step declares; undefined for a text that is no sentence of a step.
   *
   * @throws StepError while no step is defined
   */
  read({ text, argument }: SpokenStep): ReadStep | undefined {
    const known = this.#matches.get(text);
    const found = known === undefined ? this.#match(text) : known;
    if (known === undefined) this.#matches.set(text, found);
    return found === null ? undefined : new ReadStep(...found, argument ?? NO_ARGUMENT);
  }

  #match(text: string): readonly [Declaration, Match] | null {
    for (const [expression, declaration] of this.#compiled()) {
      const found = expression.match(text);
      if (!found) continue;
      const given = found.map((one) => one.getValue<unknown>(null) ?? undefined);
      const values = found.flatMap(({ group }, place) => {
        const value = given[place];
        if (value === undefined) return [];
        // A text without the quotes around it.
        return typeof value === 'string' ? value : group.value;
      });
      return [declaration, { given, values }];
    }
    return null;
  }

  #compiled(): readonly (readonly [Expression, Declaration])[] {
    if (this.#definitions.length === 0)
      throw new StepError('no step is defined: load the files of features/steps first');
    if (this.#expressions) return this.#expressions;
    const registry = new ParameterTypeRegistry();
    for (const { name, regexp, transformer } of this.#parameters) {
      registry.defineParameterType(new ParameterType(name, regexp, null, transformer, false, false));
    }
    this.#expressions = this.#definitions.map(({ sentence, declaration }) => [
      typeof sentence === 'string'
        ? new CucumberExpression(sentence, registry)
        : new RegularExpression(sentence, registry),
      declaration,
    ]);
    return this.#expressions;
  }
}

const NO_ARGUMENT = new StepArgument();

/** The steps of the suite. They are defined when the files of features/steps are loaded. */
export const STEPS = new StepLibrary();

/** Defines a step of the suite: what it needs, costs and claims, and what runs it. See `StepLibrary.define`. */
export const defineStep = STEPS.define.bind(STEPS);

/** Defines a parameter of the sentences of the suite. */
export const defineParameter = STEPS.defineParameter.bind(STEPS);
