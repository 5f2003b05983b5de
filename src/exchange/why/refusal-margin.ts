import { maxLeverageOf } from '../../kernel/terms.ts';
import { formatUnits } from '../../kernel/decimal.ts';
import type { Units } from '../../kernel/units.ts';
import { limitOf, type Probe, probe } from '../../engine/book/matching.ts';
import { withLeverage, withMargin } from '../../engine/isolated/isolated.ts';
import type { PlaceIsolatedOrder } from '../../engine/isolated/terms.ts';
import { haircutTierOf, valueOfQuantity } from '../../engine/risk/collateral.ts';
import { feeRateOf } from '../../engine/risk/fees.ts';
import {
  marketInitialMargin,
  marketOf,
  settlementAsset,
  summaryOf,
  unrealizedPnlIn,
} from '../../engine/risk/margin.ts';
import type { Account, Market, State } from '../../engine/state.ts';
import {
  type AddedLots,
  adjustedValueSteps,
  collateralsOf,
  crossSymbols,
  initialStep,
  markInput,
  summarySteps,
} from './account-steps.ts';
import { addedLotsOf, type AskedOrder, ticksOf, workingLotsOf } from './asked-order.ts';
import { type Chain, sumOf } from './explanation.ts';
import { isolatedEquitySteps } from './explain-margin.ts';
import { priceText, ratioText, sizeText } from './figures.ts';
import type { Explainer, RefusalCase } from './refusal-case.ts';
import { bandStep } from './refusal-order.ts';

/** Why margin was short: what was required against what was there, split up. */

export const insufficientMargin: Explainer = (of) => {
  const { command, state, account, market, asked, chain } = of;
  if (command.type === 'TransferCollateral') return partStep(chain, state, command.from, command.asset, command.amount);
  if (!account || !market) return false;
  if (command.type === 'PlaceIsolatedOrder') return isolatedOrder(of, account, market, command);
  if (command.type === 'MoveIsolatedMargin') {
    if (command.amount > 0n) unaffordable(chain, state, account, command.amount);
    else uncovered(chain, state, market, withMargin(account, command.symbol, heldBy(account, market) + command.amount));
    return true;
  }
  if (command.type === 'SetLeverage') {
    uncovered(chain, state, market, withLeverage(account, command.symbol, command.leverage));
    return true;
  }
  if (!asked) return false;
  overMargin(chain, state, market, account, asked);
  return true;
};

const heldBy = (account: Account, market: Market): Units => account.isolated.get(market.spec.symbol)?.margin ?? 0n;

/** The first of the three things that an isolated order needs: margin to give, cover for what is there, and for itself. */
function isolatedOrder(of: RefusalCase, account: Account, market: Market, command: PlaceIsolatedOrder): boolean {
  const { chain, state, asked } = of;
  const { symbol, leverage, margin } = command;
  const after = withMargin(withLeverage(account, symbol, leverage), symbol, heldBy(account, market) + margin);
  const pnl = unrealizedPnlIn(market, account);
  const covered = heldBy(after, market) + (pnl < 0n ? pnl : 0n);
  if (margin > summaryOf(state, account).withdrawable) unaffordable(chain, state, account, margin);
  else if (covered < 0n || marketInitialMargin(market, after) > covered) uncovered(chain, state, market, after);
  else if (asked) overMargin(chain, state, market, after, asked);
  return true;
}

/** Margin for an isolated market comes out of what could be withdrawn. */
function unaffordable(chain: Chain, state: State, account: Account, amount: Units): void {
  summarySteps(chain, state, account);
  chain.input('margin', formatUnits(amount), settlementAsset(state), 'the request');
  chain.step('refused', 'margin > withdrawable', 'MARGIN-ISOLATED');
}

/** What stands in a market against what covers it, on the account as it would be. */
function uncovered(chain: Chain, state: State, market: Market, after: Account): void {
  const { symbol } = market.spec;
  if (after.isolated.has(symbol)) {
    isolatedEquitySteps(chain, state, after, { symbol });
    const pnl = after.positions.has(symbol) ? `pnl[${symbol}]` : '0';
    chain.step('covered', `isolatedMargin[${symbol}] + min(0, ${pnl})`, 'MARGIN-COVERED');
    initialStep(chain, market, after);
    chain.step('refused', `covered < 0 or initial[${symbol}] > covered`, 'MARGIN-COVERED');
    return;
  }
  adjustedValueSteps(chain, state, after);
  const { all } = crossSymbols(after);
  for (const other of all) initialStep(chain, marketOf(state, other), after);
  chain.step('required', sumOf(all.map((other) => `initial[${other}]`)), 'MARGIN-TOTALS');
  chain.step('refused', 'required > adjustedAccountValue', 'MARGIN-COVERED');
}

/** An order at its worst: all of its side filled, the loss against the mark taken, the taker fee paid. */
function overMargin(chain: Chain, state: State, market: Market, account: Account, asked: AskedOrder): void {
  const { symbol } = market.spec;
  const terms = exposureOf(market, account, asked);
  const isolated = account.isolated.has(symbol);
  if (isolated) isolatedEquitySteps(chain, state, account, { symbol });
  else adjustedValueSteps(chain, state, account);
  const others = isolated ? [] : crossSymbols(account).all.filter((other) => other !== symbol);
  for (const other of others) initialStep(chain, marketOf(state, other), account);
  initialStep(chain, market, account, terms.added);
  lossSteps(chain, state, market, account, asked, terms);
  const initials = [...others, symbol].map((other) => `initial[${other}]`);
  chain.step('required', sumOf([...initials, 'fillLoss', 'restLoss', 'fee']), 'ORDER-WORST-CASE');
  chain.step('available', isolated ? 'equity' : 'adjustedAccountValue', 'ORDER-WORST-CASE');
  chain.step('refused', 'required > available', 'ORDER-WORST-CASE');
}

interface Terms {
  readonly added: AddedLots;
  readonly met: Probe;
  readonly restingLots: number;
}

function exposureOf(market: Market, account: Account, asked: AskedOrder): Terms {
  const { spec } = market;
  const { side, changes } = asked;
  const lots = workingLotsOf(spec, asked);
  const limit = limitOf(market, { side, kind: asked.isMarket ? 'market' : 'limit', price: ticksOf(spec, asked) });
  const met = asked.isTwap
    ? { lots: 0, notional: 0n, meetsOwn: false }
    : probe(market, account.no, { side, lots, limit });
  const restingLots = asked.rests ? lots - met.lots : 0;
  const added = changes ? addedLotsOf(spec, asked) : met.lots + restingLots;
  return {
    met,
    restingLots,
    added: side === 'buy' ? { buyLots: added, sellLots: 0 } : { buyLots: 0, sellLots: added },
  };
}

function lossSteps(
  chain: Chain,
  state: State,
  market: Market,
  account: Account,
  asked: AskedOrder,
  { met, restingLots }: Terms,
): void {
  const { spec } = market;
  const { baseAsset, quoteAsset, symbol } = spec;
  markInput(chain, market);
  const mark = `mark[${symbol}]`;
  const buys = asked.side === 'buy';
  chain.input('filledNow', sizeText(spec, met.lots), baseAsset, 'what the order would take from the book at once');
  chain.input('filledValue', formatUnits(met.notional), quoteAsset, 'at the prices of the book');
  chain.input('rests', sizeText(spec, restingLots), baseAsset, 'what could fill later');
  if (asked.isTwap && asked.price !== '') {
    worstChunkSteps(chain, market, asked);
  } else {
    const price = asked.price === '' ? priceText(spec, market.mark) : asked.price;
    chain.input('price', price, quoteAsset, asked.price === '' ? 'the mark: the order names none' : 'the order');
  }
  chain.input('takerRate', ratioText(feeRateOf(state, account, 'taker')), 'ratio', 'fee tier of the owner');
  const fillLoss = buys ? `filledValue - filledNow * ${mark}` : `filledNow * ${mark} - filledValue`;
  chain.step('fillLoss', `max(0, ${fillLoss})`, 'ORDER-WORST-CASE');
  const over = buys ? `price - ${mark}` : `${mark} - price`;
  chain.step('restLoss', `max(0, ${over}) * rests`, 'ORDER-WORST-CASE');
  chain.step('fee', 'max(0, round(filledValue * takerRate, 8))', 'ORDER-WORST-CASE');
}

/** What a chunk of a TWAP can cost at most: the price of the parent, or the bound of the band where that is tighter. */
function worstChunkSteps(chain: Chain, market: Market, asked: AskedOrder): void {
  const { spec } = market;
  chain.input('named', asked.price, spec.quoteAsset, 'worst price of the TWAP');
  bandStep({ chain, market, asked }, `mark[${spec.symbol}]`, 'limit');
  chain.step('price', asked.side === 'buy' ? 'min(named, bound)' : 'max(named, bound)', 'ORDER-BAND');
}

/** An amount that would leave the account: what it gives up against what is free, without unrealized gains. */
export function partStep(chain: Chain, state: State, no: number, asset: string, amount: Units): boolean {
  const account = state.accounts.get(no);
  if (!account) return false;
  summarySteps(chain, state, account);
  chain.input('amount', formatUnits(amount), asset, 'the request');
  if (!chain.has(`held[${asset}]`)) chain.input(`held[${asset}]`, '0', asset, 'balance of the subaccount');
  const held = account.balances.get(asset) ?? 0n;
  if (amount > held) {
    chain.step('refused', `amount > held[${asset}]`, 'FUNDS-PART');
    return true;
  }
  const after = { ...account, balances: new Map(account.balances).set(asset, held - amount) };
  leftSteps(chain, state, after, asset);
  chain.step('givenUp', `adjusted[${asset}] - adjustedLeft`, 'FUNDS-PART');
  chain.step('refused', 'freeValue < 0 or givenUp > freeValue', 'FUNDS-PART');
  return true;
}

/** Adjusted value of what would be left of one asset, across its haircut bands. */
function leftSteps(chain: Chain, state: State, after: Account, asset: string): void {
  const spec = collateralsOf(state, after).find((other) => other.asset === asset);
  const left = after.balances.get(asset) ?? 0n;
  if (!spec || spec.priceMarket === null) {
    chain.step('adjustedLeft', `held[${asset}] - amount`, 'COLLATERAL-HAIRCUT');
    return;
  }
  const { value } = valueOfQuantity(state, spec, left);
  const band = haircutTierOf(spec, value);
  const price = chain.has(`price[${asset}]`) ? `price[${asset}]` : `index[${spec.priceMarket}]`;
  chain.step('valueLeft', `round((held[${asset}] - amount) * ${price}, 8)`, 'COLLATERAL-VALUE');
  chain.input('haircutLeft', ratioText(band.haircut), 'ratio', `haircut tier ${band.id} of ${asset}`);
  chain.input('additionLeft', formatUnits(band.valueAddition), settlementAsset(state), `haircut tier ${band.id}`);
  chain.step('adjustedLeft', 'roundDown(valueLeft * (1 - haircutLeft), 8) + additionLeft', 'COLLATERAL-HAIRCUT');
}

/** Terms of a leverage or a placement that the engine itself words. */
export const overLeverage: Explainer = ({ chain, command, market }) => {
  if (!market || (command.type !== 'SetLeverage' && command.type !== 'PlaceIsolatedOrder')) return false;
  chain.input('leverage', String(command.leverage), 'times', 'the request');
  chain.input('most', String(maxLeverageOf(market.spec)), 'times', `margin tier 1 of ${market.spec.symbol}`);
  chain.step('refused', 'leverage > most', 'LEVERAGE');
  return true;
};
