import { VAULT_NO } from '../../kernel/ids.ts';
import { naiveAccount, naiveMarket, naiveNotional } from '../risk/naive-risk.test-helper.ts';
import type { Position, State } from '../state.ts';

const MINUTE_MS = 60_000;

/** Returns the bucket of a position by the definition: all positions of its side from before this minute, sorted. */
export function naiveBucket(state: State, position: Position): number {
  const minute = Math.floor(state.now / MINUTE_MS) * MINUTE_MS;
  if (position.openedAt >= minute) return 1;
  const before = naiveOrder(state, position.symbol);
  const ranked = positionsBeside(state, position).filter(({ openedAt }) => openedAt < minute);
  const place = ranked.filter((other) => before(other, position)).length;
  return 5 - Math.floor((5 * place) / ranked.length);
}

/** Returns the accounts of all positions on the side of one, in the order in which they are deleveraged. */
export function naiveWinners(state: State, position: Position): number[] {
  const before = naiveOrder(state, position.symbol);
  return positionsBeside(state, position)
    .sort((a, b) => (before(a, b) ? -1 : 1))
    .map(({ account }) => account);
}

function positionsBeside(state: State, { symbol, lots }: Position): Position[] {
  return [...state.accounts.values()].flatMap(({ positions }) => {
    const other = positions.get(symbol);
    return other && other.lots > 0 === lots > 0 ? [other] : [];
  });
}

/** Says of two positions of a side whether the first is deleveraged before the second. */
function naiveOrder(state: State, symbol: string): (a: Position, b: Position) => boolean {
  const { spec, mark } = naiveMarket(state, symbol);
  const leverage = ({ account }: Position): number =>
    naiveAccount(state, account).leverage.get(symbol) ?? spec.defaultLeverage;
  const gain = (of: Position): bigint =>
    (naiveNotional(spec, of.lots, mark) - of.cost) * BigInt(leverage(of)) * 1_000_000n;
  const size = ({ cost }: Position): bigint => (cost < 0n ? -cost : cost);
  return (a, b) => {
    if ((a.account === VAULT_NO) !== (b.account === VAULT_NO)) return b.account === VAULT_NO;
    const difference = gain(a) * size(b) - gain(b) * size(a);
    return difference === 0n ? a.no < b.no : difference > 0n;
  };
}
