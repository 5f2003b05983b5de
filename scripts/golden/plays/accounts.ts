import { deal, limit, market } from '../orders.ts';
import type { Play } from '../play.ts';

const BTC = 'BTC-USDT';

const delegations: Play = {
  name: 'delegations',
  about: 'delegates and sessions that trade, expire, delegate on and are removed, and a manager',
  options: { world: 'quiet' },
  causes: ['DelegationGranted', 'DelegationsEnded', 'ManagerSet', 'OrderPlaced'],
  run: async (stage) => {
    const { accounts, clock, control } = stage.exchange;
    const [owner, delegate, session, manager] = accounts;
    if (!owner || !delegate || !session || !manager) throw new Error('the world has four accounts');
    control.setManager(owner.address, manager.address, true);
    for (let round = 0; round < 8; round += 1) {
      const mine = stage.client(0);
      await stage.attempt(mine.addDelegatedSigner(delegate.address, ['delegate']));
      const acting = stage.exchange.client({ ...delegate, subAccountId: owner.subAccountId });
      await stage.attempt(acting.addDelegatedSigner(session.address, ['session'], clock.now() + 60_000));
      const short = stage.exchange.client({ ...session, subAccountId: owner.subAccountId });
      for (const client of [acting, short, stage.exchange.client({ ...manager, subAccountId: owner.subAccountId })]) {
        await stage.attempt(client.placeOrders([limit(BTC, 'buy', String(94_000 + round), '0.02')]));
      }
      stage.advance(61_000);
      await stage.attempt(short.placeOrders([limit(BTC, 'buy', '94000', '0.02')]));
      if (round % 3 === 0) await stage.attempt(mine.removeDelegatedSigner(delegate.address));
      if (round % 3 === 1) await stage.attempt(mine.removeAllDelegatedSigners());
      await stage.attempt(mine.cancelAllOrders(['*']));
    }
  },
};

const withdrawals: Play = {
  name: 'withdrawals',
  about: 'withdrawals that are paid, refused by the control plane, sent back and refused for want of margin',
  options: { world: 'quiet' },
  causes: ['WithdrawalRequested', 'WithdrawalSettled', 'WithdrawalPlanned', 'Deposited'],
  run: async (stage) => {
    const { accounts, control } = stage.exchange;
    for (let round = 0; round < 24; round += 1) {
      const place = round % 4;
      const account = accounts[place];
      if (!account) throw new Error('the world has four accounts');
      if (round % 3 === 1) control.planWithdrawal(account.subAccountId, 'failed');
      const receipt = await stage.attempt(
        stage.client(place).withdrawCollateral({
          symbol: stage.pick(['USDT', 'WETH', 'BTC'] as const),
          amount: stage.pick(['6', '0.5', '250000', '0.002']),
          destination: account.address,
        }),
      );
      if (round % 4 === 2 && receipt) control.settleWithdrawal(receipt.requestId, 'failed');
      stage.advance(stage.draw.between(500, 30_000));
      control.deposit(account.subAccountId, 'USDT', `${round}.25`);
      if (round % 6 === 0) await stage.attempt(stage.client(place).placeOrder(market(BTC, 'buy', '2')));
    }
  },
};

const subaccounts: Play = {
  name: 'subaccounts',
  about: 'subaccounts opened and renamed, transfers between them, voluntary exchanges, tiers and referrals',
  options: { world: 'quiet' },
  causes: [
    'AccountOpened',
    'AccountRenamed',
    'Transferred',
    'CollateralExchanged',
    'ReferralSet',
    'TierSet',
    'TierMoved',
  ],
  run: async (stage) => {
    const { accounts, control } = stage.exchange;
    const [first] = accounts;
    if (!first) throw new Error('the world has accounts');
    for (let round = 0; round < 8; round += 1) {
      const opened = await stage.attempt(stage.client(0).createSubaccount(`part ${round}`));
      await stage.attempt(stage.client(0).updateSubAccountName(`main ${round}`));
      if (opened) {
        const transfer = { symbol: 'USDT', amount: '1500.5', destinationSubAccountId: opened.subAccountId };
        await stage.attempt(stage.client(0).transferCollateral(transfer));
        const part = stage.exchange.client({ ...first, subAccountId: opened.subAccountId });
        await stage.attempt(part.placeOrder(market(BTC, 'buy', '0.02')));
      }
      await stage.attempt(stage.client(1).voluntaryCollateralExchange('WETH', String(100 * (round + 1))));
      if (round === 2) control.setReferral(first.address, 'GOLDEN', '0.9');
      if (round === 5) control.setTier(first.address, 'tier_3');
      if (round === 6) control.setTier(first.address, null);
      await stage.attempt(stage.client(0).placeOrder(market(BTC, round % 2 === 0 ? 'buy' : 'sell', '1')));
      stage.advance(20_000);
    }
  },
};

const manyAccounts: Play = {
  name: 'many-accounts',
  about: 'eighty accounts opened and funded by the control plane beside ten that trade, and their values sampled',
  options: { world: 'bare' },
  causes: ['AccountOpened', 'Deposited', 'ValuesSampled', 'Traded'],
  run: async (stage) => {
    const { control } = stage.exchange;
    for (let no = 1; no <= 80; no += 1) {
      const wallet = `0x${no.toString(16).padStart(40, '0')}`;
      const opened = control.openAccount(wallet, `wallet ${no}`);
      control.deposit(opened, stage.pick(['USDT', 'BTC', 'WETH']), `${no}.5`);
      if (no % 9 === 0) control.setWhitelisted(wallet, true);
      if (no % 8 === 0) await deal(stage, (no / 8) % 5, 5 + ((no / 8) % 5), [BTC, String(95_000 + no), '0.05']);
      if (no % 10 === 0) stage.advance(10 * 60_000);
    }
  },
};

const lottery: Play = {
  name: 'lottery',
  about: 'a draw of the weekly lottery with the tickets of traders, at the end of its epoch',
  options: { world: 'quiet', startTime: '2026-01-11T23:55:00Z' },
  causes: ['LotteryDrawn', 'Traded', 'FundingSettled'],
  run: async (stage) => {
    for (let fill = 0; fill < 20; fill += 1) {
      const side = fill % 2 === 0 ? 'buy' : 'sell';
      await stage.client(fill % 5).placeOrder(market(BTC, side, '1'));
      await stage.client((fill + 2) % 5).placeOrder(limit(BTC, side, side === 'buy' ? '95040' : '94960', '0.4'));
      stage.advance(10_000);
    }
    stage.advance(120_000);
    await stage.client(0).placeOrder(market(BTC, 'buy', '0.5'));
    stage.advance(60_000);
  },
};

export const ACCOUNT_PLAYS: readonly Play[] = [delegations, withdrawals, subaccounts, manyAccounts, lottery];
