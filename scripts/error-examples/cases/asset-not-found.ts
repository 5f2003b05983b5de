import { type ErrorExamples, type Request, refused, signed } from '../case.ts';
import { IDS, secondOpened, WALLETS } from '../given.ts';

const ANSWER = refused(400, 'asset not found');

const transfer = (symbol: string): Request => signed('transferCollateral', { to: IDS.opened, symbol, amount: '1' });
const withdrawal = (symbol: string): Request =>
  signed('withdrawCollateral', { symbol, amount: '1', destination: WALLETS.owner });
const exchange = (sourceAsset: string): Request =>
  signed('voluntaryCollateralExchange', { sourceAsset, targetUSDTAmount: '100' });

export const ASSET_NOT_FOUND: ErrorExamples = {
  code: 'ASSET_NOT_FOUND',
  meaning: 'No collateral has this name, to the letter: here USDT, WETH and BTC.',
  cases: [
    { cause: 'an asset that does not exist', given: [secondOpened], request: transfer('DOGE'), answer: ANSWER },
    { cause: 'lower case', given: [secondOpened], request: transfer('usdt'), answer: ANSWER },
    { cause: 'a market', given: [secondOpened], request: transfer('BTC-USDT'), answer: ANSWER },
    {
      cause: 'the base asset of a market that is no collateral',
      given: [secondOpened],
      request: transfer('SOL'),
      answer: ANSWER,
    },
    { cause: 'a space before the name', given: [secondOpened], request: transfer(' USDT'), answer: ANSWER },
    { cause: 'a withdrawal of an asset that does not exist', request: withdrawal('DOGE'), answer: ANSWER },
    { cause: 'a withdrawal of ether, which is held as WETH', request: withdrawal('ETH'), answer: ANSWER },
    { cause: 'a withdrawal of a market', request: withdrawal('BTC-USDT'), answer: ANSWER },
    { cause: 'a withdrawal of another dollar', request: withdrawal('USDC'), answer: ANSWER },
    { cause: 'an exchange of an asset that does not exist', request: exchange('DOGE'), answer: ANSWER },
    { cause: 'an exchange of ether, which is held as WETH', request: exchange('ETH'), answer: ANSWER },
    { cause: 'an exchange in lower case', request: exchange('btc'), answer: ANSWER },
  ],
};
