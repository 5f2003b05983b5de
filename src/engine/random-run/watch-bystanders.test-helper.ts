import { VAULT_NO } from '../../kernel/ids.ts';
import type { EngineEvent } from '../event.ts';
import { naiveValue } from '../risk/naive-risk.test-helper.ts';
import type { Account, State } from '../state.ts';
import { hold, type Watcher } from './watcher.test-helper.ts';

type Holdings = ReadonlyMap<string, bigint>;

/**
 * INV-45: an account that holds no position and sends no command has the same balances afterwards, asset by asset. Of
 * a sale that the exchange forced, or a debt that the vault covered, its worth at the prices of the moment is not
 * less.
 */
export function watchBystanders(): Watcher {
  let idle = new Map<number, Holdings>();
  const handled = new Set<number>();
  return {
    begin: (state) => {
      idle = new Map();
      handled.clear();
      for (const account of state.accounts.values()) {
        if (account.positions.size === 0 && account.no !== VAULT_NO) idle.set(account.no, holdingsOf(state, account));
      }
    },
    before: (_, event) => {
      for (const no of doersOf(event)) idle.delete(no);
      if (event.type === 'DeficitCovered' || (event.type === 'CollateralExchanged' && event.forced)) {
        handled.add(event.account);
      }
    },
    end: (state) => {
      for (const [no, held] of idle) {
        const account = state.accounts.get(no);
        if (account) checkIdle(state, account, held, handled.has(no));
      }
    },
  };
}

/** All that belongs to an account, wherever it is. */
function holdingsOf(state: State, { balances, pendingWithdraw, isolated }: Account): Holdings {
  const held = new Map<string, bigint>();
  const add = (asset: string, amount: bigint) => held.set(asset, (held.get(asset) ?? 0n) + amount);
  for (const [asset, amount] of [...balances, ...pendingWithdraw]) add(asset, amount);
  for (const { margin } of isolated.values()) add(state.config.collaterals[0]?.asset ?? '', margin);
  return held;
}

/** Who wanted what an event says: it moves money of theirs. A winner that is deleveraged had a position. */
function doersOf(event: EngineEvent): number[] {
  switch (event.type) {
    case 'Deposited':
    case 'WithdrawalRequested':
    case 'WithdrawalSettled':
      return [event.account];
    case 'CollateralExchanged':
      return event.forced ? [] : [event.account];
    case 'Transferred':
      return [event.from, event.to];
    case 'Traded':
      return event.cause === 'match' ? [event.maker.account, event.taker.account] : [];
    default:
      return [];
  }
}

function checkIdle(state: State, account: Account, before: Holdings, handled: boolean): void {
  const now = holdingsOf(state, account);
  let change = 0n;
  for (const spec of state.config.collaterals) {
    const had = before.get(spec.asset) ?? 0n;
    const has = now.get(spec.asset) ?? 0n;
    if (had === has) continue;
    hold(handled, `INV-45 account ${account.no} did nothing and has ${has} of ${had} ${spec.asset}`);
    change += naiveValue(state, spec, has).value - naiveValue(state, spec, had).value;
  }
  // Each sale rounds what it is worth to the unit.
  hold(change >= -10n, `INV-45 account ${account.no} has no position and lost ${-change}`);
}
