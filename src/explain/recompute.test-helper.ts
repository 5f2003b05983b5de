import { expect } from 'vitest';
import type { Explanation } from './explanation.ts';

/**
 * Recomputes an explanation from its texts alone, by a reader of formulas that shares nothing with the one that made it:
 * this one cuts a text at its weakest operator outside parentheses, and works with whole fractions.
 */

type Number_ = readonly [over: bigint, under: bigint];
type Value = Number_ | string;

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
      `the rule of ${step.name} is told`,
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
  if (expression.startsWith('-') && !/^-\d/.test(expression)) return apply(' - ', [0n, 1n], worth(expression.slice(1)));
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

function read(text: string): Number_ {
  const [whole = '', part = ''] = text.split('.');
  return [BigInt(whole + part), 10n ** BigInt(part.length)];
}

function called(name: string, given: readonly Value[]): Number_ {
  const numbers = given.map(number);
  const [first, second] = numbers;
  if (!first) throw new Error(`${name} of nothing`);
  if (name === 'abs') return first[0] < 0n ? [-first[0], first[1]] : first;
  if (name === 'min') return numbers.reduce((a, b) => (less(b, a) ? b : a));
  if (name === 'max') return numbers.reduce((a, b) => (less(a, b) ? b : a));
  const scale = 10n ** (second?.[0] ?? 0n);
  const over = first[0] * scale;
  let down = over / first[1];
  if (down * first[1] > over) down -= 1n;
  const rest = over - down * first[1];
  const half = rest * 2n - first[1];
  const up = name === 'roundUp' ? rest > 0n : name === 'round' && (half > 0n || (half === 0n && down % 2n !== 0n));
  return [up ? down + 1n : down, scale];
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

function counted(operator: string, a: Number_, b: Number_): Number_ {
  if (operator === '*') return [a[0] * b[0], a[1] * b[1]];
  if (operator === '/') return b[0] < 0n ? [-a[0] * b[1], -a[1] * b[0]] : [a[0] * b[1], a[1] * b[0]];
  return [a[0] * b[1] + (operator === '+' ? 1n : -1n) * b[0] * a[1], a[1] * b[1]];
}

const less = (a: Number_, b: Number_): boolean => a[0] * b[1] < b[0] * a[1];

function same(a: Value, b: Value): boolean {
  const left = typeof a === 'string' && /^-?\d/.test(a) ? read(a) : a;
  const right = typeof b === 'string' && /^-?\d/.test(b) ? read(b) : b;
  if (typeof left === 'string' || typeof right === 'string') return left === right;
  return left[0] * right[1] === right[0] * left[1];
}

function number(value: Value): Number_ {
  if (typeof value === 'string') throw new Error(`${value} is no number`);
  return value;
}

/** Result of a step. */
export function resultOf({ steps }: Explanation, name: string): string | undefined {
  return steps.find((step) => step.name === name)?.result;
}
