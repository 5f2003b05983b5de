import { invariant } from '../../kernel/assert.ts';
import { absBig, divCeil, divFloor, divHalfEven, formatScaled, parseDecimal } from '../../kernel/decimal.ts';
import { compare, type Fraction, larger, negated, product, quotient, smaller, sum } from './fraction.ts';

/**
 * The arithmetic of explanations: formulas as people write them, worked out exactly. A formula knows decimals, words
 * ('closed'), names such as `mark[BTC-USDT]`, + - * / and comparisons, `and`, `or`, parentheses, and the functions
 * min, max, abs, round (half to even), roundDown and roundUp, whose second argument counts decimals. A comparison is
 * worth `yes` or `no`. It computes independently what the engine computes in its own units.
 */

/** An exact fraction, or a word. */
type Value = Fraction | string;

/**
 * Returns the value of a formula as text. Throws InvariantError for an invalid formula, or for a value that no
 * decimal can express.
 */
export function evaluate(formula: string, valueOf: (name: string) => string): string {
  return write(new Parser(tokensOf(formula), valueOf).whole());
}

/** The formula with the values of its names in their places. */
export function filledIn(formula: string, valueOf: (name: string) => string): string {
  return formula.replace(NAMES, (name: string) => (isWordOfGrammar(name) ? name : inPlace(valueOf(name))));
}

const NAMES = /'[^']*'|[A-Za-z]\w*(?:\[[^\]]*\])?/g;
const TOKEN = /\s*(?:(\d+(?:\.\d+)?)|([A-Za-z]\w*(?:\[[^\]]*\])?)|('[^']*')|(>=|<=|!=|[-+*/(),<>=]))/y;
/** Decimals that a written value may need: products of three figures with eight each, and to spare. */
const DECIMALS_MAX = 30;

const inPlace = (text: string): string => {
  if (!parseDecimal(text)) return `'${text.replaceAll("'", '"')}'`;
  return text.startsWith('-') ? `(${text})` : text;
};

const isWordOfGrammar = (name: string): boolean => name.startsWith("'") || FUNCTIONS.has(name) || JOINERS.has(name);
const JOINERS: ReadonlySet<string> = new Set(['and', 'or']);

interface Token {
  readonly kind: 'number' | 'name' | 'word' | 'sign';
  readonly text: string;
}

function tokensOf(formula: string): Token[] {
  const tokens: Token[] = [];
  const source = formula.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const found = TOKEN.exec(source);
    invariant(found, `not a formula: ${formula}`);
    const [, number, name, word, sign] = found;
    if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word.slice(1, -1) });
    else tokens.push({ kind: 'sign', text: sign ?? '' });
  }
  return tokens;
}

const read = (text: string): Value => {
  const value = parseDecimal(text);
  return value ? { n: value.digits, d: 10n ** BigInt(value.scale) } : text;
};

function write(value: Value): string {
  if (typeof value === 'string') return value;
  const scaled = value.n * 10n ** BigInt(DECIMALS_MAX);
  invariant(scaled % value.d === 0n, 'a step rounds what no decimal can write');
  return formatScaled(scaled / value.d, DECIMALS_MAX);
}

const yesNo = (holds: boolean): string => (holds ? 'yes' : 'no');

/** Rounds to as many decimals as the second argument says; whole without one. */
const rounding =
  (divide: (a: bigint, b: bigint) => bigint) =>
  ([x, decimals]: readonly Fraction[]): Fraction => {
    invariant(x, 'something is rounded');
    const d = 10n ** (decimals?.n ?? 0n);
    return { n: divide(x.n * d, x.d), d };
  };

const FUNCTIONS: ReadonlyMap<string, (given: readonly Fraction[]) => Fraction> = new Map([
  ['min', (given: readonly Fraction[]) => given.reduce(smaller)],
  ['max', (given: readonly Fraction[]) => given.reduce(larger)],
  ['abs', ([x]: readonly Fraction[]) => ({ n: absBig(x?.n ?? 0n), d: x?.d ?? 1n })],
  ['round', rounding(divHalfEven)],
  ['roundDown', rounding(divFloor)],
  ['roundUp', rounding(divCeil)],
]);

/** Recursive descent: or, and, comparison, sum, product, sign, atom. */
class Parser {
  readonly #tokens: readonly Token[];
  readonly #valueOf: (name: string) => string;
  #at = 0;

  constructor(tokens: readonly Token[], valueOf: (name: string) => string) {
    this.#tokens = tokens;
    this.#valueOf = valueOf;
  }

  whole(): Value {
    const value = this.#either();
    invariant(this.#at === this.#tokens.length, 'a formula ends where it should');
    return value;
  }

  #either(): Value {
    let value = this.#both();
    while (this.#takes('or')) {
      const other = this.#both();
      value = yesNo(value === 'yes' || other === 'yes');
    }
    return value;
  }

  #both(): Value {
    let value = this.#comparison();
    while (this.#takes('and')) {
      const other = this.#comparison();
      value = yesNo(value === 'yes' && other === 'yes');
    }
    return value;
  }

  #comparison(): Value {
    const left = this.#sum();
    const sign = this.#takes('>=', '<=', '!=', '>', '<', '=');
    if (sign === undefined) return left;
    const right = this.#sum();
    if (typeof left === 'string' || typeof right === 'string') {
      invariant(sign === '=' || sign === '!=', 'words have no order');
      return yesNo((left === right) === (sign === '='));
    }
    const difference = compare(left, right);
    const holds = { '>': difference > 0n, '<': difference < 0n, '=': difference === 0n } as const;
    if (sign === '>' || sign === '<' || sign === '=') return yesNo(holds[sign]);
    return yesNo(sign === '>=' ? !holds['<'] : sign === '<=' ? !holds['>'] : !holds['=']);
  }

  #sum(): Value {
    let value = this.#product();
    for (let sign = this.#takes('+', '-'); sign !== undefined; sign = this.#takes('+', '-')) {
      const a = asFraction(value);
      const b = asFraction(this.#product());
      value = sum(a, sign === '+' ? b : negated(b));
    }
    return value;
  }

  #product(): Value {
    let value = this.#signed();
    for (let sign = this.#takes('*', '/'); sign !== undefined; sign = this.#takes('*', '/')) {
      const a = asFraction(value);
      const b = asFraction(this.#signed());
      value = sign === '*' ? product(a, b) : quotient(a, b);
    }
    return value;
  }

  #signed(): Value {
    if (this.#takes('-') === undefined) return this.#atom();
    return negated(asFraction(this.#signed()));
  }

  #atom(): Value {
    const token = this.#tokens[this.#at];
    invariant(token, 'a formula has a value where one is needed');
    this.#at += 1;
    if (token.text === '(' && token.kind === 'sign') return this.#closed(this.#either());
    if (token.kind === 'number') return read(token.text);
    if (token.kind === 'word') return token.text;
    invariant(token.kind === 'name', 'a formula has a value where one is needed');
    const apply = FUNCTIONS.get(token.text);
    return apply ? apply(this.#given()) : read(this.#valueOf(token.text));
  }

  #given(): Fraction[] {
    invariant(this.#takes('(') !== undefined, 'a function has arguments');
    const given = [asFraction(this.#either())];
    while (this.#takes(',') !== undefined) given.push(asFraction(this.#either()));
    this.#closed(0n);
    return given;
  }

  #closed<T>(value: T): T {
    invariant(this.#takes(')') !== undefined, 'what is opened is closed');
    return value;
  }

  #takes(...texts: readonly string[]): string | undefined {
    const token = this.#tokens[this.#at];
    if (!token || token.kind === 'word' || !texts.includes(token.text)) return undefined;
    this.#at += 1;
    return token.text;
  }
}

function asFraction(value: Value): Fraction {
  invariant(typeof value !== 'string', 'only numbers are counted with');
  return value;
}
