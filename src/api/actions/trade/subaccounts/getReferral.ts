import { type Static, Type } from '@sinclair/typebox';
import { defineTradeRead, EVERY_ROLE } from '../../../action.ts';
import { Closed, DecimalText, NameText, OneOf, SubAccountParams, Time } from '../../../primitives.ts';

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
 * Wallets that the owner has referred. Nobody refers anybody here: a wallet carries a code and a discount because the
 * control plane says so, and getFeeRate tells what that is worth; so the list is empty.
 *
 * Cost:   20 tokens.
 * Source: clause GETREFERRAL; wire 2.20.
 */
export const getReferral = defineTradeRead<null, Static<typeof Result>>({
  name: 'getReferral',
  summary: 'List the referrals that earn the owner a commission.',
  params: Type.Object(SubAccountParams),
  result: Result,
  refusals: [],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  cost: () => 20,
  usesHistory: false,
  parse: () => null,
  read: () => [],
});
