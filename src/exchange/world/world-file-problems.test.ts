import { describe, expect, test } from 'vitest';
import { broken, CALM, problemsIn, problemsOf, write } from './world-file.test-helper.ts';
import { loadWorld, WorldFileError } from './world-file.ts';

describe('a broken field names its line, its path and the way out', () => {
  test.each([
    ['"symbol": "ETH-USDT"', '"symbol": "eth"', 'markets[1].symbol: must be a symbol such as "BTC-USDT"'],
    ['"days": 30', '"days": 32', 'history.days: must be a whole number from 0 to 31, without quotes'],
    [
      '"collateralPriceMaxAgeMs": 60000',
      '"collateralPriceMaxAgeMs": 0',
      'collateralPriceMaxAgeMs: must be a whole number from 1 to 86400000, without quotes',
    ],
    [
      '"collateralPriceMaxAgeMs": 60000',
      '"collateralPriceMaxAgeMs": 86400001',
      'collateralPriceMaxAgeMs: must be a whole number from 1 to 86400000, without quotes',
    ],
    ['"days": 30', '"hours": 30', 'history.hours: is not a field here'],
    ['"symbol": "ETH-USDT"', '"symbol": 7', 'markets[1].symbol: must be a symbol such as "BTC-USDT"'],
    [
      '"initialIndexPrice": "95000"',
      '"initialIndexPrice": 95000',
      'markets[0].initialIndexPrice: must be a decimal text in quotes, such as "0.05"',
    ],
    [
      '"initialIndexPrice": "95000"',
      '"initialIndexPrice": "9.5e4"',
      'markets[0].initialIndexPrice: must be a decimal text in quotes, such as "0.05"',
    ],
    ['"initialIndexPrice": "95000"', '"initialIndexPrice": "0"', 'markets[0].initialIndexPrice: must be above 0'],
    [
      '"orderSizeIncrement": "0.00001"',
      '"orderSizeIncrement": "0.000000001"',
      'markets[0].orderSizeIncrement: has more than eight decimals; round it',
    ],
    [
      '"orderSizeIncrement": "0.00001"',
      '"orderSizeIncrement": "0.000001"',
      'markets[0].orderSizeIncrement: has more than the 5 decimals of quantityExponent; raise one or round the other',
    ],
    [
      '"orderSizeIncrement": "0.0001"',
      '"orderSizeIncrement": "0.00000001", "x": 1',
      'markets[1].x: is not a field here',
    ],
    [
      '"priceExponent": 0',
      '"priceExponent": "0"',
      'markets[0].priceExponent: must be a whole number from 0 to 8, without quotes',
    ],
    [
      '"priceExponent": 0',
      '"priceExponent": 0.5',
      'markets[0].priceExponent: must be a whole number from 0 to 8, without quotes',
    ],
    [
      '"minOrderSize": "0.001"',
      '"minOrderSize": "0.0010001"',
      'markets[0].minOrderSize: must be a multiple of orderSizeIncrement 0.00001',
    ],
    [
      '"maxMarketOrderSize": "10"',
      '"maxMarketOrderSize": "0.0001"',
      'markets[0].maxMarketOrderSize: must be at least minOrderSize 0.001',
    ],
    [
      '"minOrderPrice": "0.1"',
      '"minOrderPrice": "0.15"',
      'markets[1].minOrderPrice: must be a multiple of priceIncrement 0.1',
    ],
    ['"limitCap": "0.05"', '"limitCap": "1.5"', 'markets[0].priceBands.limitCap: must be at most 1'],
    ['"floor": "-0.02"', '"floor": "0.02"', 'markets[0].funding.floor: must be at most 0'],
    ['"open": "00:00"', '"open": "23:00"', 'markets[8].session.close: must be after open 23:00'],
    ['"close": "22:00"', '"close": "22h"', 'markets[8].session.close: must be a time of day such as "22:00"'],
    [
      '"weekdays": [1, 2, 3, 4, 5]',
      '"weekdays": [1, 7]',
      'markets[8].session.weekdays[1]: must be a whole number from 0 to 6, without quotes',
    ],
    [
      '"from": "500001"',
      '"from": "500000"',
      'everyMarket.margin.tiers[1].from: must be 1 above the end of the tier before, 500000',
    ],
    [
      '"from": "0", "to": "500000", "maxLeverage"',
      '"from": "1", "to": "500000", "maxLeverage"',
      'everyMarket.margin.tiers[0].from: must be "0" in the first tier',
    ],
    [
      '"maxLeverage": 50',
      '"maxLeverage": 100',
      'everyMarket.margin.tiers[1].maxLeverage: must be below 100, the leverage of the tier before',
    ],
    [
      '"maintenance": "0.02"',
      '"maintenance": "0.01"',
      'everyMarket.margin.tiers[2].maintenance: must be above 0.01, the rate of the tier before',
    ],
    [
      '"maintenance": "0.005"',
      '"maintenance": "0.01"',
      'everyMarket.margin.tiers[0].maintenance: must be below initial 0.01',
    ],
    [
      '"initial": "0.04"',
      '"initial": "0.05"',
      'everyMarket.margin.tiers[2].initial: must be 1 / maxLeverage 25: "0.04"',
    ],
    [
      '"maintenance": "0.25"',
      '"maintenance": "0.5"',
      'everyMarket.margin.tiers[4].maintenance: must be below initial 0.5',
    ],
    ['"maintenance": "0.005"', '"maintenance": "0"', 'everyMarket.margin.tiers[0].maintenance: must be above 0'],
    [
      '"to": null, "maxLeverage": 2',
      '"to": "300000000", "maxLeverage": 2',
      'everyMarket.margin.tiers[4].to: must be null in the last tier, which is unbounded',
    ],
    [
      '"defaultLeverage": 10',
      '"defaultLeverage": 101',
      'everyMarket.margin.defaultLeverage: must be at most 100, the leverage of the first tier',
    ],
    [
      '"kind": "gbm"',
      '"kind": "walk"',
      'markets[0].process.kind: must be one of "still", "gbm", "ou", "hawkes", "stochastic", "script"',
    ],
    [
      '"volatilityPpb": 89036',
      '"volatilityPpb": -1',
      'markets[0].process.volatilityPpb: must be a whole number from 0 to 100000000, without quotes',
    ],
    [
      '"levels": 10',
      '"levels": 101',
      'markets[0].liquidity.levels: must be a whole number from 1 to 100, without quotes',
    ],
    [
      '"minLots": 2000',
      '"minLots": 99',
      'markets[0].liquidity.minLots: must be at least 100, the lots of minOrderSize',
    ],
    ['"maxLots": 40000', '"maxLots": 1999', 'markets[0].liquidity.maxLots: must be at least minLots 2000'],
    [
      '"maxLots": 40000',
      '"maxLots": 1000001',
      'markets[0].liquidity.maxLots: must be at most 1000000, the lots of the largest order',
    ],
    [
      '"takerPerMillion": 300000',
      '"takerPerMillion": 1000001',
      'markets[0].liquidity.takerPerMillion: must be a whole number from 0 to 1000000, without quotes',
    ],
    [
      '"priceMarket": "ETH-USDT"',
      '"priceMarket": "DOG-USDT"',
      'collaterals[1].priceMarket: names no market of this world: DOG-USDT',
    ],
    ['"ltv": "0.9"', '"ltv": "0.96"', 'collaterals[1].ltv: must be below lltv 0.95'],
    [
      '"haircut": "0.1"',
      '"haircut": "0.05"',
      'collaterals[1].haircuts[1].haircut: must be above 0.05, the haircut of the band before',
    ],
    [
      '"from": "500000", "to": "2000000"',
      '"from": "500001", "to": "2000000"',
      'collaterals[1].haircuts[1].from: must equal 500000, the end of the band before',
    ],
    ['"haircut": "0.2"', '"haircut": "1"', 'collaterals[1].haircuts[2].haircut: must be below 1'],
    [
      '"tierType": "volume", "tierName": "Tier 3"',
      '"tierType": "gold", "tierName": "Tier 3"',
      'tiers[3].tierType: must be one of "volume", "custom"',
    ],
    [
      '"minTradeVolume": "25000000"',
      '"minTradeVolume": "5000000"',
      'tiers[3].minTradeVolume: must be above 5000000, the volume of the tier before',
    ],
    [
      '"tierId": "tier_5", "balances"',
      '"tierId": "tier_9", "balances"',
      'devAccounts[6].tierId: names no tier of this world: tier_9',
    ],
    [
      '"balances": { "USDT": "1000000"',
      '"balances": { "DAI": "1000000"',
      'devAccounts[0].balances.DAI: is no collateral of this world; add it to collaterals or remove it',
    ],
    [
      '"address": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"',
      '"address": "0xf39F"',
      'devAccounts[0].address: must be an address: 0x and 40 hex digits',
    ],
    [
      '"startTime": "2026-01-05T00:00:00Z"',
      '"startTime": "2026-13-05T00:00:00Z"',
      'startTime: is not a day of the calendar; correct it',
    ],
    [
      '"startTime": "2026-01-05T00:00:00Z"',
      '"startTime": "2026-02-30T00:00:00Z"',
      'startTime: is not a day of the calendar; correct it',
    ],
    [
      '"startTime": "2026-01-05T00:00:00Z"',
      '"startTime": "Monday"',
      'startTime: must be a UTC time such as "2026-01-05T00:00:00Z"',
    ],
  ])('%s as %s', (from, to, expected) => {
    const { text, line } = broken(from, to);
    const found = problemsIn(text);
    expect(found.map((it) => it.replace(/^(\d+):\d+ /, '$1 '))).toContainEqual(
      expect.stringContaining(`${line} ${expected}`) as string,
    );
  });

  test('a missing field is named at the line of what it is missing from', () => {
    const { text } = broken('      "baseAsset": "BTC",\n', '');
    expect(problemsIn(text)).toEqual(['27:5 markets[0].baseAsset: is missing; add it']);
  });

  test('a ladder below zero is named at its levels, whichever figure made it so', () => {
    const { text } = broken('"stepTicks": 25', '"stepTicks": 9500');
    expect(problemsIn(text)).toEqual([
      '48:19 markets[0].liquidity.levels: reach below a price of zero; use fewer levels or a smaller step',
    ]);
  });

  test('a symbol written twice is named at the second', () => {
    const { text } = broken('"symbol": "ETH-USDT"', '"symbol": "BTC-USDT"');
    expect(problemsIn(text)).toContain('60:17 markets[1].symbol: BTC-USDT is there already; remove one of the two');
  });

  test('all problems come at once, in the order of the file', () => {
    const text = CALM.replace('"priceExponent": 0', '"priceExponent": 9').replace('"lltv": "0.98"', '"lltv": "2"');
    expect(problemsIn(text).map((it) => it.replace(/^\d+:\d+ /, ''))).toEqual([
      'markets[0].priceExponent: must be a whole number from 0 to 8, without quotes',
      'collaterals[0].lltv: must be at most 1',
    ]);
  });
});

const GBM = /"process": \{[^}]*\}/;
const scripted = (...steps: string[]): string =>
  CALM.replace(GBM, `"process": { "kind": "script", "steps": [${steps.join(', ')}] }`);
/** The default world with a field more in its second collateral, or at its head. */
const pegged = (...steps: string[]): string =>
  CALM.replace('"priceMarket": "ETH-USDT"', `"priceMarket": "ETH-USDT", "peg": [${steps.join(', ')}]`);
const risky = (figures: string): string => CALM.replace('"history"', `"risk": { ${figures} },\n  "history"`);

describe('a story or a risk figure that is wrong', () => {
  const AT = 'markets[0].process.steps';
  const PEG = 'collaterals[1].peg';
  test.each([
    ['no step', scripted(), `${AT}: must have at least 1 item`],
    ['a step without a price', scripted('{ "afterMs": 1 }'), `${AT}[0].price: is missing; add it`],
    ['a step without a time', scripted('{ "price": "1" }'), `${AT}[0].afterMs: is missing; add it`],
    [
      'a step at the start',
      scripted('{ "afterMs": 0, "price": "1" }'),
      `${AT}[0].afterMs: must be a whole number from 1 to 31622400000, without quotes`,
    ],
    [
      'a step that does not come later',
      scripted('{ "afterMs": 5, "price": "1" }', '{ "afterMs": 5, "price": "1" }'),
      `${AT}[1].afterMs: must be above 5, the time of the step before`,
    ],
    [
      'a number for a price',
      scripted('{ "afterMs": 1, "price": 76000 }'),
      `${AT}[0].price: must be a decimal text in quotes, such as "0.05"`,
    ],
    [
      'a price below the lowest order',
      scripted('{ "afterMs": 1, "price": "0.5" }'),
      `${AT}[0].price: must be at least minOrderPrice 1`,
    ],
    [
      'a word for frozen',
      scripted('{ "afterMs": 1, "price": "1", "frozen": "yes" }'),
      `${AT}[0].frozen: must be true or false, without quotes`,
    ],
    [
      'a misspelt field',
      scripted('{ "afterMs": 1, "price": "1", "freeze": true }'),
      `${AT}[0].freeze: is not a field here; remove it, or use one of afterMs, price, frozen`,
    ],
    ['a peg of nothing', pegged('{ "afterMs": 1, "peg": "0" }'), `${PEG}[0].peg: must be above 0`],
    ['a peg of too much', pegged('{ "afterMs": 1, "peg": "10.1" }'), `${PEG}[0].peg: must be at most 10`],
    [
      'a peg that does not come later',
      pegged('{ "afterMs": 2, "peg": "1" }', '{ "afterMs": 1, "peg": "1" }'),
      `${PEG}[1].afterMs: must be above 2, the time of the step before`,
    ],
    [
      'a peg of what all is counted in',
      CALM.replace('"priceMarket": null', '"priceMarket": null, "peg": [{ "afterMs": 1, "peg": "1" }]'),
      'collaterals[0].peg: is not for the first collateral, in which all is counted; remove it',
    ],
    ['funds below zero', risky('"vaultFunds": "-1"'), 'risk.vaultFunds: must be at least 0'],
    [
      'a number for funds',
      risky('"vaultFunds": 1'),
      'risk.vaultFunds: must be a decimal text in quotes, such as "0.05"',
    ],
    ['a share above one', risky('"takeoverShare": "1.1"'), 'risk.takeoverShare: must be at most 1'],
    ['slices of nothing', risky('"sliceShare": "0"'), 'risk.sliceShare: must be above 0'],
    ['no pause', risky('"pauseMs": 0'), 'risk.pauseMs: must be a whole number from 1 to 86400000, without quotes'],
    [
      'an age in words',
      risky('"indexMaxAgeMs": "60000"'),
      'risk.indexMaxAgeMs: must be a whole number from 1 to 86400000, without quotes',
    ],
    ['a switch in words', risky('"liquidation": "off"'), 'risk.liquidation: must be true or false, without quotes'],
    [
      'a misspelt figure',
      risky('"vaultFund": "1"'),
      'risk.vaultFund: is not a field here; remove it, or use one of vaultFunds, takeoverShare, sliceAbove, sliceShare, ' +
        'pauseMs, indexMaxAgeMs, liquidation, deleveraging, forcedExchange',
    ],
    ['a list', CALM.replace('"history"', '"risk": [],\n  "history"'), 'risk: must be a map with the fields vaultFunds'],
  ])('%s', (_what, text, expected) => {
    expect(text).not.toBe(CALM);
    expect(problemsIn(text).map((it) => it.replace(/^\d+:\d+ /, ''))).toEqual([
      expect.stringContaining(expected) as string,
    ]);
  });
});

describe('text that is no world', () => {
  test('broken JSON names the place', () => {
    const path = write('cut.json', '{\n  "name": "x",\n  "markets": [\n');
    const [problem] = problemsOf(() => loadWorld(path));
    expect(problem).toMatchObject({ line: 4, path: '' });
  });

  test('a repeated key is refused', () => {
    expect(problemsIn('{\n  "extends": "quiet",\n  "name": "a",\n  "name": "b"\n}')).toEqual([
      '4:3 : Map keys must be unique',
    ]);
  });

  test('an alias is refused', () => {
    const text = 'extends: quiet\nname: &it mine\ndescription: *it\n';
    expect(problemsIn(text, 'alias.yaml')).toEqual(['3:14 : aliases are not read; write the value out']);
  });

  test.each([
    ['', '1:1 : the file is empty; write a world in it'],
    ['[]', '1:1 : a world must be a map of fields'],
  ])('%j is refused', (text, expected) => {
    expect(problemsIn(text)).toEqual([expected]);
  });

  test('an unknown name lists the names there are', () => {
    expect(() => loadWorld('nowhere')).toThrow(
      'nowhere: there is no world nowhere; use bare, calm, capped, crash, default, depeg, gap, quiet, squeeze, stale or the name of a file',
    );
    expect(() => loadWorld('./nowhere.json')).toThrow(WorldFileError);
  });
});
