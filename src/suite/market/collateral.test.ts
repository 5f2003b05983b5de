import { describe, expect, it } from 'vitest';
import { collateralTerms, haircutCollateral } from './collateral.ts';
import { NoFigure, readTerm, speaksOfCollaterals, termText } from './terms.ts';

const LIST = [
  { collateral: 'USDC', quantityPrecision: 2, withdrawFee: '3', tiers: [{ haircut: '0' }] },
  { collateral: 'LINK', quantityPrecision: 6, withdrawFee: '0.3', tiers: [{ haircut: '0.15' }, { haircut: '0.3' }] },
  { collateral: 'LTC', quantityPrecision: 8, withdrawFee: '0.01', tiers: [{ haircut: '0.1' }] },
];

function text(inner: string, asset: string | undefined): string | undefined {
  const terms = collateralTerms(LIST, asset);
  const expression = readTerm(inner);
  const nothing = (): undefined => undefined;
  return (
    expression &&
    termText(expression, { figure: nothing, symbol: nothing, look: nothing, collateral: (term) => terms.get(term) })
  );
}

describe('terms of collaterals', () => {
  it.each([
    ['haircut collateral', 'LTC'],
    ['haircut collateral, in lower case', 'ltc'],
    ['haircut rate', '0.1'],
    ['haircut collateral unit', '0.00000001'],
    ['20 - 250000 haircut collateral unit', '19.9975'],
    ['haircut collateral decimals', '8'],
    ['haircut collateral fee', '0.01'],
    ['settlement collateral', 'USDC'],
    ['settlement unit / 10', '0.001'],
    ['settlement decimals', '2'],
    ['settlement fee', '3'],
  ])('reads "%s" from what getCollaterals publishes', (inner, expected) => {
    expect(text(inner, 'LTC')).toBe(expected);
    expect(speaksOfCollaterals([`{${inner}}`])).toBe(true);
  });

  it('has no figure of a haircut collateral where there is none', () => {
    expect(() => text('haircut collateral', undefined)).toThrow(NoFigure);
    expect(() => text('haircut rate', 'GONE')).toThrow(NoFigure);
    expect(text('settlement collateral', undefined)).toBe('USDC');
  });
});

describe('haircutCollateral', () => {
  it('is the first one with a haircut that all wallets hold', () => {
    expect(haircutCollateral(LIST, [['USDC', 'LTC', 'LINK']])).toBe('LINK');
    expect(haircutCollateral(LIST, [['USDC', 'LTC', 'LINK'], ['LTC']])).toBe('LTC');
    expect(haircutCollateral(LIST, [['LTC'], ['USDC']])).toBeUndefined();
  });

  it('leaves out rows that lack a figure', () => {
    expect(haircutCollateral([{ collateral: 'BTC', tiers: [{ haircut: '0.1' }] }, 'BTC'], [['BTC']])).toBeUndefined();
    expect(haircutCollateral(undefined, [])).toBeUndefined();
  });
});
