import { invariant } from '../../kernel/errors.ts';
import {
  absBig,
  divCeil,
  divFloor,
  divHalfEven,
  formatScaled,
  formatUnits,
  parseDecimal,
} from '../../kernel/decimal.ts';
import { type Lots, type PriceUnits, type Ratio, type Ticks, type TimeMs, UNIT_DECIMALS } from '../../kernel/units.ts';
import type { MarketSpec } from '../../engine/config.ts';
import { type RuleId, RULES } from './rules.ts';
import { saidOf } from './said.ts';

export type ExplanationKind = 'margin' | 'refusal' | 'funding' | 'liquidation' | 'adl';

/** Why a figure is what it is, or why something happened: what went in, each step with its numbers, and the rules behind them. */
export interface Explanation {
  readonly kind: ExplanationKind;
  /** What is explained, by its ids on the wire. */
  readonly subject: Readonly<Record<string, string>>;
  /** What came of it: figures as the API shows them, codes and texts as in the response. */
  readonly verdict: Readonly<Record<string, string>>;
  /** A refusal in one sentence, with what to do instead; empty for all else. */
  readonly said: string;
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
  /** Over names of inputs and of earlier steps; `evaluate` says how it is read. */
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

/** A refusal as lists show it. */
export interface ShortRefusal {
  readonly requestId: string;
  readonly at: number;
  /** Null where the whole request was refused. */
  readonly item: number | null;
  readonly action: string | null;
  /** Null where the request did not come as far as an account. */
  readonly subAccountId: string | null;
  /** The validation step that refused it. */
  readonly step: string;
  readonly code: string;
  readonly message: string;
  /** The refusal in one sentence, with what to do instead. */
  readonly said: string;
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

  explain({ kind, ...about }: Pick<Explanation, 'kind' | 'subject' | 'verdict' | 'at'>): Explanation {
    const rules = [...this.#rules].map((id) => citedRule(id, RULES[id].text, RULES[id].source));
    const gathered = { inputs: this.#inputs, steps: this.#steps };
    const { inputs, steps } = this.#packed === null ? gathered : (JSON.parse(this.#packed) as typeof gathered);
    const said = kind === 'refusal' ? saidOf({ ...about, inputs, steps }) : '';
    return { kind, ...about, said, inputs, steps, rules };
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

/**
 * Exact fractions for the formulas of explanations. The slow models of the tests have fractions of their own
 * (`engine/risk/fraction.test-helper.ts`), because they check these and the arithmetic of the engine.
 */
interface Fraction {
  readonly n: bigint;
  /** Above 0. */
  readonly d: bigint;
}

const sum = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d });

const negated = ({ n, d }: Fraction): Fraction => ({ n: -n, d });

const product = (a: Fraction, b: Fraction): Fraction => ({ n: a.n * b.n, d: a.d * b.d });

function quotient(a: Fraction, b: Fraction): Fraction {
  invariant(b.n !== 0n, 'a formula does not divide by zero');
  return b.n > 0n ? { n: a.n * b.d, d: a.d * b.n } : { n: -a.n * b.d, d: -a.d * b.n };
}

/** Returns a number below, equal to or above zero, as `a` is less than, equal to or greater than `b`. */
const compare = (a: Fraction, b: Fraction): bigint => a.n * b.d - b.n * a.d;

const smaller = (a: Fraction, b: Fraction): Fraction => (compare(b, a) < 0n ? b : a);

const larger = (a: Fraction, b: Fraction): Fraction => (compare(b, a) > 0n ? b : a);

/** Where the texts of cited rules stand: paths from the root of the package, with the anchor of the entry. */

const FOLDER = 'docs/contract';
/** Pages of the wire facts by chapter; chapter 2 fills three. */
const WIRE_PAGES = [
  '0-conventions',
  '1-signing',
  '2-orders',
  '3-info',
  '4-streams',
  '5-errors',
  '6-semantics',
  '7-tolerances',
  '8-open-questions',
];
/** Last sections of chapter 2 on the pages of orders and of writes to accounts. */
const LAST_OF_ORDERS = 10;
const LAST_OF_WRITES = 15;

const CITED = /\d+\.\d+|[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+/g;

/**
 * Returns the pages of the ids that a source names, each once and in its order. A clause leads to the catalogue as a whole.
 * @param source ids as rules cite them, such as `R-40, wire 6.1, 6.3, INV-30`
 */
function pagesOf(source: string): readonly string[] {
  return [...new Set([...source.matchAll(CITED)].map(([id]) => `${FOLDER}/${pageOf(id)}`))];
}

function pageOf(id: string): string {
  if (/^\d/.test(id)) return `wire/${wirePageOf(id)}.md#wire-${id.replace('.', '-')}`;
  if (/^R-\d+$/.test(id)) return `rulings.md#${id.toLowerCase()}`;
  if (/^(?:INV|DET|DUR|SEC)-\d+$/.test(id)) return `invariants.md#${id.toLowerCase()}`;
  return 'clauses.yaml';
}

function wirePageOf(section: string): string {
  const [chapter = 0, minor = 0] = section.split('.').map(Number);
  if (chapter !== 2 || minor <= LAST_OF_ORDERS) return WIRE_PAGES[chapter] ?? '';
  return minor <= LAST_OF_WRITES ? '2-account-writes' : '2-account-reads';
}

/** Engine figures as exact wire decimals, without trailing zeros. */

export const priceText = (spec: MarketSpec, ticks: Ticks): string =>
  formatUnits(BigInt(ticks) * BigInt(spec.tickUnits));

/** Returns a size in base units. */
export const sizeText = (spec: MarketSpec, lots: Lots): string => formatUnits(BigInt(lots) * BigInt(spec.lotUnits));

/** Returns a ratio as a decimal: 0.1 for 10 %. */
export const ratioText = (ratio: Ratio): string => formatScaled(BigInt(ratio), UNIT_DECIMALS);

/** Returns an index price in quote units. */
export const indexText = (price: PriceUnits): string => formatUnits(BigInt(price));
