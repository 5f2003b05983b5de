import { expect } from 'vitest';
import {
  compared,
  divided,
  type Fraction,
  fraction,
  minus,
  plus,
  rounded,
  roundedDown,
  roundedUp,
  times,
} from '../../engine/risk/fraction.test-helper.ts';
import type { Explanation } from './explanation.ts';

/**
 * Recomputes an explanation from its texts alone. Its reader of formulas shares no code with the parser that made the
 * explanation: it cuts a text at the weakest operator outside parentheses, and counts with the fractions of the tests.
 */

type Value = Fraction | string;

/** Names of inputs and earlier steps give `with`, and `with` gives the result; nothing is named that is not there. */
export function checkChain({ inputs, steps, rules }: Explanation): void {
  const known = new Map(inputs.map(({ name, value }) => [name, value]));
  expect(known.size, 'each input is named once').toBe(inputs.length);
  for (const step of steps) {
    expect(known.has(step.name), `${step.name} is worked out once`).toBe(false);
    expect(substituted(step.formula, known), `numbers of ${step.name}`).toBe(step.with);
    expect(same(worth(step.with), step.result), `${step.name} = ${step.with} is not ${step.result}`).toBe(true);
    expect(
      rules.map(({ id }) => id),
      `the rule of ${step.name} is listed`,
    ).toContain(step.rule);
    known.set(step.name, step.result);
  }
}

const OPERATORS = [[' or '], [' and '], [' >= ', ' <= ', ' != ', ' > ', ' < ', ' = '], [' + ', ' - '], [' * ', ' / ']];

function substituted(formula: string, known: ReadonlyMap<string, string>): string {
  return formula.replace(/'[^']*'|[a-zA-Z]\w*(\[[^\]]*\])?(?=(\()?)/g, (name, _key, call) => {
    if (name.startsWith("'") || call !== undefined || name === 'and' || name === 'or') return name;
    const value = known.get(name);
    if (value === undefined) throw new Error(`${name} is named before it is known`);
    if (!/^-?\d+(\.\d+)?$/.test(value)) return `'${value.replaceAll("'", '"')}'`;
    return value.startsWith('-') ? `(${value})` : value;
  });
}

function worth(text: string): Value {
  const expression = text.trim();
  for (const operators of OPERATORS) {
    const cut = lastCut(expression, operators);
    if (cut) return apply(cut[1], worth(cut[0]), worth(cut[2]));
  }
  if (expression.startsWith('-') && !/^-\d/.test(expression))
    return apply(' - ', fraction(0n), worth(expression.slice(1)));
  if (expression.startsWith('(')) return worth(expression.slice(1, -1));
  if (expression.startsWith("'")) return expression.slice(1, -1);
  const call = /^([a-zA-Z]+)\((.*)\)$/.exec(expression);
  return call ? called(call[1] ?? '', pieces(call[2] ?? '').map(worth)) : read(expression);
}

/** The last of these operators outside parentheses and quotes, and what stands on either side. */
function lastCut(text: string, operators: readonly string[]): [string, string, string] | null {
  let depth = 0;
  let quoted = false;
  for (let at = text.length - 1; at > 0; at -= 1) {
    if (text[at] === "'") quoted = !quoted;
    if (text[at] === ')') depth += 1;
    if (text[at] === '(') depth -= 1;
    const found = operators.find((operator) => text.startsWith(operator, at));
    if (found !== undefined && depth === 0 && !quoted) return [text.slice(0, at), found, text.slice(at + found.length)];
  }
  return null;
}

function pieces(text: string): string[] {
  const parts: string[] = [];
  let part = '';
  let depth = 0;
  for (const letter of text) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (letter === ',' && depth === 0) {
      parts.push(part);
      part = '';
    } else part += letter;
  }
  return [...parts, part];
}

function read(text: string): Fraction {
  const [whole = '', part = ''] = text.split('.');
  return fraction(BigInt(whole + part), 10n ** BigInt(part.length));
}

function called(name: string, given: readonly Value[]): Fraction {
  const numbers = given.map(number);
  const [first, second] = numbers;
  if (!first) throw new Error(`${name} of nothing`);
  if (name === 'abs') return less(first, fraction(0n)) ? minus(fraction(0n), first) : first;
  if (name === 'min') return numbers.reduce((a, b) => (less(b, a) ? b : a));
  if (name === 'max') return numbers.reduce((a, b) => (less(a, b) ? b : a));
  const scale = 10n ** (second?.over ?? 0n);
  const scaled = times(first, fraction(scale));
  if (name === 'roundDown') return fraction(roundedDown(scaled), scale);
  return fraction(name === 'roundUp' ? roundedUp(scaled) : rounded(scaled), scale);
}

function apply(operator: string, left: Value, right: Value): Value {
  const yes = (holds: boolean): string => (holds ? 'yes' : 'no');
  switch (operator.trim()) {
    case 'or':
      return yes(left === 'yes' || right === 'yes');
    case 'and':
      return yes(left === 'yes' && right === 'yes');
    case '=':
      return yes(same(left, right));
    case '!=':
      return yes(!same(left, right));
    case '<':
      return yes(less(number(left), number(right)));
    case '>':
      return yes(less(number(right), number(left)));
    case '<=':
      return yes(!less(number(right), number(left)));
    case '>=':
      return yes(!less(number(left), number(right)));
    default:
      return counted(operator.trim(), number(left), number(right));
  }
}

function counted(operator: string, a: Fraction, b: Fraction): Fraction {
  if (operator === '*') return times(a, b);
  if (operator === '/') return divided(a, b);
  return operator === '+' ? plus(a, b) : minus(a, b);
}

const less = (a: Fraction, b: Fraction): boolean => compared(a, b) < 0n;

function same(a: Value, b: Value): boolean {
  const left = typeof a === 'string' && /^-?\d/.test(a) ? read(a) : a;
  const right = typeof b === 'string' && /^-?\d/.test(b) ? read(b) : b;
  if (typeof left === 'string' || typeof right === 'string') return left === right;
  return compared(left, right) === 0n;
}

function number(value: Value): Fraction {
  if (typeof value === 'string') throw new Error(`${value} is no number`);
  return value;
}

/** Result of a step. */
export function resultOf({ steps }: Explanation, name: string): string | undefined {
  return steps.find((step) => step.name === name)?.result;
}
