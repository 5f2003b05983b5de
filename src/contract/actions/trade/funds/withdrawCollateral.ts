import { Type } from '@sinclair/typebox';
import type { WithdrawalRequestedEvent } from '../../../../engine/accounts/account-terms.ts';
import { invariant, isRefusal, type Refusal, refuse } from '../../../../kernel/errors.ts';
import { DECIMAL_TEXT_MAX } from '../../../../kernel/decimal.ts';
import type { Address } from '../../../../kernel/ids.ts';
import type { Units } from '../../../../kernel/units.ts';
import { ADDRESS_LENGTH, checksumAddress, parseAddress, ZERO_ADDRESS } from '../../../address.ts';
import { formatAmount } from '../../../format.ts';
import { onGrid, readCollateral, readDecimal } from '../../../fields/funds.ts';
import { checked, defaulted, fieldTable, SYMBOL_MAX, tooLong } from '../../../fields/table.ts';
import { AddressText, AssetText, Closed, DecimalText } from '../../../primitives.ts';
import { defineWrite } from '../../../define.ts';
import { textAs } from '../../../fields/fields.ts';
import { signedMessage } from '../../../signing.ts';
import { EXAMPLE_OWNER } from '../../../example-values.ts';

const NOT_THEIRS = 'not the owner or manager of this subaccount';

const Result = Closed({
  requestId: Type.String({ minLength: 1, description: 'Names the withdrawal, not the request' }),
  symbol: AssetText,
  amount: DecimalText,
  destination: AddressText,
  timestamp: Type.Literal(0, { description: 'Deprecated' }),
  withdrawTime: Type.Literal(0, { description: 'Deprecated' }),
});

interface Withdrawal {
  readonly asset: string;
  readonly amount: Units;
  readonly destination: Address;
}

/**
 * Sends collateral out of the exchange: it leaves the balance at once and is pending until it is paid or comes back.
 *
 * Units:  `amount` in whole units of the asset, the fee included; the destination receives the rest.
 * Cost:   5 tokens.
 * Errors: 401 for delegates and strangers, 403 for a manager who sends elsewhere than to the owner; 400
 *         VALIDATION_ERROR for amount and destination, ASSET_NOT_FOUND, `Insufficient withdrawable balance`.
 * Source: clauses WITHDRAWCOLLATERAL, WITHDRAW-*; wire 1.8, 2.11.
 */
export const withdrawCollateral = defineWrite({
  name: 'withdrawCollateral',
  summary: 'Withdraw collateral to a wallet.',
  examples: [{ symbol: 'USDT', amount: '100', destination: EXAMPLE_OWNER }],
  fields: fieldTable({
    symbol: defaulted(textAs(AssetText), ''),
    amount: defaulted(textAs(DecimalText), ''),
    destination: checked(textAs(AddressText), readDestination),
  }),
  result: Result,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT', 'ASSET_NOT_FOUND', 'FORBIDDEN'],
  auth: {
    roles: ['owner', 'manager'],
    strangerCode: 'UNAUTHORIZED',
    strangerText: NOT_THEIRS,
    refusal: refuse('UNAUTHORIZED', NOT_THEIRS),
  },
  cost: () => 5,
  typedMessage: (sent, request) => signedMessage('WithdrawCollateral', sent, request),
  parse: (sent, { state, account, role }): Withdrawal | Refusal => {
    if (role === 'manager' && sent.destination !== account.owner) {
      return refuse('FORBIDDEN', "Managers may only withdraw to the owner's wallet address");
    }
    const fault = shapeFault(sent);
    if (fault !== undefined) return refuse('VALIDATION_ERROR', fault);
    const spec = readCollateral(sent.symbol, state);
    if (isRefusal(spec)) return spec;
    const number = readDecimal(sent.amount);
    if (isRefusal(number)) return number;
    if (number.digits === 0n) return refuse('VALIDATION_ERROR', 'withdrawal amount must be positive');
    if (number.digits < 0n) return refuse('VALIDATION_ERROR', 'amount must be a positive value');
    const amount = onGrid(number, spec, 'withdrawal');
    if (isRefusal(amount)) return amount;
    if (amount > spec.withdrawFee) return { asset: spec.asset, amount, destination: sent.destination };
    const fee = `${formatAmount(spec.withdrawFee)} ${spec.asset}`;
    return refuse('VALIDATION_ERROR', `withdrawal amount must be greater than ${fee} fee`);
  },
  toCommands: (withdrawal, { account }) => [{ type: 'WithdrawCollateral', account: account.no, ...withdrawal }],
  toResult: ({ asset, amount, destination }, [outcome]) => {
    if (outcome?.refusal) return outcome.refusal;
    const requested = outcome?.events.find(
      (event): event is Extract<typeof event, WithdrawalRequestedEvent> => event.type === 'WithdrawalRequested',
    );
    invariant(requested, 'an accepted withdrawal is requested');
    return {
      requestId: requested.requestId,
      symbol: asset,
      amount: formatAmount(amount),
      destination: checksumAddress(destination),
      timestamp: 0 as const,
      withdrawTime: 0 as const,
    };
  },
});

interface SentWithdrawal {
  readonly symbol: string;
  readonly amount: string;
  readonly destination: Address;
}

/** What is signed, as sent; only a destination that is no address cannot be. Errors: VALIDATION_ERROR, INVALID_FORMAT. */
function readDestination(destination = ''): Address | Refusal {
  const long = tooLong(ADDRESS_LENGTH, { destination });
  if (long !== undefined) return refuse('VALIDATION_ERROR', long);
  if (destination === '') return refuse('VALIDATION_ERROR', 'destination address is required');
  if (destination !== destination.trim()) {
    return refuse('VALIDATION_ERROR', 'destination must not include leading or trailing whitespace');
  }
  return parseAddress(destination) ?? refuse('VALIDATION_ERROR', 'destination must be a valid Ethereum address');
}

/** What is wrong with the texts of a withdrawal, lengths first, or undefined. */
function shapeFault({ symbol, amount, destination }: SentWithdrawal): string | undefined {
  const long = tooLong(SYMBOL_MAX, { symbol }) ?? tooLong(DECIMAL_TEXT_MAX, { amount });
  if (long !== undefined) return long;
  if (symbol === '') return 'symbol is required';
  if (symbol !== symbol.trim().toUpperCase()) return 'symbol must use canonical uppercase format';
  if (amount === '') return 'amount must be a positive value';
  return destination === ZERO_ADDRESS ? 'destination must not be the zero address' : undefined;
}
