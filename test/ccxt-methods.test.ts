import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ccxtMethodsPage, PAGE } from '../scripts/docs/ccxt-methods.ts';
import { Perpsim } from '../src/ccxt.ts';
import { ABSENT } from '../src/client/ccxt/description.ts';
import { ROWS } from './ccxt/all-rows.ts';
import { flat, type Kit, livingKit } from './ccxt/kit.ts';

/**
 * Every method that `has` of the ccxt class promises, against a living exchange on a live clock over sockets, each with the structure that
 * ccxt's manual gives it. docs/ccxt-methods.md is made of the same rows.
 */

let kit: Kit;

beforeAll(async () => {
  kit = await livingKit({ toHourMs: 15_000 });
});
afterAll(() => kit.close());

describe.for(Object.entries(ROWS))('%s', ([, rows]) => {
  beforeAll(() => flat(kit.bot));
  test.for(rows.map((row) => [row.method, row] as const))('%s', async ([, row]) => {
    await row.check(kit);
  });
});

test('the page is made of these rows', () => {
  expect(readFileSync(PAGE, 'utf8'), 'npm run docs:pages -- ccxt').toBe(ccxtMethodsPage());
});

/** Flags of `has` that are no methods. */
const FLAGS = ['publicAPI', 'privateAPI', 'swap', 'ws'];
/** ccxt's own name of the method behind a flag, where it has another. */
const NAMES: Readonly<Record<string, string>> = { cancelOrdersWithClientOrderId: 'cancelOrdersWithClientOrderIds' };

describe('has', () => {
  const promised = (has: Readonly<Record<string, unknown>>): string[] =>
    Object.keys(has).filter((name) => has[name] === true && !FLAGS.includes(name));

  test('there is a row for every method that is promised, and a method', () => {
    const names = promised(kit.bot.has);
    const rows = Object.values(ROWS)
      .flat()
      .map(({ method }) => method);
    expect(rows.toSorted()).toEqual(names.toSorted());
    const methods = kit.bot as unknown as Record<string, unknown>;
    expect(names.filter((name) => typeof methods[NAMES[name] ?? name] !== 'function')).toEqual([]);
    expect(names.length).toBeGreaterThanOrEqual(90);
  });

  test('the class without streams promises none of them', () => {
    const rest = new Perpsim();
    expect(promised(rest.has).filter((name) => /Ws$|^(?:un)?watch/i.test(name))).toEqual([]);
    expect(rest.describe()['pro']).toBe(false);
    expect(promised(rest.has).length).toBeGreaterThanOrEqual(90);
  });

  test('what there is not is false, and a call of it is refused', async () => {
    for (const name of ABSENT.flatMap(([, names]) => names)) expect([name, kit.bot.has[name]]).toEqual([name, false]);
    const methods = kit.bot as unknown as Record<string, (...args: readonly unknown[]) => Promise<unknown>>;
    await expect(methods['setMarginMode']?.('isolated', 'BTC/USDT:USDT')).rejects.toThrow('not supported');
    await expect(methods['createTrailingPercentOrder']?.('BTC/USDT:USDT', 'market', 'buy', 1, 1, 1)).rejects.toThrow(
      'not supported',
    );
  });
});
