import { Type } from '@sinclair/typebox';
import { type Refusal, refuse } from '../../../../kernel/errors.ts';
import { EVERY_ROLE } from '../../../action.ts';
import { defineTradeRead } from '../../../define.ts';
import { texts } from '../../../fields/fields.ts';
import { assetText } from '../../../fields/funds.ts';
import { fieldTable, checked } from '../../../fields/table.ts';
import { Closed, DecimalText } from '../../../primitives.ts';

const SYMBOLS_MAX = 100;

export const Item = Closed({
  symbol: Type.String(),
  withdrawableAmount: DecimalText,
  quantity: DecimalText,
  pendingWithdraw: DecimalText,
  withdrawFee: DecimalText,
});

const Result = Closed({ items: Type.Array(Item), totalWithdrawableUsdt: DecimalText });

/**
 * What could be withdrawn of each of some assets, each as if it were the only one.
 *
 * Units:  amounts in the asset, fee included; the total is the haircut value, in USDT, that margin does not need.
 * Cost:   100 tokens.
 * Errors: 400 VALIDATION_ERROR for no symbols or more than 100. An unknown one gets a row of zeros.
 * Source: clauses GETWITHDRAWABLEAMOUNTS; wire 2.21.
 */
export const getWithdrawableAmounts = defineTradeRead({
  name: 'getWithdrawableAmounts',
  summary: 'Read what could be withdrawn now.',
  examples: [{ symbols: ['USDT', 'WETH'] }],
  fields: fieldTable({ symbols: checked(texts({ minItems: 1, maxItems: SYMBOLS_MAX }), readSymbols) }),
  result: Result,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT'],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  cost: () => 100,
  usesHistory: false,
});

function readSymbols(sent: readonly string[] = []): readonly string[] | Refusal {
  if (sent.length === 0) return refuse('VALIDATION_ERROR', 'At least one symbol is required');
  if (sent.length > SYMBOLS_MAX) return refuse('VALIDATION_ERROR', `symbols cannot exceed ${SYMBOLS_MAX}`);
  return sent.map(assetText);
}
