import type { Deciders, Jobs } from '../handlers.ts';
import { exchangeCollateral } from './exchange-collateral.ts';
import type { FundsCommand } from './funds-commands.ts';
import { createSubAccount, renameAccount } from './subaccounts.ts';
import { transferCollateral } from './transfers.ts';
import { completeWithdrawal, withdrawCollateral } from './withdrawals.ts';

export const FUNDS_DECIDERS: Deciders<FundsCommand['type']> = {
  TransferCollateral: transferCollateral,
  WithdrawCollateral: withdrawCollateral,
  ExchangeCollateral: exchangeCollateral,
  CreateSubAccount: createSubAccount,
  RenameAccount: renameAccount,
};

export const FUNDS_JOBS: Jobs<'withdrawal'> = { withdrawal: completeWithdrawal };
