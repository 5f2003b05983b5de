import { Type } from '@sinclair/typebox';
import { EVERY_ROLE } from '../../../action.ts';
import { defineTradeRead } from '../../../define.ts';
import { NO_FIELDS } from '../../../fields/table.ts';
import { Closed, NameText, OneOf, DecimalText, Time } from '../../../primitives.ts';

const Referral = Closed({
  referralId: NameText,
  referrerId: NameText,
  referredId: NameText,
  status: OneOf(['ACTIVE', 'EXPIRED']),
  commissionRate: DecimalText,
  totalEarnings: DecimalText,
  createdAt: Time,
});

const Result = Type.Array(Referral);

/**
 * Wallets that the owner has referred. No wallet refers another one here: a wallet has a code and a discount because the
 * control plane says so, and getFeeRate shows the discount; so the list is empty.
 *
 * Cost:   20 tokens.
 * Source: clause GETREFERRAL; wire 2.20.
 */
export const getReferral = defineTradeRead({
  name: 'getReferral',
  summary: 'List the referrals that earn the owner a commission.',
  examples: [{}],
  fields: NO_FIELDS,
  result: Result,
  refusals: [],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  cost: () => 20,
  usesHistory: false,
});
