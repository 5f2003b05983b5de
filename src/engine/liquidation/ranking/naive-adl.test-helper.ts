import { VAULT_NO } from '../../../kernel/ids.ts';
import { naiveAccount, naiveMarket, naiveNotional } from '../../risk/naive-risk.test-helper.ts';
import type { Position, State } from '../../state.ts';

const MINUTE_MS = 60_000;

/** Returns the bucket of a position by the definition: all positions of its side from before this minute, sorted. */
export function naiveBucket(state: State, position: Position): number {
  const minute = Math.floor(state.now / MINUTE_MS) * MINUTE_MS;
  if (position.openedAt >= minute) return 1;
  const { spec, mark } = naiveMarket(state, position.symbol);
  const leverage = ({ account }: Position): number =>
    naiveAccount(state, account).leverage.get(position.symbol) ?? spec.defaultLeverage;
  const gain = (of: Position): bigint =>
    (naiveNotional(spec, of.lots, mark) - of.cost) * BigInt(leverage(of)) * 1_000_000n;
  const size = ({ cost }: Position): bigint => (cost < 0n ? -cost : cost);
  const before = (a: Position, b: Position): boolean => {
    if ((a.account === VAULT_NO) !== (b.account === VAULT_NO)) return b.account === VAULT_NO;
    const difference = gain(a) * size(b) - gain(b) * size(a);
    return difference === 0n ? a.no < b.no : difference > 0n;
  };
  const ranked = [...state.accounts.values()].flatMap(({ positions }) => {
    const other = positions.get(position.symbol);
    return other && other.openedAt < minute && other.lots > 0 === position.lots > 0 ? [other] : [];
  });
  const place = ranked.filter((other) => before(other, position)).length;
  return 5 - Math.floor((5 * place) / ranked.length);
}
