import type { CommandOutcome } from '../../../../engine/engine.ts';
import { isRefusal, type Refusal, refuse } from '../../../../kernel/errors.ts';
import { DECIMAL_TEXT_MAX } from '../../../../kernel/decimal.ts';
import { type AccountNo, accountNoOf, parseUint64 } from '../../../../kernel/ids.ts';
import type { Units } from '../../../../kernel/units.ts';
import { type ActionContext } from '../../../action.ts';
import { readAmount, readCollateral } from '../../../fields/funds.ts';
import { defaulted, fieldTable, optional, SYMBOL_MAX, tooLong } from '../../../fields/table.ts';
import { AssetText, Closed, DecimalText } from '../../../primitives.ts';
import { defineWrite } from '../../../define.ts';
import { id, textAs } from '../../../fields/fields.ts';
import { signedMessage } from '../../../signing.ts';
import { OTHER_EXAMPLE_ID } from '../../../example-values.ts';

const Result = Closed({});

const NOT_THEIRS = 'not the owner or manager of this subaccount';
/** The largest subaccount id (wire 6.7). */
const DESTINATION_MAX = 2n ** 63n - 2n;

interface Transfer {
  readonly to: AccountNo;
  readonly asset: string;
  readonly amount: Units;
}

/**
 * Moves collateral to another subaccount of the same owner, whole and at once.
 *
 * Units:  `amount` in whole units of the asset, signed exactly as sent.
 * Cost:   5 tokens.
 * Errors: 401 unless the signer is the owner of both ends or manages for it, before anything about the amount; then 400
 *         ASSET_NOT_FOUND, INVALID_VALUE (not positive), VALIDATION_ERROR (precision, missing fields),
 *         INSUFFICIENT_MARGIN (more than is held, or than margin allows).
 * Source: clauses TRANSFERCOLLATERAL; wire 2.12, 7.1.
 */
export const transferCollateral = defineWrite({
  name: 'transferCollateral',
  summary: 'Move collateral between two subaccounts.',
  examples: [{ destinationSubAccountId: OTHER_EXAMPLE_ID, symbol: 'USDT', amount: '250.5' }],
  fields: fieldTable({
    destinationSubAccountId: optional(id()),
    to: optional(id()),
    symbol: defaulted(textAs(AssetText), ''),
    amount: defaulted(textAs(DecimalText), ''),
  }).refine(readTransfer),
  result: Result,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT', 'INVALID_VALUE', 'ASSET_NOT_FOUND', 'INSUFFICIENT_MARGIN'],
  auth: {
    roles: ['owner', 'manager'],
    strangerCode: 'UNAUTHORIZED',
    strangerText: NOT_THEIRS,
    refusal: refuse('UNAUTHORIZED', NOT_THEIRS),
  },
  cost: () => 5,
  typedMessage: (sent, request) => signedMessage('TransferCollateral', sent, request),
  parse: (sent, context): Transfer | Refusal => {
    const to = destinationOf(sent.to, context);
    if (isRefusal(to)) return to;
    if (to === context.account.no) return refuse('VALIDATION_ERROR', 'invalid request');
    const { symbol, amount: text } = sent;
    const long = tooLong(SYMBOL_MAX, { symbol }) ?? tooLong(DECIMAL_TEXT_MAX, { amount: text });
    if (long !== undefined) return refuse('VALIDATION_ERROR', long);
    if (symbol === '') return refuse('INVALID_FORMAT', 'asset name empty');
    const spec = readCollateral(symbol, context.state);
    if (isRefusal(spec)) return spec;
    const amount = readAmount(text, spec, 'transfer');
    if (isRefusal(amount)) return amount;
    return amount > 0n ? { to, asset: spec.asset, amount } : refuse('INVALID_VALUE', 'amount must be a positive value');
  },
  toCommands: (transfer, { account }) => [{ type: 'TransferCollateral', from: account.no, ...transfer }],
  // One that fails while it is carried out is our failure; its record says why.
  toResult: (_, [outcome]) => outcome?.refusal ?? (hasFailed(outcome) ? refuse('INTERNAL_ERROR') : {}),
});

const hasFailed = (outcome: CommandOutcome | undefined): boolean =>
  outcome?.events.some(({ type }) => type === 'TransferFailed') === true;

interface TransferFields {
  readonly destinationSubAccountId: string | undefined;
  readonly to: string | undefined;
  readonly symbol: string;
  readonly amount: string;
}

interface SentTransfer {
  readonly to: bigint;
  readonly symbol: string;
  readonly amount: string;
}

/** What is signed: the destination in either of its two spellings, asset and amount as they are, empty when absent. */
function readTransfer({
  destinationSubAccountId: destination,
  to = destination,
  symbol,
  amount,
}: TransferFields): SentTransfer | Refusal {
  if (destination !== undefined && destination !== to) {
    return refuse('VALIDATION_ERROR', 'cannot specify both to and destinationSubAccountId with different values');
  }
  const id = to === undefined ? undefined : parseUint64(to);
  if (id === undefined || id === 0n || id > DESTINATION_MAX) {
    return refuse('VALIDATION_ERROR', 'to must be a valid positive integer');
  }
  return { to: id, symbol, amount };
}

/** The other end, when it has the same owner; a missing subaccount gives the same refusal as one of another owner. */
function destinationOf(id: bigint, { state, account }: ActionContext): AccountNo | Refusal {
  const no = accountNoOf(id);
  const destination = no === undefined ? undefined : state.accounts.get(no);
  return destination?.owner === account.owner ? destination.no : refuse('UNAUTHORIZED', NOT_THEIRS);
}
