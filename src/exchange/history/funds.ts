import { checksumAddress } from '../../contract/address.ts';
import { formatAmount } from '../../contract/format.ts';
import type {
  BalanceAction,
  BalanceUpdateRow,
  BalanceUpdatesQuery,
  TransferRow,
  TransfersQuery,
} from '../../contract/views.ts';
import type { EngineEvent } from '../../engine/event.ts';
import { absBig } from '../../kernel/decimal.ts';
import { type AccountNo, type Address, subAccountIdOf, VAULT_NO } from '../../kernel/ids.ts';
import type { TimeMs, Units } from '../../kernel/units.ts';
import type { Names } from './names.ts';
import type { RecordLog } from './record-log.ts';
import type { MovementRow, RowSink, UpdateRow } from './row-sink.ts';

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
export function readBalanceUpdates(log: RecordLog, query: BalanceUpdatesQuery): BalanceUpdateRow[] {
  const updates = log.balanceUpdates;
  const { account, from, to, actions, limit, offset } = query;
  const places = updates.places(updates.window(account, from, to));
  const isAsked = (place: number): boolean => actions.includes(updates.value(place, 'action'));
  return pageOf(places, isAsked, limit, offset).map((place) => balanceUpdate(log, updates.at(place)));
}

function balanceUpdate(log: RecordLog, row: UpdateRow): BalanceUpdateRow {
  const end = log.endOf(row.row);
  const { action, at, asset, destination, txHash, from, to } = row;
  return {
    id: String(row.row),
    action,
    status: end?.status ?? (action === 'WITHDRAWAL' ? 'pending' : 'success'),
    amount: formatAmount(row.amount),
    fee: formatAmount(row.fee),
    grossAmount: formatAmount(absBig(row.amount)),
    collateral: asset,
    usdtNotional: formatAmount(row.value),
    timestamp: at,
    destinationAddress: destination === null ? null : checksumAddress(destination),
    txHash: txHash ?? end?.txHash ?? null,
    fromSubAccountId: from === null ? null : subAccountIdOf(from),
    toSubAccountId: to === null ? null : subAccountIdOf(to),
  };
}

/** The page of those places that are asked for. */
function pageOf(
  places: Iterable<number>,
  isAsked: (place: number) => boolean,
  limit: number,
  offset: number,
): number[] {
  const page: number[] = [];
  let skip = offset;
  for (const place of places) {
    if (page.length >= limit) break;
    if (!isAsked(place)) continue;
    if (skip > 0) skip -= 1;
    else page.push(place);
  }
  return page;
}

/** Transfers out of and into one subaccount, newest first, with the count of all that match. */
export function readTransfers(log: RecordLog, query: TransfersQuery): { rows: TransferRow[]; total: number } {
  const { account, from, to, asset, limit, offset } = query;
  const { transfers } = log;
  const window = transfers.window(account, from, to);
  if (asset === undefined)
    return { rows: transfers.page(window, limit, offset).map(transfer), total: Math.max(0, window.to - window.from) };
  const all = [...transfers.places(window)].filter((place) => transfers.value(place, 'asset') === asset);
  return { rows: all.slice(offset, offset + limit).map((place) => transfer(transfers.at(place))), total: all.length };
}

const transfer = (row: MovementRow): TransferRow => ({
  transferId: String(row.transfer),
  from: subAccountIdOf(row.from),
  to: subAccountIdOf(row.to),
  symbol: row.asset,
  amount: formatAmount(row.amount),
  transferType: row.type,
  usdtNotional: formatAmount(row.value),
  timestamp: row.at,
  status: row.errorMessage === null ? 'success' : 'failed',
  errorMessage: row.errorMessage,
});
