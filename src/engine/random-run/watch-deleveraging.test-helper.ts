import { VAULT_NO } from '../../kernel/ids.ts';
import type { Side } from '../orders/order-terms.ts';
import { compared, fraction, roundedUp } from '../risk/fraction.test-helper.ts';
import {
  naiveAccount,
  naiveBalance,
  naiveMarket,
  naiveNotional,
  naivePositions,
  naiveUnrealized,
  naiveValue,
} from '../risk/naive-risk.test-helper.ts';
import type { Position, State } from '../state.ts';
import type { MarginAccount } from '../liquidation/terms.ts';
import { agree, type EventOf, hold, type Watcher } from './watcher.test-helper.ts';
import { marginAccountOfSide } from './watch-liquidation.test-helper.ts';

interface Winner {
  readonly account: number;
  readonly position: number;
  readonly lots: number;
  readonly pnl: bigint;
  readonly cost: bigint;
  readonly leverage: number;
}

/** What one liquidated position has to take from whom, found when the first of them gives. */
interface Closing {
  readonly order: number;
  readonly price: number;
  readonly deficit: bigint;
  readonly winners: readonly Winner[];
  given: number;
  left: number;
}

/** INV-43: in rank order of the other side, each as far as it goes, at the bankruptcy price, until nothing is missing. */
export function watchDeleveraging(): Watcher {
  let closing: Closing | undefined;
  return {
    begin: () => {
      closing = undefined;
    },
    before: (state, event) => {
      if (event.type === 'Traded' && event.cause === 'adl') {
        if (closing?.order !== event.taker.order) {
          if (closing) agree(`INV-43 lots left of order ${closing.order}`, closing.left, 0);
          closing = closingOf(state, event);
        }
        checkTaking(closing, event);
      }
      if (event.type === 'Deleveraged') checkReport(state, closing, event);
      if (event.type === 'LiquidationEnded' && closing)
        agree(`INV-43 lots left of order ${closing.order}`, closing.left, 0);
    },
  };
}

function closingOf(state: State, event: EventOf<'Traded'>): Closing {
  const { taker, symbol } = event;
  const market = naiveMarket(state, symbol);
  const held = naiveAccount(state, taker.account).positions.get(symbol)?.lots ?? 0;
  const deficit = deficitShare(state, marginAccountOfSide(state, symbol, taker), symbol);
  const ticks = Number(roundedUp(fraction(deficit, naiveNotional(market.spec, Math.abs(held), 1))));
  return {
    order: taker.order,
    deficit,
    price: held > 0 ? market.mark + ticks : Math.max(1, market.mark - ticks),
    winners: ranking(state, symbol, held > 0 ? 'sell' : 'buy'),
    given: 0,
    left: Math.abs(held),
  };
}

/** The deficit of the margin account, shared by notional among the positions that are still open. */
function deficitShare(state: State, marginAccount: MarginAccount, symbol: string): bigint {
  const account = naiveAccount(state, marginAccount.account);
  const { collaterals } = state.config;
  let worth =
    marginAccount.symbol === null
      ? collaterals.reduce((sum, spec) => sum + naiveValue(state, spec, naiveBalance(account, spec.asset)).value, 0n)
      : (account.isolated.get(marginAccount.symbol)?.margin ?? 0n);
  let all = 0n;
  let own = 0n;
  for (const position of naivePositions(state, marginAccount)) {
    const market = naiveMarket(state, position.symbol);
    worth += naiveUnrealized(market, position);
    const size = naiveNotional(market.spec, Math.abs(position.lots), market.mark);
    all += size;
    if (position.symbol === symbol) own = size;
  }
  return worth >= 0n ? 0n : roundedUp(fraction(-worth * own, all));
}

/** Positions of one side: the highest profit per cost and leverage first, then the oldest. */
function ranking(state: State, symbol: string, side: Side): Winner[] {
  const winners: Winner[] = [];
  for (const { no, positions } of state.accounts.values()) {
    const position = positions.get(symbol);
    if (position && position.lots > 0 === (side === 'buy')) winners.push(winnerOf(state, no, position));
  }
  const score = ({ pnl, leverage, cost }: Winner) => fraction(pnl * BigInt(leverage), cost);
  const last = ({ account }: Winner) => Number(account === VAULT_NO);
  return winners.sort((a, b) => last(a) - last(b) || Number(compared(score(b), score(a))) || a.position - b.position);
}

function winnerOf(state: State, account: number, position: Position): Winner {
  const market = naiveMarket(state, position.symbol);
  return {
    account,
    position: position.no,
    lots: Math.abs(position.lots),
    pnl: naiveUnrealized(market, position),
    cost: position.cost < 0n ? -position.cost : position.cost,
    leverage: naiveAccount(state, account).leverage.get(position.symbol) ?? market.spec.defaultLeverage,
  };
}

/** INV-42: the vault gives without a loss. */
const priceFor = ({ account }: Winner, { price }: Closing, mark: number): number =>
  account === VAULT_NO ? mark : price;

function checkTaking(closing: Closing, event: EventOf<'Traded'>): void {
  const name = `INV-43 trade ${event.trade}`;
  const winner = closing.winners[closing.given];
  if (!winner) throw new Error(`${name} takes from no winner`);
  agree(`${name} takes from the next in rank`, event.maker.account, winner.account);
  agree(`${name} takes what is missing`, event.quantity, Math.min(closing.left, winner.lots));
  agree(
    `${name} is at the bankruptcy price, or the mark for the vault`,
    event.price,
    priceFor(winner, closing, event.mark),
  );
  agree(`${name} is free`, event.maker.fee + event.taker.fee, 0n);
  closing.given += 1;
  closing.left -= event.quantity;
}

function checkReport(state: State, closing: Closing | undefined, event: EventOf<'Deleveraged'>): void {
  const winner = closing?.winners[closing.given - 1];
  if (!closing || !winner) throw new Error('a deleveraging reports an execution');
  const name = `INV-43 report on order ${event.order}`;
  agree(`${name}: rank`, event.rank, closing.given);
  agree(`${name}: ranked`, event.ranked, closing.winners.length);
  agree(`${name}: winner`, event.winner, winner.account);
  agree(`${name}: position`, event.position, winner.position);
  agree(`${name}: PnL`, event.unrealizedPnl, winner.pnl);
  agree(`${name}: cost`, event.cost, winner.cost);
  agree(`${name}: leverage`, event.leverage, winner.leverage);
  agree(`${name}: deficit`, event.deficit, closing.deficit);
  agree(`${name}: price`, event.price, priceFor(winner, closing, event.mark));
  agree(`${name}: mark`, event.mark, naiveMarket(state, event.market).mark);
  const left = naiveAccount(state, event.winner).positions.get(event.market);
  hold(left === undefined || left.no === winner.position, `${name}: the winner's position was not turned round`);
}
