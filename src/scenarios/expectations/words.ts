import { ParameterType, ParameterTypeRegistry } from '@cucumber/cucumber-expressions';
import { Decimal } from 'decimal.js';

/** Words with a meaning in sentences, by name of the parameter; the docs list them in this order. */
export const WORDS = {
  price: ['index price', 'mark price', 'mid price', 'best bid', 'best ask', 'last price'],
  side: ['long', 'short'],
  compared: [...['is at least', 'is at most', 'is above', 'is below', 'is not', 'is']],
  fate: ['open', 'partially filled', 'filled', 'cancelled', 'rejected'],
  marginFigure: [
    ...['account value', 'available margin', 'initial margin', 'maintenance margin', 'withdrawable amount', 'debt'],
    'unrealized PnL',
  ],
  positionFigure: ['entry price', 'liquidation price', 'unrealized PnL', 'realized PnL', 'used margin', 'net funding'],
  marketStatus: ['open', 'closed', 'close-only'],
  exchangeStatus: ['running', 'degraded', 'draining', 'down'],
} as const;

/** Parameters in quotes whose text must name something of the scenario. */
export const NAMES = ['account', 'market', 'entry'] as const;

/** A row of the docs. */
export const PARAMETERS: readonly (readonly [name: string, takes: string])[] = [
  ['account', 'the name of an account in quotes'],
  ['market', 'the symbol of a market in quotes'],
  ['entry', 'the name of an entry of the timeline in quotes'],
  ['amount', 'a decimal number in quotes, such as "-0.5"'],
  ['asset', 'the name of an asset, such as USDT'],
  ['code', 'an error code of the API, such as INSUFFICIENT_MARGIN'],
  ['action', 'the name of an action of the API or of a channel'],
  ['int', 'a whole number'],
  ['string', 'a text in quotes'],
  ...Object.entries(WORDS).map(([name, words]) => [name, words.join(', ')] as const),
];

let registry: ParameterTypeRegistry | undefined;

/** The parameter types of all sentences. */
export function parameterTypes(): ParameterTypeRegistry {
  if (registry) return registry;
  registry = new ParameterTypeRegistry();
  const define = (name: string, pattern: RegExp): void =>
    registry?.defineParameterType(new ParameterType(name, pattern, null, (text: string) => text, false, false));
  for (const name of NAMES) define(name, /"([^"]*)"/);
  define('amount', /"(-?\d+(?:\.\d+)?)"/);
  define('asset', /[A-Z0-9]{1,12}/);
  define('code', /[A-Z][A-Z_]+/);
  define('action', /[a-z][A-Za-z]+/);
  for (const [name, words] of Object.entries(WORDS)) define(name, new RegExp(words.join('|')));
  return registry;
}

/** Whether `found` stands to `expected` as the words say. */
export function holds(found: string, words: string, expected: string): boolean {
  const difference = new Decimal(found).comparedTo(expected);
  switch (words) {
    case 'is above':
      return difference > 0;
    case 'is below':
      return difference < 0;
    case 'is at least':
      return difference >= 0;
    case 'is at most':
      return difference <= 0;
    case 'is not':
      return difference !== 0;
    default:
      return difference === 0;
  }
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** Equal texts, or texts of equal numbers: "1" is "1.00". */
export const isSame = (found: string, expected: string): boolean =>
  found === expected || (NUMBER.test(found) && NUMBER.test(expected) && new Decimal(found).equals(expected));
