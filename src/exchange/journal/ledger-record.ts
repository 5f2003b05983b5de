import { digestOf } from '../../kernel/binary-form.ts';
import { count, primitive, text } from '../../kernel/codec/codec.ts';
import { dictionary, listReader, recordReader } from '../../kernel/codec/collections.ts';
import { subAccountIdOf } from '../../kernel/ids.ts';
import type { Units } from '../../kernel/units.ts';
import { formatAmount, formatEntry, formatLots } from '../../contract/format.ts';
import { stateDigest } from '../../engine/canonical-state.ts';
import { hexDigest } from './input-codec.ts';
import type { MarketSpec } from '../../engine/config.ts';
import type { Account, Position, State } from '../../engine/state.ts';
import { mapRecord } from '../../kernel/entries.ts';

/** What an exchange holds at one input of its log, in wire decimals: what an audit is held against. */
export interface LedgerRecord {
  /** Inputs applied and events emitted so far. */
  readonly inputs: number;
  readonly events: number;
  /** Exchange time of the last input, Unix ms. */
  readonly at: number;
  readonly digest: string;
  /** By number; the insurance vault is the last of them. */
  readonly subAccounts: readonly SubAccountRecord[];
  /** Balances of the house accounts, by account and asset. */
  readonly house: Readonly<Record<string, Amounts>>;
  /** Base quantity of all long positions, by market. */
  readonly openInterest: Amounts;
}

export interface SubAccountRecord {
  readonly subAccountId: string;
  readonly owner: string;
  readonly name: string;
  readonly balances: Amounts;
  readonly pendingWithdraw: Amounts;
  /** By market; one that is listed is isolated, whatever it holds. */
  readonly isolatedMargin: Amounts;
  readonly positions: readonly HeldRecord[];
}

/** Decimal texts by asset or market. */
export type Amounts = Readonly<Record<string, string>>;

/** Sizes and costs are signed: a short is negative. Entry is that of the last growth, `entryPrice` their rounded quotient. */
export interface HeldRecord {
  readonly positionId: string;
  readonly symbol: string;
  readonly size: string;
  readonly cost: string;
  readonly entryPrice: string;
  readonly entryCost: string;
  readonly entrySize: string;
  readonly realizedPnl: string;
  readonly fees: string;
  readonly netFunding: string;
}

/** Signed, with at most eight decimals. */
const decimal = primitive(
  'a decimal text',
  (value): value is string => typeof value === 'string' && /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]{1,8})?$/.test(value),
);
const amounts = dictionary(decimal);
const held = recordReader<HeldRecord>({
  positionId: text,
  symbol: text,
  size: decimal,
  cost: decimal,
  entryPrice: decimal,
  entryCost: decimal,
  entrySize: decimal,
  realizedPnl: decimal,
  fees: decimal,
  netFunding: decimal,
});
const subAccount = recordReader<SubAccountRecord>({
  subAccountId: text,
  owner: text,
  name: text,
  balances: amounts,
  pendingWithdraw: amounts,
  isolatedMargin: amounts,
  positions: listReader(held),
});

/** Reads a ledger from a file or the wire; throws CodecError that names the field. */
export const ledgerReader = recordReader<LedgerRecord>({
  inputs: count,
  events: count,
  at: count,
  digest: hexDigest,
  subAccounts: listReader(subAccount),
  house: dictionary(amounts),
  openInterest: amounts,
});

/** Returns what an exchange holds now, in wire decimals. `digest` is that of the exchange, see `exchangeDigest`. */
export function ledgerRecordOf(state: Readonly<State>, digest: string): LedgerRecord {
  const markets = new Map(state.config.markets.map((spec) => [spec.symbol, spec]));
  const accounts = [...state.accounts.values()].sort((a, b) => a.no - b.no);
  return {
    inputs: state.inputSeq,
    events: state.eventSeq,
    at: state.now,
    digest,
    subAccounts: accounts.map((account) => subAccountOf(account, markets)),
    house: mapRecord(state.house, textsOf),
    openInterest: Object.fromEntries(
      [...state.markets.values()].map(({ spec, openInterest }) => [spec.symbol, formatLots(spec, openInterest)]),
    ),
  };
}

type Held = Iterable<readonly [string, Units]>;

const textsOf = (amounts: Held): Amounts =>
  Object.fromEntries([...amounts].map(([asset, amount]) => [asset, formatAmount(amount)]));

function subAccountOf(account: Account, markets: ReadonlyMap<string, MarketSpec>): SubAccountRecord {
  const margins = [...account.isolated].map(([symbol, { margin }]) => [symbol, margin] as const);
  return {
    subAccountId: subAccountIdOf(account.no),
    owner: account.owner,
    name: account.name,
    balances: textsOf(account.balances),
    pendingWithdraw: textsOf(account.pendingWithdraw),
    isolatedMargin: textsOf(margins),
    positions: [...account.positions.values()].flatMap((position) => {
      const spec = markets.get(position.symbol);
      return spec ? [heldOf(spec, position)] : [];
    }),
  };
}

const heldOf = (spec: MarketSpec, position: Position): HeldRecord => ({
  positionId: String(position.no),
  symbol: position.symbol,
  size: formatLots(spec, position.lots),
  cost: formatAmount(position.cost),
  entryPrice: formatEntry(spec, position),
  entryCost: formatAmount(position.entryCost),
  entrySize: formatLots(spec, position.entryLots),
  realizedPnl: formatAmount(position.realizedPnl),
  fees: formatAmount(position.fees),
  netFunding: formatAmount(position.netFunding),
});

/**
 * Digest of an exchange: all its inputs and events (`chain`), and the state it came to (DET-08, DET-09). The
 * configuration is in the genesis of every run, so it is part of the state.
 */
export const exchangeDigest = (chain: string, state: State): string => exchangeDigestOf(chain, stateDigest(state));

/** The same where the digest of the state is known already. */
export const exchangeDigestOf = (chain: string, state: string): string => digestOf({ chain, state });
