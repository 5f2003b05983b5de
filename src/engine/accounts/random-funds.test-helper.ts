import type { RandomInputs } from '../../kernel/random-inputs.test-helper.ts';
import type { Command } from '../command.ts';
import type { State } from '../state.ts';

/** Something a careless user does with money and subaccounts; about a third of it is refused. */
export function randomFunds(draw: RandomInputs, state: State): Command {
  const account = randomAccount(draw, state);
  const dice = draw.between(0, 99);
  if (dice < 40) {
    return {
      type: 'TransferCollateral',
      from: account,
      to: randomAccount(draw, state),
      ...randomAmount(draw, state, account),
    };
  }
  if (dice < 70) {
    return {
      type: 'WithdrawCollateral',
      account,
      ...randomAmount(draw, state, account),
      destination: `0x${'9'.repeat(40)}`,
    };
  }
  if (dice < 80) {
    const [withdrawal] = state.withdrawals.values();
    const requestId = withdrawal?.requestId ?? 'none';
    return { type: 'SettleWithdrawal', requestId, outcome: draw.chance(500_000) ? 'failed' : 'success' };
  }
  if (dice < 85) return { type: 'PlanWithdrawal', account, outcome: 'failed' };
  const name = `hedge ${draw.between(0, 9)}`;
  return dice < 93 ? { type: 'CreateSubAccount', account, name } : { type: 'RenameAccount', account, name };
}

/** A thousandth part of what is held or less; now and then more than there is, or finer than can be named. */
function randomAmount(draw: RandomInputs, state: State, account: number): { asset: string; amount: bigint } {
  const asset = draw.chance(50_000) ? 'DOGE' : 'USDT';
  const held = state.accounts.get(account)?.balances.get(asset) ?? 0n;
  if (draw.chance(100_000)) return { asset, amount: held + 100n };
  const share = (held * BigInt(draw.between(0, 1_000))) / 1_000_000n;
  return { asset, amount: draw.chance(50_000) ? share + 1n : share - (share % 100n) };
}

const randomAccount = (draw: RandomInputs, state: State): number => draw.between(0, state.counters.account - 1);
