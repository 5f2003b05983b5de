import { ABSENT, addressOf, idOf, isRead, type Params, type SignedCommand, timeIn, type Value } from '../command.ts';
import { conditionalItem, placing, plainItem } from './orders.ts';
import type { Plan } from './plan.ts';
import { READS } from './reads.ts';

/** Requests that are right in their params, in an envelope or under a signature that is not: any of them with any action. */
export function oddEnvelope(plan: Plan): void {
  const { action, params } = plan.percent(65) ? anyOf(plan, plan.pick(WRITES)) : anyOf(plan, plan.pick(READS));
  oddEnvelopeOf(plan, plan.accounts[plan.percent(70) ? 0 : 1] ?? plan.account(), action, params);
}

/** A request in an envelope, or under a signature, that is not as it should be. */
export function oddEnvelopeOf(plan: Plan, account: string, action: string, params: Params): void {
  const vary = plan.weighted<(plan: Plan, action: string, params: Params) => Params>([
    [isRead(action) ? 4 : 25, nonce],
    [25, expiry],
    [12, signature],
    [10, domain],
    [8, otherAction],
    [12, tampered],
    [10, subAccount],
    [4, other],
  ]);
  plan.signed(account, action, params, { changes: vary(plan, action, params) });
}

/** The same request twice, at once or after a while. */
export function repeated(plan: Plan): void {
  const action = plan.pick(WRITES);
  plan.signed(plan.account(), action, anyOf(plan, action).params, {
    changes: plan.percent(20) ? { 'top.expiresAfter': timeIn(1_000) } : {},
  });
  if (plan.canSteer && plan.percent(20)) plan.advance(plan.pick([1, 1_000]));
  plan.add({ kind: 'again' });
}

/** Two faults at once: the first that is looked at decides. */
export function twoFaults(plan: Plan): void {
  const action = plan.pick(WRITES);
  const { params } = anyOf(plan, action);
  const owner = plan.account();
  const signer = plan.percent(50) ? plan.other(owner) : owner;
  const [name] = Object.keys(params);
  const isOdd = name !== undefined && plan.percent(35);
  plan.signed(signer, action, isOdd ? { ...params, [name]: plan.pick<Value>(['', '-1', 'x', 0]) } : params, {
    on: signer === owner ? null : owner,
    changes: { ...(plan.percent(60) ? nonce(plan) : {}), ...(plan.percent(60) ? expiry(plan) : {}) },
  });
}

/** Where the clock is real, a nonce of the future would block its wallet, and one of the past is known to one side alone. */
const nonce = (plan: Plan): Params => ({
  'top.nonce': plan.pick<Value>([
    ...[0, -1, ABSENT, 'abc', 1.5, null],
    ...(plan.canSteer ? [1, timeIn(-60_000), timeIn(-1), timeIn(3_000), timeIn(259_200_000)] : []),
  ]),
});

const expiry = (plan: Plan): Params => ({
  'top.expiresAfter': plan.weighted<Value>([
    ...(plan.canSteer ? EDGES : []),
    [6, timeIn(-60_000)],
    [4, '${now - 60 s in seconds}'],
    [3, '${now + 60 s in seconds}'],
    [3, timeIn(60_000)],
    [2, timeIn(86_400_000 * 40)],
    [1, 0],
    [1, 1],
    [1, -1],
    [1, 'soon'],
    [1, 1.5],
  ]),
});

/** Expiries within a millisecond of now, which two clocks see differently. */
const EDGES: readonly (readonly [number, Value])[] = [
  [4, timeIn(0)],
  [6, timeIn(-1)],
  [3, timeIn(1)],
];

const signature = (plan: Plan): Params =>
  plan.pick<Params>([
    { 'tampered.signature': ABSENT },
    { 'tampered.signature': {} },
    { 'tampered.signature': 'none' },
    { 'tampered.signature.v': 29 },
    // 0 stands for 27, so half of all signatures stay what they are.
    ...(plan.canSteer ? [{ 'tampered.signature.v': 0 }] : []),
    { 'tampered.signature.v': ABSENT },
    { 'tampered.signature.v': '27' },
    { 'tampered.signature.r': '0x00' },
    { 'tampered.signature.r': `0x${'0'.repeat(64)}` },
    { 'tampered.signature.s': `0x${'f'.repeat(64)}` },
    { 'tampered.signature.s': ABSENT },
  ]);

const domain = (plan: Plan): Params =>
  plan.pick<Params>([
    { 'signing.domain.version': '2' },
    { 'signing.domain.name': 'Other' },
    { 'signing.domain.chainId': 5 },
    { 'signing.domain.verifyingContract': `0x${'1'.repeat(40)}` },
  ]);

const otherAction = (plan: Plan, action: string): Params => ({
  'signing.action': plan.percent(40) ? action : plan.pick(isRead(action) ? READS : WRITES),
});

/** A param that was changed on its way, to a value that is as good. */
function tampered(plan: Plan, action: string, params: Params): Params {
  const names = Object.keys(params);
  // A target that does not notice would trade.
  if (names.length === 0 || !plan.canSteer) return { 'tampered.params.limit': 1 };
  const name = plan.pick(names);
  const instead = anyOf(plan, action).params[name] ?? '1';
  return { [`tampered.params.${name}`]: instead };
}

const subAccount = (plan: Plan): Params => ({
  'tampered.params.subAccountId': plan.pick<Value>([
    '5',
    ABSENT,
    idOf(plan.account()),
    'abc',
    '123456789012345678901',
    '07',
    '',
    7,
  ]),
});

const other = (plan: Plan): Params =>
  plan.pick<Params>([
    { 'tampered.params.action': 'doNothing' },
    { 'tampered.params.action': ABSENT },
    { 'tampered.params.action': 'placeorders' },
    { 'tampered.extra': 1 },
    { 'tampered.params': [] },
    { 'tampered.params': ABSENT },
    { 'tampered.nonce': timeIn(900_000) },
    { 'tampered.expiresAfter': timeIn(5_000) },
  ]);

/** A request of each signed action that is as good as any: what envelopes and signatures are varied on. */
function anyOf(plan: Plan, action: string): Pick<SignedCommand, 'action' | 'params'> {
  const make = PARAMS[action];
  return { action, params: make ? make(plan) : {} };
}

/** The order that a modification or cancellation names; one that is gone where none is known. */
function orderId(plan: Plan, account: string): Value {
  const mine = plan.memory.orders.filter((order) => order.account === account && order.on === null);
  return mine.at(-1)?.id ?? '12345';
}

const PARAMS: Readonly<Record<string, (plan: Plan) => Params>> = {
  placeOrders: (plan) => placing([plan.percent(80) ? plainItem(plan) : conditionalItem(plan)]),
  cancelOrders: (plan) => ({ orderIds: [orderId(plan, plan.accounts[0] ?? '')] }),
  cancelAllOrders: (plan) => ({ symbols: [plan.pick(['*', 'BTC-USDT'])] }),
  modifyOrder: (plan) => ({
    orderId: orderId(plan, plan.accounts[0] ?? ''),
    price: plan.pick(['94000', '93500']),
    quantity: plan.pick(['0.01', '0.02']),
  }),
  modifyOrderBatch: (plan) => ({
    orders: [{ orderId: orderId(plan, plan.accounts[0] ?? ''), price: plan.pick(['94000', '93500']) }],
  }),
  placeIsolatedOrder: (plan) => ({
    order: {
      symbol: 'SOL-USDT',
      side: plan.pick(['buy', 'sell']),
      orderType: 'market',
      quantity: plan.pick(['1', '2']),
    },
    leverage: plan.pick(['5', '10']),
    isolatedMargin: plan.pick(['100', '150']),
  }),
  updateIsolatedMargin: (plan) => ({ symbol: 'SOL-USDT', marginDelta: plan.pick(['10', '20']) }),
  scheduleCancel: (plan) => ({ timeoutSeconds: plan.pick([60, 120, 0]) }),
  updateLeverage: (plan) => ({ symbol: plan.pick(['BTC-USDT', 'ETH-USDT']), leverage: plan.pick(['5', '10', '20']) }),
  addDelegatedSigner: (plan) => ({
    walletAddress: addressOf(plan.pick(plan.accounts.slice(1))),
    permissions: [plan.pick(['session', 'delegate'])],
    expiresAt: plan.pick([0, timeIn(86_400_000)]),
  }),
  removeDelegatedSigner: (plan) => ({ walletAddress: addressOf(plan.pick(plan.accounts.slice(1))) }),
  createSubaccount: (plan) => ({ name: plan.pick(['one', 'two']) }),
  updateSubAccountName: (plan) => ({ name: plan.pick(['first', 'second']) }),
  transferCollateral: (plan) => ({
    destinationSubAccountId: plan.memory.subAccounts.at(-1)?.ref ?? idOf(plan.account()),
    symbol: 'USDT',
    amount: plan.pick(['10', '11']),
  }),
  withdrawCollateral: (plan) => ({
    symbol: plan.pick(['USDT', 'WETH']),
    amount: plan.pick(['10', '11']),
    destination: addressOf(plan.account()),
  }),
  voluntaryCollateralExchange: (plan) => ({
    sourceAsset: plan.pick(['WETH', 'BTC']),
    targetUSDTAmount: plan.pick(['100', '200']),
  }),
  getWithdrawableAmounts: () => ({ symbols: ['USDT'] }),
  getPerformanceHistory: () => ({ period: 'day' }),
  getTradesForPosition: () => ({ positionId: '1' }),
  getLotteryMyWinningTickets: () => ({ epochId: '1' }),
  getLotteryEpochTickets: () => ({ startEpochId: '1', endEpochId: '1' }),
};

const WRITES = [
  'placeOrders',
  'cancelOrders',
  'cancelAllOrders',
  'modifyOrder',
  'modifyOrderBatch',
  'placeIsolatedOrder',
  'updateIsolatedMargin',
  'scheduleCancel',
  'updateLeverage',
  'addDelegatedSigner',
  'removeDelegatedSigner',
  'removeAllDelegatedSigners',
  'createSubaccount',
  'updateSubAccountName',
  'transferCollateral',
  'withdrawCollateral',
  'voluntaryCollateralExchange',
] as const;
