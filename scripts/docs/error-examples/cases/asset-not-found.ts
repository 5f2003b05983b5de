import { type ErrorExamples, refused } from '../case.ts';
import { type Request, signed } from '../request.ts';
import { IDS, secondOpened, WALLETS } from '../given.ts';

const REFUSAL = refused(400, 'asset not found');

const transfer = (symbol: string): Request => signed('transferCollateral', { to: IDS.opened, symbol, amount: '1' });
const withdrawal = (symbol: string): Request =>
  signed('withdrawCollateral', { symbol, amount: '1', destination: WALLETS.owner });
const exchange = (sourceAsset: string): Request =>
  signed('voluntaryCollateralExchange', { sourceAsset, targetUSDTAmount: '100' });

export const ASSET_NOT_FOUND: ErrorExamples = {
  code: 'ASSET_NOT_FOUND',
  meaning: 'No collateral has this name, to the letter: here USDT, WETH and BTC.',
  cases: [
    { cause: 'an asset that does not exist', given: [secondOpened], request: transfer('DOGE'), reply: REFUSAL },
    { cause: 'lower case', given: [secondOpened], request: transfer('usdt'), reply: REFUSAL },
    { cause: 'a market', given: [secondOpened], request: transfer('BTC-USDT'), reply: REFUSAL },
    {
      cause: 'the base asset of a market that is no collateral',
      given: [secondOpened],
      request: transfer('SOL'),
      reply: REFUSAL,
    },
    { cause: 'a space before the name', given: [secondOpened], request: transfer(' USDT'), reply: REFUSAL },
    { cause: 'a withdrawal of an asset that does not exist', request: withdrawal('DOGE'), reply: REFUSAL },
    { cause: 'a withdrawal of ether, which is held as WETH', request: withdrawal('ETH'), reply: REFUSAL },
    { cause: 'a withdrawal of a market', request: withdrawal('BTC-USDT'), reply: REFUSAL },
    { cause: 'a withdrawal of another dollar', request: withdrawal('USDC'), reply: REFUSAL },
    { cause: 'an exchange of an asset that does not exist', request: exchange('DOGE'), reply: REFUSAL },
    { cause: 'an exchange of ether, which is held as WETH', request: exchange('ETH'), reply: REFUSAL },
    { cause: 'an exchange in lower case', request: exchange('btc'), reply: REFUSAL },
  ],
};
