import { VAULT_NO } from '../../kernel/ids.ts';
import type { FillSide } from '../event.ts';
import { compared, fraction } from '../risk/fraction.test-helper.ts';
import {
  naiveAccount,
  naiveBalance,
  naiveMarginAccounts,
  naiveHealth,
  naivePositions,
  naiveStale,
} from '../risk/naive-risk.test-helper.ts';
import type { State } from '../state.ts';
import type { Health, MarginAccount } from '../liquidation/terms.ts';
import { agree, type EventOf, hold, type Watcher } from './watcher.test-helper.ts';

const UNIT = 100_000_000n;

const named = ({ account, symbol }: MarginAccount): string => `${symbol ?? 'cross'} of account ${account}`;

/** INV-41 and the stages: who is liquidated, when, on which figures, with what outcome. */
export function watchLiquidation(): Watcher {
  return {
    before: (state, event) => {
      switch (event.type) {
        case 'LiquidationBegan':
          return checkBegan(state, event);
        case 'LiquidationStaged':
          return checkStaged(state, event);
        case 'LiquidationEnded':
          return checkEnded(state, event);
        case 'OrderCancelled':
          return checkPulled(state, event);
        case 'TakenOver':
          return checkTakenOver(state, event);
        default:
      }
    },
    after: (state, event) => {
      if (event.type === 'TakenOver') checkEmpty(state, event);
    },
  };
}

function checkFigures(state: State, event: MarginAccount & Health & { type: string }): Health {
  const health = naiveHealth(state, event);
  agree(`equity of ${named(event)} when ${event.type}`, event.equity, health.equity);
  agree(`maintenance of ${named(event)} when ${event.type}`, event.maintenance, health.maintenance);
  return health;
}

/** True when equity is below the second level. */
const below = (state: State, { equity, maintenance }: Health): boolean =>
  equity * UNIT < maintenance * BigInt(state.config.risk.takeoverShare);

function checkBegan(state: State, event: EventOf<'LiquidationBegan'>): void {
  const health = checkFigures(state, event);
  agree('number of a liquidation', event.liquidation, state.counters.liquidation + 1);
  hold(state.config.risk.liquidation, 'no liquidation begins while liquidation is off');
  hold(health.equity < health.maintenance, `INV-41 ${named(event)} has enough and is liquidated`);
  hold(!naiveStale(state, event), `${named(event)} is not liquidated by a stale price`);
  if (event.account === VAULT_NO) return;
  agree(`first stage of ${named(event)}`, event.stage, below(state, health) ? 'vault' : 'partial');
  const worst = worstOf(state);
  hold(
    worst !== undefined && named(worst) === named(event),
    `R-61 ${named(event)} is liquidated before ${worst && named(worst)}`,
  );
}

/** The first in line: least equity for its maintenance, then account, cross first, then the market's place. */
function worstOf(state: State): MarginAccount | undefined {
  const underWay = new Set([...state.liquidations.values()].map(named));
  const places = state.config.markets.map(({ symbol }) => symbol);
  const placeOf = ({ symbol }: MarginAccount) => (symbol === null ? -1 : places.indexOf(symbol));
  let worst: (MarginAccount & Health) | undefined;
  for (const marginAccount of naiveMarginAccounts(state)) {
    if (marginAccount.account === VAULT_NO || underWay.has(named(marginAccount)) || naiveStale(state, marginAccount))
      continue;
    const { equity, maintenance } = naiveHealth(state, marginAccount);
    if (equity >= maintenance) continue;
    const own = { ...marginAccount, equity, maintenance };
    if (worst === undefined || comesBefore(own, worst, placeOf)) worst = own;
  }
  return worst;
}

function comesBefore(
  a: MarginAccount & Health,
  b: MarginAccount & Health,
  placeOf: (own: MarginAccount) => number,
): boolean {
  // The maintenance is above 0, or equity is below 0.
  const order = compared(fraction(a.equity, a.maintenance || 1n), fraction(b.equity, b.maintenance || 1n));
  if (order !== 0n) return order < 0n;
  return a.account === b.account ? placeOf(a) < placeOf(b) : a.account < b.account;
}

function checkStaged(state: State, event: EventOf<'LiquidationStaged'>): void {
  const health = checkFigures(state, event);
  const name = named(event);
  const liquidation = state.liquidations.get(event.liquidation);
  hold(liquidation?.account === event.account && liquidation.symbol === event.symbol, `${name} has begun`);
  hold(!naiveStale(state, event), `${name} is left alone while its price is stale`);
  hold(health.equity < health.maintenance, `INV-41 ${name} is healthy and goes on being liquidated`);
  if (event.account === VAULT_NO) {
    agree('stage of the vault', event.stage, 'adl');
    return;
  }
  if (event.stage === 'partial') hold(!below(state, health), `${name} goes to the book above the second level`);
  else hold(below(state, health), `${name} is given away below the second level only`);
  if (event.stage === 'adl') {
    hold(health.equity <= 0n && state.config.risk.deleveraging, `${name} takes from winners because it is bankrupt`);
  }
}

function checkEnded(state: State, event: EventOf<'LiquidationEnded'>): void {
  const health = checkFigures(state, event);
  const open = naivePositions(state, event).length;
  const name = `${named(event)} ended ${event.outcome}`;
  if (event.outcome === 'healthy') hold(open > 0 && health.equity >= health.maintenance, `${name} and is so`);
  else agree(`positions when ${name}`, open, 0);
  if (event.outcome !== 'takenOver') return;
  const vault = naiveHealth(state, { account: VAULT_NO, symbol: null });
  hold(vault.equity >= vault.maintenance && vault.equity >= 0n, `INV-42 the vault is sound after ${name}`);
}

/** Orders are pulled with the margin account that is liquidated, with the cause of its stage. */
function checkPulled(state: State, event: EventOf<'OrderCancelled'>): void {
  if (event.cause !== 'maintenance_breach' && event.cause !== 'takeover_breach') return;
  const order = state.orders.get(event.order);
  if (!order) throw new Error(`order ${event.order} is pulled and was live`);
  const isolated = naiveAccount(state, order.account).isolated.has(order.symbol);
  const marginAccount = { account: order.account, symbol: isolated ? order.symbol : null };
  const begun = [...state.liquidations.values()].some((own) => named(own) === named(marginAccount));
  hold(begun, `order ${order.no} is pulled because ${named(marginAccount)} is liquidated`);
  const cause = below(state, naiveHealth(state, marginAccount)) ? 'takeover_breach' : 'maintenance_breach';
  agree(`why order ${order.no} is pulled`, event.cause, cause);
}

/** All holdings of the margin account, at their value. */
function checkTakenOver(state: State, event: EventOf<'TakenOver'>): void {
  const account = naiveAccount(state, event.account);
  agree(`positions of ${named(event)} when it is taken over`, naivePositions(state, event).length, 0);
  const held =
    event.symbol === null
      ? state.config.collaterals.map(({ asset }) => [asset, naiveBalance(account, asset)] as const)
      : [[state.config.collaterals[0]?.asset ?? '', account.isolated.get(event.symbol)?.margin ?? 0n] as const];
  const taken = new Map(event.assets.map(({ asset, amount }) => [asset, amount]));
  for (const [asset, amount] of held) {
    agree(`${asset} of ${named(event)} that is taken over`, taken.get(asset) ?? 0n, amount);
    taken.delete(asset);
  }
  agree(`other assets of ${named(event)} that are taken over`, taken.size, 0);
}

function checkEmpty(state: State, event: EventOf<'TakenOver'>): void {
  const account = naiveAccount(state, event.account);
  if (event.symbol !== null)
    return agree(`margin left of ${named(event)}`, account.isolated.get(event.symbol)?.margin, 0n);
  for (const [asset, left] of account.balances) agree(`${asset} left of ${named(event)}`, left, 0n);
}

/** Returns the margin account of one side of a fill. */
export function marginAccountOfSide(state: State, symbol: string, { account }: FillSide): MarginAccount {
  return { account, symbol: naiveAccount(state, account).isolated.has(symbol) ? symbol : null };
}
