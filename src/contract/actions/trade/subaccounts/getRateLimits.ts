import { Type, type Static } from '@sinclair/typebox';
import { EVERY_ROLE } from '../../../action.ts';
import { defineTradeRead } from '../../../define.ts';
import { ignored } from '../../../fields/fields.ts';
import { fieldTable } from '../../../fields/table.ts';
import { Closed } from '../../../primitives.ts';

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
  examples: [{}],
  fields: fieldTable({ user: ignored(Type.Unknown({ description: 'Taken and not looked at.' })) }),
  result: RateLimitsRecord,
  refusals: [],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  cost: () => 20,
  usesHistory: false,
});
