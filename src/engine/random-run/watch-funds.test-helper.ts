import { VAULT_NO } from '../../kernel/ids.ts';
import type { CollateralSpec } from '../config.ts';
import {
  naiveAccount,
  naiveBalance,
  naiveCash,
  naiveHealth,
  naivePositions,
  naivePrice,
  naiveStaleMarket,
  naiveSummary,
  naiveUnrealized,
  naiveValue,
  naiveMarket,
} from '../risk/naive-risk.test-helper.ts';
import type { State } from '../state.ts';
import { agree, type EventOf, hold, type Watcher } from './watcher.test-helper.ts';

const UNIT = 100_000_000n;

/** INV-40, INV-42, INV-47 and forced exchanges: what leaves an account, and what the vault gives. */
export const watchFunds = (): Watcher => ({
  before: (state, event) => {
    if (event.type === 'CollateralExchanged' && event.forced) checkForced(state, event);
    if (event.type === 'DeficitCovered') checkCovered(state, event);
  },
  after: (state, event) => {
    if (event.type === 'Transferred') checkLeft(state, event.from);
    if (event.type === 'WithdrawalRequested') checkLeft(state, event.account);
  },
});

/** Nothing leaves an account that then has less than its positions and orders need, gains apart. */
function checkLeft(state: State, no: number): void {
  const { freeValue } = naiveSummary(state, naiveAccount(state, no));
  hold(freeValue >= 0n, `INV-47 account ${no} gave away what it needed: ${freeValue}`);
}

/** At the index price, whole, and not by a stale one. */
function checkForced(state: State, event: EventOf<'CollateralExchanged'>): void {
  const spec = state.config.collaterals.find(({ asset }) => asset === event.source);
  if (!spec || spec.priceMarket === null) throw new Error(`${event.source} cannot be sold`);
  const account = naiveAccount(state, event.account);
  const name = `forced exchange ${event.transfer}`;
  agree(`price of ${name}`, event.price, naivePrice(state, spec));
  agree(`haircut of ${name}`, event.haircut, 0);
  const held = naiveBalance(account, spec.asset);
  hold(event.taken > 0n && event.taken <= held, `${name} takes ${event.taken} of ${held}`);
  const given = naiveValue(state, spec, held).value - naiveValue(state, spec, held - event.taken).value;
  agree(`proceeds of ${name}`, event.received, given);
  hold(!naiveStaleMarket(state, spec.priceMarket), `${name} is not by a stale price`);
  const liquidated = [...state.liquidations.values()].some(({ account: no }) => no === event.account);
  if (event.account !== VAULT_NO && !liquidated) checkOwed(state, event, spec);
}

/** Only a debt beyond what it may be is brought down, in the fewest steps: one step less would leave too much. */
function checkOwed(state: State, event: EventOf<'CollateralExchanged'>, sold: CollateralSpec): void {
  const account = naiveAccount(state, event.account);
  const { debt } = naiveSummary(state, account);
  const wallet = state.wallets.get(account.owner);
  const capacity = state.config.tiers.find(({ tierId }) => tierId === wallet?.tierId)?.maxBorrowCapacity ?? 0n;
  const beyond =
    debt * UNIT > lentAgainst(state, event.account, 'lltv', sold, 0n) || (capacity > 0n && debt > capacity);
  const goingOn = debt * UNIT > lentAgainst(state, event.account, 'ltv', sold, 0n);
  hold(beyond || goingOn, `account ${event.account} may owe ${debt} and is sold`);
  const step = 10n ** BigInt(8 - sold.quantityPrecision);
  if (event.taken <= step) return;
  const less = event.taken - step;
  const held = naiveBalance(account, sold.asset);
  const paid = naiveValue(state, sold, held).value - naiveValue(state, sold, held - less).value;
  const left = debt - paid;
  const enough =
    left * UNIT <= lentAgainst(state, event.account, 'ltv', sold, less) && (capacity === 0n || left <= capacity);
  hold(!enough, `${event.taken} ${sold.asset} of account ${event.account} are the fewest that are enough`);
}

function lentAgainst(state: State, no: number, level: 'ltv' | 'lltv', sold: CollateralSpec, taken: bigint): bigint {
  let total = 0n;
  for (const spec of state.config.collaterals) {
    if (spec.priceMarket === null) continue;
    const held = naiveBalance(naiveAccount(state, no), spec.asset) - (spec === sold ? taken : 0n);
    total += naiveValue(state, spec, held).value * BigInt(spec[level]);
  }
  return total;
}

/** No more than is missing, and no more than the vault can spare. */
function checkCovered(state: State, event: EventOf<'DeficitCovered'>): void {
  const account = naiveAccount(state, event.account);
  let worth = event.symbol === null ? naiveCash(state, account) : (account.isolated.get(event.symbol)?.margin ?? 0n);
  for (const position of naivePositions(state, event)) {
    worth += naiveUnrealized(naiveMarket(state, position.symbol), position);
  }
  hold(event.amount > 0n && event.amount <= -worth, `INV-42 the vault covers ${event.amount} of ${-worth}`);
  const { equity, maintenance } = naiveHealth(state, { account: VAULT_NO, symbol: null });
  hold(
    event.amount <= equity - maintenance,
    `INV-42 the vault gives ${event.amount} and has ${equity} for ${maintenance}`,
  );
}
