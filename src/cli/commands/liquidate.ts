import type { ControlResponse } from '../../contract/control.ts';
import { Decimal } from 'decimal.js';
import { callSite, type ControlSite } from '../control-site.ts';
import type { CommandBody } from '../define.ts';
import { ledgerAccounts, subAccountOf } from './accounts.ts';
import { type MarketPrices, marketPrices } from './price.ts';
import { ACCOUNT, type Done, NotPossible, steer, steering, type SteeringFlags } from '../steering.ts';

/** `perpsim liquidate`. */
export const LIQUIDATE: CommandBody = steering({
  takes: [ACCOUNT, "the market to move (default: that of the account's largest position)"],
  examples: ['liquidate 0', 'liquidate 0 ETH-USDT'],
  run: (account: string, symbol: string | undefined, flags: SteeringFlags) =>
    steer(flags, (site) => liquidate(site, account, symbol)),
});

type Liquidation = ControlResponse<'liquidations'>['liquidations'][number];

/** How far beyond the price of liquidation the mark is moved, one after the other: the account's other figures move meanwhile. */
const BEYOND = ['0.0005', '0.002', '0.01', '0.03', '0.1'];

/**
 * Moves the mark of a market to where an account is liquidated, and pins the price of that market there.
 *
 * @param symbol - the market to move; by default that of the account's largest position
 * @throws NotPossible for an account that no price of the market liquidates
 */
export async function liquidate(site: ControlSite, account: string, symbol: string | undefined): Promise<Done> {
  const subAccountId = await subAccountOf(site, account);
  const { market, isLong } = await positionOf(site, subAccountId, symbol);
  const before = await newestOf(site, subAccountId);
  for (const step of BEYOND) {
    const price = await liquidationPrice(site, subAccountId, market);
    const target = new Decimal(price).times(new Decimal(1).plus(isLong ? `-${step}` : step));
    await moveMark(site, market, target);
    const newest = await newestOf(site, subAccountId);
    if (newest && newest.liquidation !== before?.liquidation) {
      return {
        response: { ...newest, subAccountId, symbol: market, liquidationPrice: price },
        text:
          `${market} went to ${(await priceOf(site, market)).markPrice}, beyond the liquidation price ${price}: ` +
          `liquidation ${newest.liquidation} of subaccount ${subAccountId}, ${newest.outcome}\n` +
          `perpsim why liquidation ${newest.liquidation} explains it; perpsim price ${market} --release lets the feed go on`,
      };
    }
  }
  throw new NotPossible(
    `subaccount ${subAccountId} was not liquidated although ${market} went to ${(await priceOf(site, market)).markPrice}; ` +
      `perpsim why margin ${subAccountId} shows its margin`,
  );
}

async function positionOf(
  site: ControlSite,
  subAccountId: string,
  symbol: string | undefined,
): Promise<{ readonly market: string; readonly isLong: boolean }> {
  const account = (await ledgerAccounts(site)).find((each) => each.subAccountId === subAccountId);
  if (!account)
    throw new NotPossible(`there is no subaccount ${subAccountId}; perpsim accounts lists the dev accounts`);
  const open = account.positions
    .filter(({ size }) => !new Decimal(size).isZero())
    .sort((a, b) => notionalOf(b).comparedTo(notionalOf(a)));
  const held = symbol === undefined ? open[0] : open.find((position) => position.symbol === symbol);
  if (held) return { market: held.symbol, isLong: !held.size.startsWith('-') };
  const where = symbol === undefined ? '' : ` in ${symbol}`;
  throw new NotPossible(`subaccount ${subAccountId} has no open position${where}: there is nothing to liquidate`);
}

const notionalOf = ({ size, entryPrice }: { readonly size: string; readonly entryPrice: string }): Decimal =>
  new Decimal(size).abs().times(entryPrice);

async function liquidationPrice(site: ControlSite, subAccountId: string, symbol: string): Promise<string> {
  const { verdict } = await callSite(site, 'whyMargin', { subAccountId, symbol });
  const price = verdict['liquidationPrice'] ?? '0';
  if (new Decimal(price).gt(0)) return price;
  throw new NotPossible(
    `no price of ${symbol} liquidates subaccount ${subAccountId}: its collateral covers any loss there`,
  );
}

/** The index alone would take the average of the premium along, and the mark alone would be pulled back to the index. */
async function moveMark(site: ControlSite, symbol: string, target: Decimal): Promise<void> {
  const { indexPrice } = await priceOf(site, symbol);
  const price = target.toDecimalPlaces(new Decimal(indexPrice).decimalPlaces()).toFixed();
  await callSite(site, 'pinPrice', { symbol, price });
  await callSite(site, 'setMarkPrice', { symbol, price });
}

async function priceOf(site: ControlSite, symbol: string): Promise<MarketPrices> {
  const market = (await marketPrices(site)).find((each) => each.symbol === symbol);
  if (market) return market;
  throw new NotPossible(`there is no market ${symbol}`);
}

async function newestOf(site: ControlSite, subAccountId: string): Promise<Liquidation | undefined> {
  const { liquidations } = await callSite(site, 'liquidations', { subAccountId });
  return liquidations[0];
}
