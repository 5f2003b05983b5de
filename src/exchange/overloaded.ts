import { refuse } from '../kernel/errors.ts';

/** What a request gets that has waited too long for its turn. It was not carried out, and nothing of it is in the log. */
export const OVERLOADED = refuse(
  'SERVICE_UNAVAILABLE',
  'the exchange has more requests than it can handle, send the request again',
);
export const OVERLOADED_RETRY_SECONDS = 1;
