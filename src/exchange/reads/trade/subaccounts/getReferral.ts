import { getReferral } from '../../../../contract/actions/trade/subaccounts/getReferral.ts';
import { readTrade } from '../../read.ts';

/** What the response of getReferral is made of. */
export const getReferralRead = readTrade(getReferral, () => []);
