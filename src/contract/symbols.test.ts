import { describe, expect, test } from 'vitest';
import { handMadeState } from './hand-made.test-helper.ts';
import type { Json } from './json.ts';
import { hasSymbolForm, readMarket } from './symbols.ts';

const state = handMadeState();
const EMPTY = { kind: 'refused', code: 'INVALID_FORMAT', message: 'market name empty', http: 400 };
const INVALID = { kind: 'refused', code: 'INVALID_FORMAT', message: 'market name invalid', http: 400 };

describe('readMarket', () => {
  test.each(['BTC-USDT', 'btc-usdt', '  Btc-Usdt\t', '\r\nBTC-USDT\n'])('%j names BTC-USDT', (value) => {
    expect(readMarket(value, state)).toBe(state.markets.get('BTC-USDT'));
  });

  test('a closed market is still readable', () => {
    const closed = handMadeState();
    const market = closed.markets.get('BTC-USDT');
    expect(market).toBeDefined();
    if (market) market.status = 'closed';
    expect(readMarket('BTC-USDT', closed)).toBe(market);
  });

  test.each<[string, Json | undefined]>([
    ['absent', undefined],
    ['null', null],
    ['empty', ''],
    ['blank', ' \t '],
  ])('%s is empty', (_case, value) => {
    expect(readMarket(value, state)).toEqual(EMPTY);
  });

  test.each<[string, Json]>([
    ['unknown', 'DOGE-USDT'],
    ['without hyphen', 'BTCUSDT'],
    ['two characters', 'B-'],
    ['hyphen first', '-BTC-USDT'],
    ['hyphen last', 'BTC-USDT-'],
    ['a number', 5],
    ['a list', ['BTC-USDT']],
    ['an object', {}],
    ['true', true],
    ['long s, which folds to S', 'BTC-UſDT'],
    ['full-width letters', 'ＢＴＣ-USDT'],
    ['Cyrillic letters', 'ВТС-USDT'],
    ['a non-breaking space', '\u00a0BTC-USDT'],
    ['a NUL', 'BTC-USDT\u0000'],
    ['an inherited name', '__proto__'],
    ['an inherited method', 'constructor'],
  ])('%s is invalid', (_case, value) => {
    expect(readMarket(value, state)).toEqual(INVALID);
  });
});

describe('hasSymbolForm', () => {
  test.each(['A-B', 'BTC-USDT', '1000PEPE-USDT', '_-_', 'A-B-C'])('%s has it', (symbol) => {
    expect(hasSymbolForm(symbol)).toBe(true);
  });

  test.each(['', '-', 'AB', 'A-', '-B', 'ABC', 'a-b', 'A-b', 'A-B ', 'A-\nB\n'])('%j has not', (symbol) => {
    expect(hasSymbolForm(symbol)).toBe(false);
  });
});
