import { connection, retryNow } from '../data/exchange.ts';

/** Says when the exchange is not there. The pages keep showing what they knew last. */
export function ConnectionBanner() {
  const { state, problem } = connection.value;
  if (state === 'live' || state === 'opening') return null;
  return (
    <p class="banner" role="status">
      {problem === undefined
        ? 'The connection to the exchange is lost. What you see is the last known state.'
        : `The connection to the exchange is lost (${problem}). What you see is the last known state.`}{' '}
      <button type="button" class="button small" onClick={retryNow}>
        Connect now
      </button>
    </p>
  );
}
