import { describe, expect, test } from 'vitest';
import { addressIn, EVERYTHING, followedIn, queryOf } from './address.ts';
import { isWholeLife, stationsOf } from './life.ts';
import type { LogRecord } from '../../../contract/log-shapes.ts';
import type { LogPart } from './records.ts';
import { MOST_SHOWN, shownFirst, withEarlier, withNewer } from './feed.ts';

const row = (id: string, name: string, kind: LogRecord['kind'] = 'order'): LogRecord => ({
  id,
  input: Number(id.split('.')[0]),
  event: 1,
  at: 0,
  kind,
  name,
  text: '',
  market: null,
  accounts: [],
  orders: [],
  liquidation: null,
  why: null,
});
const part = (rows: readonly LogRecord[], changes: Partial<LogPart> = {}): LogPart => ({
  life: 1,
  now: 0,
  inputs: rows.length,
  keptFrom: 1,
  rows,
  next: rows.at(-1)?.id ?? '0.0',
  more: false,
  ...changes,
});
const ids = (rows: readonly LogRecord[] | undefined): string[] => (rows ?? []).map(({ id }) => id);

describe('the address of the page', () => {
  const read = (query: string) => {
    const params = new URLSearchParams(query);
    return addressIn((name) => params.get(name) ?? undefined);
  };

  test('says what is shown, and is read back', () => {
    const address = { ...EVERYTHING, kinds: ['order', 'trade'] as const, account: '17', text: 'a & b', world: true };
    expect(queryOf(address)).toBe('?kind=order,trade&account=17&text=a+%26+b&world=true');
    expect(read(queryOf(address))).toEqual(address);
    expect(queryOf(EVERYTHING)).toBe('');
  });

  test('names no kind, number or explanation that does not exist', () => {
    expect(read('kind=order,nothing&account=x&order=1e3&why=/state')).toEqual({ ...EVERYTHING, kinds: ['order'] });
    expect(read('why=%2Frefusal%2F0123456789abcdef%3Fitem%3D1').why).toBe('/refusal/0123456789abcdef?item=1');
    expect(read('why=%2Fmargin%2F17%3Fsymbol%3DBTC-USDT').why).toBe('/margin/17?symbol=BTC-USDT');
    expect(read('why=%2F..%2Fstate').why).toBe('');
  });

  test('follows the narrowest thing that it names', () => {
    expect(followedIn({ ...EVERYTHING, account: '1', order: '2' })).toEqual({ what: 'order', id: '2' });
    expect(followedIn(EVERYTHING)).toBeNull();
  });
});

describe('rows on the page', () => {
  test('newer ones come behind, earlier ones before', () => {
    const first = shownFirst(part([row('3.1', 'Traded')], { more: true }));
    expect(first.hasEarlier).toBe(true);
    const newer = withNewer(first, part([row('4.1', 'Traded')], { inputs: 4 }));
    expect([ids(newer?.rows), newer?.next, newer?.inputs]).toEqual([['3.1', '4.1'], '4.1', 4]);
    const earlier = withEarlier(first, part([row('2.1', 'Traded')]));
    expect([ids(earlier.rows), earlier.hasEarlier]).toEqual([['2.1', '3.1'], false]);
  });

  test('another life, or too much at once, begins anew', () => {
    const first = shownFirst(part([row('3.1', 'Traded')]));
    expect(withNewer(first, part([row('1.1', 'Traded')], { life: 2 }))).toBeNull();
    expect(withNewer(first, part([row('4.1', 'Traded')], { more: true }))).toBeNull();
  });

  test('the oldest leave when there are too many', () => {
    const many = Array.from({ length: MOST_SHOWN }, (_, at) => row(`${at + 1}.1`, 'Traded'));
    const newer = withNewer(shownFirst(part(many)), part([row('9999.1', 'Traded')]));
    expect(newer?.rows).toHaveLength(MOST_SHOWN);
    expect([newer?.rows[0]?.id, newer?.hasEarlier]).toEqual(['2.1', true]);
  });
});

describe('the life of a thing', () => {
  test('equal stations in a row are one', () => {
    const rows = ['OrderPlaced', 'OrderRested', 'Traded', 'Traded', 'OrderCancelled'].map((name, at) =>
      row(`1.${at}`, name),
    );
    expect(stationsOf(rows).map(({ label, count }) => `${label} ${count}`)).toEqual([
      'accepted 1',
      'in the book 1',
      'traded 2',
      'cancelled 1',
    ]);
    expect(isWholeLife(rows, 'order')).toBe(true);
    expect(isWholeLife(rows, 'account')).toBe(false);
  });

  test('of many the first and the latest are shown', () => {
    const rows = ['OrderPlaced', 'Traded', 'OrderModified', 'Traded', 'OrderCancelled'].map((name, at) =>
      row(`1.${at}`, name),
    );
    expect(stationsOf(rows, 3).map(({ label }) => label)).toEqual(['accepted', 'traded', 'cancelled']);
  });

  test('a refusal is a station, and what has no station is passed over', () => {
    const rows = [row('1.0', 'placeOrders', 'request'), row('1.1', 'NO_LIQUIDITY', 'refusal')];
    expect(stationsOf(rows).map(({ label, tone }) => [label, tone])).toEqual([['refused', 'bad']]);
  });
});
