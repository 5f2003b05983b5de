import { nearest } from '../../kernel/nearest.ts';
import { type Argument, argumentsOf, type Sentence } from './sentence.ts';
import { FUNDS_SENTENCES } from './sentences/funds.ts';
import { ORDER_SENTENCES } from './sentences/orders.ts';
import { POSITION_SENTENCES } from './sentences/positions.ts';
import { PRICE_SENTENCES } from './sentences/prices.ts';
import { REQUEST_SENTENCES } from './sentences/requests.ts';
import { STATUS_SENTENCES } from './sentences/statuses.ts';
import { STREAM_SENTENCES } from './sentences/streams.ts';

/** Everything that can be expected, by subject; the docs list it in this order. */
export const SENTENCES: readonly { readonly subject: string; readonly sentences: readonly Sentence[] }[] = [
  { subject: 'Prices and trades', sentences: PRICE_SENTENCES },
  { subject: 'Positions', sentences: POSITION_SENTENCES },
  { subject: 'Orders', sentences: ORDER_SENTENCES },
  { subject: 'Balances and margin', sentences: FUNDS_SENTENCES },
  { subject: 'Requests', sentences: REQUEST_SENTENCES },
  { subject: 'Liquidations and statuses', sentences: STATUS_SENTENCES },
  { subject: 'Streams', sentences: STREAM_SENTENCES },
];

const ALL: readonly Sentence[] = SENTENCES.flatMap(({ sentences }) => sentences);

export interface Found {
  readonly sentence: Sentence;
  readonly args: readonly Argument[];
}

/** The sentence that a text is of; the first in order where several fit. */
export function findSentence(text: string): Found | undefined {
  for (const sentence of ALL) {
    const args = argumentsOf(sentence, text);
    if (args) return { sentence, args };
  }
  return undefined;
}

/** The sentence that takes the fewest changes to become the text, names, amounts and words to choose from aside. */
export function nearestSentence(text: string): string | undefined {
  const bare = (source: string): string =>
    source
      .replaceAll(/\{(?:account|market|entry|amount|string)\}|"[^"]*"/g, '""')
      .replaceAll(/\{[A-Za-z]+\}/g, '')
      .replaceAll(/ +/g, ' ');
  const found = nearest(
    bare(text),
    ALL.map((sentence) => bare(sentence.text)),
  );
  return ALL.find((sentence) => bare(sentence.text) === found)?.text;
}
