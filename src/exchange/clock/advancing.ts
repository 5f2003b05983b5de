import { refuse } from '../../kernel/errors.ts';

/** What a request gets that has waited too long for the end of an advance; it was not carried out. */
export const ADVANCING = refuse('SERVICE_UNAVAILABLE', 'the exchange clock is being advanced, send the request again');
