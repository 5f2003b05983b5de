import { invariant } from '../../kernel/assert.ts';
import { ApiError } from '../../client/errors.ts';
import { MissingReference, resolveReferences } from '../format/references.ts';
import type { ExpectationResult } from '../run-result.ts';
import type { Expectation } from '../scenario.ts';
import { findSentence } from './catalogue.ts';
import type { RunFacts } from './facts.ts';

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
