import { gridOf } from '../../kernel/terms.ts';
import { collateralRowOf, positionRiskOf, summaryOf } from '../risk/margin.ts';
import {
  naiveBalance,
  naiveInitialMargin,
  naiveMarket,
  naiveNotional,
  naivePositionMaintenance,
  naivePrice,
  naiveSummary,
  naiveUnrealized,
  naiveValue,
} from '../risk/naive-risk.test-helper.ts';
import type { CollateralSpec } from '../config.ts';
import type { Account, Position, State } from '../state.ts';
import { agree, hold } from './watcher.test-helper.ts';

/** Every margin figure of every account, to the last unit. */
export function checkFiguresNaively(state: State): void {
  for (const account of state.accounts.values()) {
    const naive = naiveSummary(state, account);
    const summary = summaryOf(state, account);
    for (const [name, value] of Object.entries(naive)) {
      agree(`${name} of account ${account.no}`, summary[name as keyof typeof naive], value);
    }
    for (const spec of state.config.collaterals) checkRow(state, account, spec, naive.freeValue);
    for (const position of account.positions.values()) checkPosition(state, account, position);
  }
}

/** INV-40: what can be withdrawn can be, and one step more cannot. */
function checkRow(state: State, account: Account, spec: CollateralSpec, free: bigint): void {
  const name = `${spec.asset} of account ${account.no}`;
  const row = collateralRowOf(state, account, spec, free);
  const held = naiveBalance(account, spec.asset);
  const { value, adjusted } = naiveValue(state, spec, held);
  agree(`price of ${name}`, row.price, naivePrice(state, spec));
  agree(`value of ${name}`, row.value, value);
  agree(`haircut value of ${name}`, row.adjustedValue, adjusted);
  const grid = gridOf(spec);
  const fits = (amount: bigint): boolean =>
    amount <= held && free >= 0n && adjusted - naiveValue(state, spec, held - amount).adjusted <= free;
  const most = row.withdrawable;
  hold(most === 0n || fits(most), `INV-40 ${most} ${name} can be withdrawn`);
  hold(held <= 0n || !fits(most + grid), `INV-40 no more than ${most} ${name} can be withdrawn`);
}

function checkPosition(state: State, account: Account, position: Position): void {
  const name = `position ${position.no}`;
  const market = naiveMarket(state, position.symbol);
  const { spec, mark } = market;
  const risk = positionRiskOf(state, account, position);
  const leverage = account.leverage.get(spec.symbol) ?? spec.defaultLeverage;
  const notional = naiveNotional(spec, Math.abs(position.lots), mark);
  const used = account.isolated.get(spec.symbol)?.margin ?? naiveInitialMargin(spec, notional, leverage);
  agree(`unrealized PnL of ${name}`, risk.unrealizedPnl, naiveUnrealized(market, position));
  agree(`used margin of ${name}`, risk.usedMargin, used);
  agree(`maintenance of ${name}`, risk.maintenanceMargin, naivePositionMaintenance(market, position.lots));
}
