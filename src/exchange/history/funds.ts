import {
  BALANCE_ACTIONS,
  type BalanceAction,
  type BalanceUpdateRow,
  type BalanceUpdatesQuery,
  FUNDS_STATUSES,
  type FundsStatus,
  TRANSFER_TYPES,
  type TransferRow,
  type TransfersQuery,
} from '../../contract/views.ts';
import type { EngineEvent } from '../../engine/event.ts';
import { invariant } from '../../kernel/errors.ts';
import { absBig } from '../../kernel/decimal.ts';
import { type AccountNo, type Address, VAULT_NO } from '../../kernel/ids.ts';
import type { TimeMs, Units } from '../../kernel/units.ts';
import { Filter, integer, type Reader, type Row, text, textOrNull } from './database.ts';
import type { Names } from './names.ts';
import type { MovementRow, RowSink } from './row-sink.ts';

/** What one event did to one balance. */
interface Change {
  readonly transfer: number;
  /** The receiving side of a movement that has two. */
  readonly second?: true;
  readonly account: AccountNo;
  readonly at: TimeMs;
  readonly action: BalanceAction;
  readonly asset: string;
  /** Signed. */
  readonly amount: Units;
  readonly value: Units;
  readonly fee?: Units;
  readonly destination?: Address;
  readonly txHash?: string;
  readonly from?: AccountNo;
  readonly to?: AccountNo;
}

/** Writes the rows of one event about collateral; of any other event it writes none. */
export function writeFunds(event: EngineEvent, names: Names, sink: RowSink): void {
  switch (event.type) {
    case 'Deposited':
      return writeChange({ ...event, action: 'DEPOSIT' }, names, sink);
    case 'WithdrawalRequested':
      return writeChange({ ...event, action: 'WITHDRAWAL', amount: -event.amount }, names, sink);
    case 'WithdrawalSettled':
      return sink.end({ row: rowOf(event), status: event.outcome, txHash: event.txHash });
    case 'Transferred':
      return writeTransfer(event, null, names, sink);
    case 'TransferFailed':
      return writeTransfer(event, event.errorMessage, names, sink);
    case 'CollateralExchanged':
      return writeExchange(event, names, sink);
    case 'TakenOver':
      for (const { asset, amount, value, transfer } of event.assets) {
        writeVaultMove({ ...event, asset, amount: -amount, value, transfer }, names, sink);
      }
      return undefined;
    case 'DeficitCovered': {
      const covered = { ...event, asset: names.settlementAsset, value: event.amount };
      return writeVaultMove(covered, names, sink);
    }
    default:
      return undefined;
  }
}

function writeTransfer(
  event: Extract<EngineEvent, { type: 'Transferred' | 'TransferFailed' }>,
  errorMessage: string | null,
  names: Names,
  sink: RowSink,
): void {
  const { transfer, from, to, asset, amount, value, at } = event;
  const side = { transfer, at, action: 'TRANSFER', asset, value, from, to } as const;
  writeChange({ ...side, account: from, amount: -amount }, names, sink);
  writeChange({ ...side, account: to, amount, second: true }, names, sink);
  writeMovement({ ...event, type: 'COLLATERAL_TRANSFER', errorMessage }, sink);
  if (errorMessage === null) return;
  sink.end({ row: rowOf({ transfer }), status: 'failed', txHash: null });
  sink.end({ row: rowOf({ transfer, second: true }), status: 'failed', txHash: null });
}

/**
 * What the vault took from a liquidated subaccount (a debt: negative, so that it comes from the vault) or gave it.
 * Only the subaccount's side has a row, because the vault belongs to no user.
 */
function writeVaultMove(
  move: Pick<Change, 'transfer' | 'account' | 'at' | 'asset' | 'amount' | 'value'>,
  names: Names,
  sink: RowSink,
): void {
  const { transfer, account, at, asset, amount } = move;
  const gained = amount > 0n;
  const [from, to] = gained ? [VAULT_NO, account] : [account, VAULT_NO];
  const value = absBig(move.value);
  const change = { transfer, account, at, action: 'TRANSFER', asset, amount, value, from, to } as const;
  writeChange(gained ? { ...change, second: true } : change, names, sink);
  writeMovement({ ...change, type: 'VAULT_TAKEOVER', amount: absBig(amount), errorMessage: null }, sink);
}

function writeMovement(movement: MovementRow, sink: RowSink): void {
  const { transfer, from, to, at, type, asset, amount, value, errorMessage } = movement;
  sink.movement({ transfer, from, to, at, type, asset, amount, value, errorMessage });
}

function writeExchange(
  event: Extract<EngineEvent, { type: 'CollateralExchanged' }>,
  names: Names,
  sink: RowSink,
): void {
  const { transfer, account, at, source, taken, takenValue, target, received } = event;
  const side = { transfer, account, at, action: 'TRANSFER' } as const;
  writeChange({ ...side, asset: source, amount: -taken, value: takenValue }, names, sink);
  writeChange({ ...side, asset: target, amount: received, value: received, second: true }, names, sink);
}

/** A movement has one number and at most two sides: twice the number, plus one for the receiving side. */
const rowOf = ({ transfer, second }: Pick<Change, 'transfer' | 'second'>): number => transfer * 2 + Number(second ?? 0);

function writeChange(change: Change, names: Names, sink: RowSink): void {
  const { account, from, to, destination } = change;
  for (const no of [account, from, to]) if (no !== undefined) names.account(no, sink);
  const { at, action, asset, amount, value, fee = 0n, txHash = null } = change;
  sink.update({
    row: rowOf(change),
    account,
    at,
    action,
    asset,
    amount,
    fee,
    value,
    destination: destination ?? null,
    txHash,
    from: from ?? null,
    to: to ?? null,
  });
}

/** Balance updates of one subaccount, newest first, equal times by descending id. */
export function readBalanceUpdates(database: Reader, query: BalanceUpdatesQuery): BalanceUpdateRow[] {
  const filter = new Filter()
    .and('account = :account', 'account', query.account)
    .between('at', query.from, query.to)
    // No word of the list is part of another.
    .and('instr(:actions, action) > 0', 'actions', query.actions.join(','));
  const page = `SELECT * FROM balance_history WHERE ${filter.where} ORDER BY at DESC, row DESC LIMIT :limit OFFSET :offset`;
  return database.all(page, { ...filter.params, ':limit': query.limit, ':offset': query.offset }, readBalanceUpdate);
}

function readBalanceUpdate(row: Row): BalanceUpdateRow {
  return {
    id: text(row, 'id'),
    action: wordOf(BALANCE_ACTIONS, text(row, 'action')),
    status: wordOf<FundsStatus>(FUNDS_STATUSES, text(row, 'status')),
    amount: text(row, 'amount'),
    fee: text(row, 'fee'),
    grossAmount: text(row, 'gross_amount'),
    collateral: text(row, 'asset'),
    usdtNotional: text(row, 'usdt_notional'),
    timestamp: integer(row, 'at'),
    destinationAddress: textOrNull(row, 'destination'),
    txHash: textOrNull(row, 'tx_hash'),
    fromSubAccountId: textOrNull(row, 'from_sub_account_id'),
    toSubAccountId: textOrNull(row, 'to_sub_account_id'),
  };
}

/** Transfers out of and into one subaccount, newest first, with the count of all that match. */
export function readTransfers(database: Reader, query: TransfersQuery): { rows: TransferRow[]; total: number } {
  const filter = new Filter()
    .and('(from_account = :account OR to_account = :account)', 'account', query.account)
    .between('at', query.from, query.to)
    .and('asset = :asset', 'asset', query.asset);
  const page = `SELECT * FROM transfer_history WHERE ${filter.where} ORDER BY row DESC LIMIT :limit OFFSET :offset`;
  const count = `SELECT count(*) AS total FROM transfers WHERE ${filter.where}`;
  const [total] = database.all(count, filter.params, (row) => integer(row, 'total'));
  return {
    rows: database.all(page, { ...filter.params, ':limit': query.limit, ':offset': query.offset }, readTransfer),
    total: total ?? 0,
  };
}

function readTransfer(row: Row): TransferRow {
  const errorMessage = textOrNull(row, 'error_message');
  return {
    transferId: text(row, 'transfer_id'),
    from: text(row, 'from_sub_account_id'),
    to: text(row, 'to_sub_account_id'),
    symbol: text(row, 'asset'),
    amount: text(row, 'amount'),
    transferType: wordOf(TRANSFER_TYPES, text(row, 'type')),
    usdtNotional: text(row, 'usdt_notional'),
    timestamp: integer(row, 'at'),
    status: errorMessage === null ? 'success' : 'failed',
    errorMessage,
  };
}

function wordOf<T extends string>(words: readonly T[], word: string): T {
  const known = words.find((candidate) => candidate === word);
  invariant(known, `${word} is a word that rows are written with`);
  return known;
}
