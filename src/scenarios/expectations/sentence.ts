import { CucumberExpression } from '@cucumber/cucumber-expressions';
import type { RunFacts } from './facts.ts';
import { parameterTypes } from './words.ts';

export type Row = Readonly<Record<string, string>>;

/** What a sentence was written with: its parameters in their order, and the rows below it. */
export interface Given {
  readonly run: RunFacts;
  readonly args: readonly string[];
  readonly rows: readonly Row[];
}

/** Something that can be expected, in words. */
export interface Sentence {
  /** A cucumber expression; it ends in a colon when rows belong to it. */
  readonly text: string;
  /** What it means beyond its words, for the docs; empty where they say it all. */
  readonly means: string;
  /** Returns what was found instead, or an empty text when it holds. */
  readonly check: (given: Given) => string | Promise<string>;
}

export const sentence = (text: string, means: string, check: Sentence['check']): Sentence => ({ text, means, check });

/** A parameter as it stood in a text. */
export interface Argument {
  readonly parameter: string;
  readonly value: string;
}

const expressions = new Map<string, CucumberExpression>();

/** The parameters of a text, when it is of this sentence. */
export function argumentsOf({ text: source }: Sentence, text: string): readonly Argument[] | undefined {
  const expression = expressions.get(source) ?? new CucumberExpression(source, parameterTypes());
  expressions.set(source, expression);
  return expression.match(text)?.map((argument) => ({
    parameter: argument.getParameterType().name ?? '',
    value: String(argument.getValue(null)),
  }));
}

/** Empty when something holds, otherwise what was found. */
export const unless = (isTrue: boolean, found: string): string => (isTrue ? '' : found);

/** A count with its noun: `1 fill`, `no fills`, `3 fills`. */
export const many = (count: number, noun: string): string =>
  count === 1 ? `1 ${noun}` : `${count === 0 ? 'no' : count} ${noun}s`;
