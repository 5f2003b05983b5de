import type { AccountNo } from '../../kernel/ids.ts';
import type { Against, Figure, Findings } from './findings.ts';
import type { Ledger, LedgerAccount, LedgerPosition } from './ledger.ts';

/** Holds what an exchange says it holds against the books, figure by figure, in both directions. */
export function compareLedgers(findings: Findings, books: Ledger, found: Ledger, against: Against): void {
  const compare = (what: string, account: AccountNo | null, subject: string, expected: Figure, is: Figure): void => {
    findings.compare({ against, seq: null, event: null, account, subject, what }, expected, is);
  };
  for (const no of keysOf(books.accounts, found.accounts)) {
    const [mine, theirs] = [books.accounts.get(no), found.accounts.get(no)];
    if (mine && theirs)
      compareAccounts(mine, theirs, (what, ...rest) => {
        compare(what, no, ...rest);
      });
    else compare('subaccount', no, '', mine ? 'open' : 'none', theirs ? 'open' : 'none');
  }
  for (const name of keysOf(books.house, found.house)) {
    const [mine, theirs] = [books.house.get(name) ?? NOTHING, found.house.get(name) ?? NOTHING];
    for (const asset of keysOf(mine, theirs)) {
      compare(`house account ${name}`, null, asset, mine.get(asset) ?? 0n, theirs.get(asset) ?? 0n);
    }
  }
  for (const symbol of keysOf(books.openInterest, found.openInterest)) {
    compare('open interest', null, symbol, books.openInterest.get(symbol) ?? 0, found.openInterest.get(symbol) ?? 0);
  }
}

const NOTHING: ReadonlyMap<string, bigint> = new Map();

type Compare = (what: string, subject: string, expected: Figure, found: Figure) => void;

function compareAccounts(mine: LedgerAccount, theirs: LedgerAccount, compare: Compare): void {
  const amounts = [
    ['balance', mine.balances, theirs.balances],
    ['pending withdrawals', mine.pending, theirs.pending],
  ] as const;
  for (const [what, expected, found] of amounts) {
    for (const asset of keysOf(expected, found))
      compare(what, asset, expected.get(asset) ?? 0n, found.get(asset) ?? 0n);
  }
  // A market that is isolated and holds nothing is not one that is cross.
  for (const symbol of keysOf(mine.isolated, theirs.isolated)) {
    compare('isolated margin', symbol, mine.isolated.get(symbol) ?? null, theirs.isolated.get(symbol) ?? null);
  }
  for (const symbol of keysOf(mine.positions, theirs.positions)) {
    comparePositions(mine.positions.get(symbol), theirs.positions.get(symbol), symbol, compare);
  }
}

/** Each figure of a position, and its name in a finding. */
const FIGURES: Readonly<Record<keyof LedgerPosition, string>> = {
  no: 'position number',
  lots: 'position lots',
  cost: 'position cost',
  entryCost: 'entry cost',
  entryLots: 'entry lots',
  realizedPnl: 'realized PnL of the position',
  fees: 'fees of the position',
  netFunding: 'funding of the position',
};

function comparePositions(
  mine: LedgerPosition | undefined,
  theirs: LedgerPosition | undefined,
  symbol: string,
  compare: Compare,
): void {
  if (mine && theirs) {
    for (const [key, what] of Object.entries(FIGURES) as [keyof LedgerPosition, string][]) {
      compare(what, symbol, mine[key], theirs[key]);
    }
  } else compare('position lots', symbol, mine?.lots ?? 0, theirs?.lots ?? 0);
}

const keysOf = <K>(a: ReadonlyMap<K, unknown>, b: ReadonlyMap<K, unknown>): Set<K> =>
  new Set([...a.keys(), ...b.keys()]);
