import { type Static, Type } from '@sinclair/typebox';
import { rateLimitOf } from '../../../../engine/admission/limits.ts';
import { EVERY_ROLE } from '../../../action.ts';
import { Closed } from '../../../primitives.ts';
import { defineTradeRead } from '../../../define.ts';
import { fieldTable } from '../../../fields/table.ts';
import { ignored } from '../../../fields/fields.ts';

const Tokens = Type.Integer({ minimum: 0 });

const RateLimitsRecord = Closed({ requestsUsed: Tokens, requestsCap: Tokens });
type RateLimitsRecord = Static<typeof RateLimitsRecord>;

/**
 * The bucket of the subaccount: what is missing from it, this request included, and what it holds when full.
 * Both are 0 where nothing is limited.
 *
 * Units:  tokens. A token that is back in part counts as used until it is whole.
 * Cost:   20 tokens.
 * Source: clauses GETRATELIMITS, RATESNAP-REQUESTSUSED; wire 2.20.
 */
export const getRateLimits = defineTradeRead({
  name: 'getRateLimits',
  summary: 'Read what the rate limit leaves a subaccount.',
  fields: fieldTable({ user: ignored(Type.Unknown({ description: 'Taken and not looked at.' })) }),
  result: RateLimitsRecord,
  refusals: [],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  cost: () => 20,
  usesHistory: false,
  read: (_, { limits, state, now, account }) => {
    const left = rateLimitOf(limits, state, account, now);
    const { requestsCap, remainingTokens } = left ?? { requestsCap: 0, remainingTokens: 0 };
    return { requestsUsed: requestsCap - remainingTokens, requestsCap };
  },
});
