import { everyText, listOf, objectOf } from '../bodies.ts';
import { respondsItself, changedRefusal, inWorld, refuses, resigned, responses, rows } from '../make.ts';
import type { Rewriting, Wrong } from '../wrong.ts';

const ACCOUNTS = ['getSubAccount', 'getSubAccounts'];

/** Money: what is moved, charged, paid and held, and the figures of margin. */
export const FUNDS: readonly Wrong[] = [
  {
    name: 'transfers-into-nothing',
    clause: 'TRANSFERCOLLATERAL',
    what: 'A transfer is acknowledged, and nothing moves.',
    make: () => respondsItself(['transferCollateral'], () => ({})),
  },
  {
    name: 'transfer-with-receipt',
    clause: 'TRANSFERCOLLATERAL-RESP',
    what: 'The response to a transfer holds its id.',
    make: () => responses(['transferCollateral'], () => ({ transferId: '1' })),
  },
  {
    name: 'failed-transfer-is-200',
    clause: 'TRANSFERCOLLATERAL-ERR-BALANCE',
    what: 'A transfer above the balance fails with HTTP 200.',
    make: () => changedRefusal(['transferCollateral'], 'INSUFFICIENT_MARGIN', { status: 200 }),
  },
  {
    name: 'amounts-are-rounded',
    clause: 'CONV-COLLATERAL-PRECISION-OVER',
    what: 'An amount with too many decimals is cut to those that fit.',
    make: () =>
      resigned(['transferCollateral', 'withdrawCollateral'], (params) => {
        const decimals = params.symbol === 'USDT' ? 6 : 8;
        params.amount = new RegExp(`^\\d*\\.\\d{0,${decimals}}`).exec(String(params.amount))?.[0] ?? params.amount;
      }),
  },
  {
    name: 'withdrawals-add',
    clause: 'BALUPD-AMOUNT-NEGATIVE-WITHDRAWAL',
    what: 'The amount of a withdrawal is positive.',
    make: () =>
      rows(['getBalanceUpdates'], (row) => {
        if (row.action === 'WITHDRAWAL') row.amount = String(row.amount).replace('-', '');
      }),
  },
  {
    name: 'balance-update-numbers',
    clause: 'BALUPD-FIELD-ID',
    what: 'The id of a balance update is a number, as it once was.',
    make: () =>
      rows(['getBalanceUpdates'], (row) => {
        row.id = Number(row.id);
      }),
  },
  {
    name: 'gross-without-fee',
    clause: 'BALUPD-FIELD-GROSSAMOUNT',
    what: 'grossAmount of a withdrawal is what arrives.',
    make: () =>
      rows(['getBalanceUpdates'], (row) => {
        if (row.action === 'WITHDRAWAL') row.grossAmount = String(Number(row.grossAmount) - Number(row.fee));
      }),
  },
  {
    name: 'short-name-of-withdrawals-gone',
    clause: 'WITHDRAWCOLLATERAL-ALIAS',
    what: 'withdraw is no action any more.',
    make: () => refuses(['withdraw'], () => true, [400, 'VALIDATION_ERROR', 'unsupported action']),
  },
  {
    name: 'ether-costs-more-to-withdraw',
    clause: 'WITHDRAW-FEE-WETH',
    what: 'The fee of a WETH withdrawal is 0.0018.',
    make: () => inWorld({ collaterals: [{ asset: 'WETH', withdrawFee: '0.0018' }] }),
  },
  {
    name: 'takers-pay-less',
    clause: 'TRADE-FIELD-FEERATE',
    what: 'The taker rate of tier_1 is 0.0004.',
    takes: 'rates that only its owner knows',
    make: () => inWorld({ tiers: [{ tierId: 'tier_1', takerFeeRate: '0.0004' }] }),
  },
  {
    name: 'fees-are-income',
    clause: 'TRADE-FIELD-FEE',
    what: 'The fee of a trade has the sign of what the balance does.',
    make: () =>
      rows(['getTrades'], (row) => {
        row.fee = negated(row.fee);
      }),
  },
  {
    name: 'longs-receive',
    clause: 'POSITION-FIELD-NETFUNDING',
    what: 'netFunding is positive where funding was paid.',
    make: () =>
      rows(['getPositions'], (row) => {
        row.netFunding = negated(row.netFunding);
      }),
  },
  {
    name: 'referral-without-effect',
    clause: 'FEERATE-FIELD-TAKERFEERATE',
    what: 'The effective taker rate is that of the schedule, whatever the referral gives.',
    make: () =>
      responses(['getFeeRate'], (response) => {
        const body = objectOf(response);
        body.takerFeeRate = objectOf(body.currentTier).takerFeeRate;
      }),
  },
  {
    name: 'tier-type-in-the-schedule',
    clause: 'FEERATE-TIERS-NO-TIERTYPE',
    what: 'Tiers of the schedule carry a tierType.',
    make: () =>
      responses(['getFeeRate'], (response) => {
        for (const tier of listOf(objectOf(response).tiers)) tier.tierType = 'volume';
      }),
  },
  {
    name: 'leverage-is-cut-to-fit',
    clause: 'UPDATELEVERAGE',
    what: 'A leverage above the maximum of the market is taken for the maximum.',
    make: () =>
      resigned(['updateLeverage'], (params) => {
        if (Number(params.leverage) > 100) params.leverage = '100';
      }),
  },
  {
    name: 'leverage-without-margin-is-422',
    clause: 'UPDATELEVERAGE-ERR-MARGIN',
    what: 'A leverage that margin does not allow is refused with HTTP 422.',
    make: () => changedRefusal(['updateLeverage'], 'INSUFFICIENT_MARGIN', { status: 422 }),
  },
  {
    name: 'steeper-haircut',
    clause: 'SUBACCT-COLLATERAL-HAIRCUTRATE',
    what: 'The first haircut of WETH is 6 %.',
    make: () =>
      inWorld({
        collaterals: [
          {
            asset: 'WETH',
            haircuts: [
              { name: 'Tier 1', from: '0', to: '500000', haircut: '0.06' },
              { name: 'Tier 2', from: '500000', to: '2000000', haircut: '0.1' },
              { name: 'Tier 3', from: '2000000', to: null, haircut: '0.2' },
            ],
          },
        ],
      }),
  },
  {
    name: 'thicker-maintenance',
    clause: 'POSITION-FIELD-MAINTENANCEMARGIN',
    what: 'Maintenance margin is half as much again.',
    make: () =>
      rows(['getPositions'], (row) => {
        row.maintenanceMargin = (Number(row.maintenanceMargin) * 1.5).toFixed(2);
      }),
  },
  {
    name: 'usdt-priced-now',
    clause: 'SUBACCT-COLLATERAL-CALCULATEDAT-USDT',
    what: 'calculatedAt of USDT is a time.',
    make: () =>
      responses(ACCOUNTS, (response) => {
        const accounts = [objectOf(response), ...listOf(objectOf(response).subAccounts)];
        for (const item of accounts.flatMap(({ collaterals }) => listOf(collaterals))) {
          if (item.symbol === 'USDT') item.calculatedAt = 1_767_571_200_000;
        }
      }),
  },
  {
    name: 'new-accounts-at-zero',
    clause: 'SUBACCT-MARGIN-EMPTY-NEW',
    what: 'The margin figures of a new subaccount are 0.',
    make: () =>
      responses(['createSubaccount'], (response) => everyText(objectOf(response).crossMarginSummary, /^$/, () => '0')),
  },
  {
    name: 'names-of-49',
    clause: 'CREATESUBACCOUNT-NAME-50',
    what: 'A name of 50 characters is too long.',
    make: () =>
      refuses(['createSubaccount'], ({ params }) => String(params.name).length === 50, [
        400,
        'VALIDATION_ERROR',
        'Invalid subaccount name',
      ]),
  },
  {
    name: 'closed-and-still-at-risk',
    clause: 'STATE-POSITION-CLOSE',
    what: 'A closed position keeps a liquidation price.',
    make: () =>
      rows(['getPositions'], (row) => {
        if (row.status === 'close') row.liquidationPrice = row.entryPrice;
      }),
  },
  {
    name: 'closed-for-close',
    clause: 'POSITION-FIELD-STATUS',
    what: 'Positions are called opened and closed.',
    make: () =>
      rows(['getPositions'], (row) => {
        row.status = row.status === 'open' ? 'opened' : 'closed';
      }),
  },
  {
    name: 'adl-from-zero',
    clause: 'POSITION-ADLBUCKET-UNRANKED',
    what: 'A position that was not ranked is in bucket 0.',
    make: () =>
      rows(['getPositions'], (row) => {
        if (row.adlBucket === 1) row.adlBucket = 0;
      }),
  },
  {
    name: 'liquidations-look-like-trades',
    clause: 'TRADE-FIELD-TRIGGEREDBYLIQUIDATION',
    what: 'A trade of a liquidation does not say so.',
    make: () => flagged('triggeredByLiquidation', false),
  },
  {
    name: 'everybody-takes',
    clause: 'TRADE-FIELD-MAKER',
    what: 'No side of a trade is marked as the maker.',
    make: () => flagged('maker', false),
  },
];

const flagged = (flag: string, value: boolean): Rewriting =>
  rows(['getTrades'], (row) => {
    row[flag] = value;
  });

const negated = (amount: unknown): string => {
  const text = String(amount);
  if (text === '0') return text;
  return text.startsWith('-') ? text.slice(1) : `-${text}`;
};
