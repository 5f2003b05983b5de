import type { Ledger, LedgerAccount, LedgerPosition } from './ledger.ts';
import type { ExchangeConfig } from '../../engine/config.ts';
import { unitsOf } from '../../kernel/decimal.ts';
import { accountNoOf, parseUint64 } from '../../kernel/ids.ts';
import type { Lots, Units } from '../../kernel/units.ts';
import { LEDGER, ShapeError } from '../../exchange/journal/shape.ts';
import type { Amounts, HeldRecord, LedgerRecord } from '../../exchange/journal/ledger-record.ts';

/** A ledger as it came over the wire. Throws ShapeError that names the field. */
export function readLedgerRecord(value: unknown): LedgerRecord {
  LEDGER(value);
  return value as LedgerRecord;
}

/** The same in the engine's units, to be compared. Throws ShapeError for what the configuration does not know. */
export function ledgerFrom(record: LedgerRecord, config: ExchangeConfig): Ledger {
  const lotsOf = (symbol: string, size: string, field: string): Lots => {
    const spec = config.markets.find((market) => market.symbol === symbol);
    const units = unitsOf(size);
    if (spec && units % BigInt(spec.lotUnits) === 0n) return Number(units / BigInt(spec.lotUnits));
    throw new ShapeError(field, `${size} is no size of a market ${symbol}`);
  };
  const positionOf = (held: HeldRecord, field: string): [string, LedgerPosition] => [
    held.symbol,
    {
      no: Number(parseUint64(held.positionId) ?? 0n),
      lots: lotsOf(held.symbol, held.size, `${field}.size`),
      cost: unitsOf(held.cost),
      entryCost: unitsOf(held.entryCost),
      entryLots: lotsOf(held.symbol, held.entrySize, `${field}.entrySize`),
      realizedPnl: unitsOf(held.realizedPnl),
      fees: unitsOf(held.fees),
      netFunding: unitsOf(held.netFunding),
    },
  ];
  const accountOf = (account: LedgerRecord['subAccounts'][number], index: number): [number, LedgerAccount] => {
    const field = `subAccounts[${index}]`;
    const no = accountNoOf(parseUint64(account.subAccountId) ?? 0n);
    if (no === undefined) throw new ShapeError(`${field}.subAccountId`, 'is the id of no subaccount');
    const { balances, pendingWithdraw, isolatedMargin, positions } = account;
    return [
      no,
      {
        balances: unitsIn(balances),
        pending: unitsIn(pendingWithdraw),
        isolated: unitsIn(isolatedMargin),
        positions: new Map(positions.map((held, place) => positionOf(held, `${field}.positions[${place}]`))),
      },
    ];
  };
  return {
    accounts: new Map(record.subAccounts.map(accountOf)),
    house: new Map(Object.entries(record.house).map(([name, amounts]) => [name, unitsIn(amounts)])),
    openInterest: new Map(
      Object.entries(record.openInterest).map(([symbol, size]) => [
        symbol,
        lotsOf(symbol, size, `openInterest.${symbol}`),
      ]),
    ),
  };
}

const unitsIn = (amounts: Amounts): Map<string, Units> =>
  new Map(Object.entries(amounts).map(([asset, amount]) => [asset, unitsOf(amount)]));
