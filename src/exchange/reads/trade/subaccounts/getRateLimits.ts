import { getRateLimits } from '../../../../contract/actions/trade/subaccounts/getRateLimits.ts';
import { rateLimitOf } from '../../../../engine/admission.ts';
import { readTrade } from '../../read.ts';

/** What the response of getRateLimits is made of. */
export const getRateLimitsRead = readTrade(getRateLimits, (_, { limits, state, now, account }) => {
  const left = rateLimitOf(limits, state, account, now);
  const { requestsCap, remainingTokens } = left ?? { requestsCap: 0, remainingTokens: 0 };
  return { requestsUsed: requestsCap - remainingTokens, requestsCap };
});
