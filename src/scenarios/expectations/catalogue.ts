import { ApiError } from '../../client/errors.ts';
import { invariant } from '../../kernel/errors.ts';
import { nearest } from '../../kernel/nearest.ts';
import { MissingReference, resolveReferences } from '../format/references.ts';
import type { ExpectationResult } from '../run-result.ts';
import type { Expectation } from '../scenario.ts';
import { type Argument, argumentsOf, type RunFacts, type Sentence, WORDS } from './sentence.ts';
import { FUNDS_SENTENCES, POSITION_SENTENCES } from './sentences/accounts.ts';
import { ORDER_SENTENCES, STATUS_SENTENCES } from './sentences/orders.ts';
import { PRICE_SENTENCES } from './sentences/prices.ts';
import { REQUEST_SENTENCES, STREAM_SENTENCES } from './sentences/requests.ts';

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

/** A sentence as it is compared with others: names and amounts in quotes do not count. */
const bare = (source: string): string =>
  source
    .replaceAll(/\{(?:account|market|entry|amount|string)\}|"[^"]*"/g, '""')
    .replaceAll(/\{[A-Za-z]+\}/g, '')
    .replaceAll(/ +/g, ' ');

/** A text with each of the words in place of a parameter that stands for one of them. */
function withWords(text: string): readonly string[] {
  const found = Object.entries(WORDS).find(([each]) => text.includes(`{${each}}`));
  if (!found) return [text];
  const [each, words] = found;
  return words.flatMap((word) => withWords(text.replace(`{${each}}`, word)));
}

/** The sentence that a text was probably meant to be, with whatever words it can have; undefined where none is near. */
export function nearestSentence(text: string): string | undefined {
  const variants = new Map(
    ALL.flatMap((sentence) => withWords(sentence.text).map((each) => [bare(each), sentence.text])),
  );
  const given = bare(text);
  // A sentence may have several words wrong.
  const found = nearest(given, [...variants.keys()], Math.ceil(given.length / 3));
  return found === undefined ? undefined : variants.get(found);
}

/**
 * Says whether an expectation holds in a run at this moment, and what was found instead. What it reads it reads over the
 * API, as the accounts of the run do.
 */
export async function evaluate({ sentence, line, rows }: Expectation, run: RunFacts): Promise<ExpectationResult> {
  const message = await messageOf(sentence, rows, run);
  return { time: run.now, line, sentence, passed: message === '', message };
}

async function messageOf(text: string, written: Expectation['rows'], run: RunFacts): Promise<string> {
  const found = findSentence(text);
  invariant(found, `the format has checked the sentence ${text}`);
  try {
    const named = (name: string): unknown => run.accounts.get(name) ?? run.results.get(name);
    const rows = resolveReferences(written, { now: run.now, named });
    return await found.sentence.check({ run, args: found.args.map(({ value }) => value), rows });
  } catch (error) {
    if (error instanceof MissingReference) return error.message;
    if (error instanceof ApiError) return `a read for it was refused with ${error.code}: ${error.message}`;
    throw error;
  }
}
