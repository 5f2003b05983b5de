import { describe, expect, test } from 'vitest';
import { money, padded, percent, priceText, signedMoney, sizeText } from './format.ts';

const MARKET = { priceIncrement: '0.1', orderSizeIncrement: '0.00001' };

describe('the formatter of the console', () => {
  test('pads prices and sizes to the steps of their market and rounds nothing', () => {
    expect(priceText('3284', MARKET)).toBe('3,284.0');
    expect(priceText('95010.25', MARKET)).toBe('95,010.25');
    expect(sizeText('0.25', MARKET)).toBe('0.25000');
    expect(sizeText('12', undefined)).toBe('12');
    expect(padded('all', 2)).toBe('all');
  });

  test('writes money to the cent, and its sign where it is asked for', () => {
    expect(money('1160323.626')).toBe('1,160,323.63');
    expect(money('-0.001')).toBe('0.00');
    expect(signedMoney(12.5)).toBe('+12.50');
    expect(signedMoney('-4.64')).toBe('-4.64');
    expect(signedMoney('0.001')).toBe('0.00');
    expect(percent(0.1234)).toBe('12.3%');
  });
});
