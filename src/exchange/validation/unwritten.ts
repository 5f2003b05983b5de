import { type Refusal, refuse } from '../../kernel/errors.ts';
import type { JournalError } from '../journal/journal-error.ts';

/** When a request may be sent again that the journal did not take. */
export const RETRY_AFTER_SECONDS = 5;
export const RETRY_LATER = { 'retry-after': String(RETRY_AFTER_SECONDS) };

/** The refusal of a request that the journal did not take, or whose input may not be durable. */
export const unwritten = ({ kind }: JournalError): Refusal =>
  refuse('SERVICE_UNAVAILABLE', kind === 'full' ? FULL : FAILED);

const FULL = 'the exchange has no space to record requests, not accepting any that change it';
const FAILED = 'the exchange can record nothing any more and is stopping';
