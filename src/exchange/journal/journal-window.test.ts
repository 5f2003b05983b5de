import { canonicalJson } from '../../kernel/canonical-json.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createExchange, type Exchange } from '../exchange.ts';
import { JournalReplay } from '../../inspect/replay/journal-replay.ts';
import { JournalAudit } from '../../inspect/audit/audit-journal.ts';
import { resummed } from './tampered-lines.test-helper.ts';

const ORDER = { symbol: 'BTC-USDT', side: 'buy', orderType: 'market', quantity: '0.1' } as const;

let exchange: Exchange;
let lines: readonly string[];

/** Eight hours of orders, trades, funding and transfers in a window of 20 inputs. */
beforeAll(async () => {
  exchange = await createExchange({ world: 'quiet', seed: 5, journalWindow: 20 });
  const [first, second] = [exchange.client(0), exchange.client(1)];
  for (let round = 0; round < 8; round += 1) {
    await first.placeOrders([ORDER]);
    await second.placeOrders([{ ...ORDER, side: 'sell', quantity: '0.05' }]);
    await first.placeOrders([{ ...ORDER, side: 'sell', quantity: '0.02' }]);
    await first.getSubAccount();
    exchange.control.deposit(exchange.accounts[1]!.subAccountId, 'WETH', '1.5');
    exchange.clock.advance(3_700_000);
  }
  lines = [...exchange.control.journal()].map((line) => line.slice(0, -1));
});
afterAll(() => exchange.close());

interface Header {
  readonly start: { readonly seq: number; readonly snapshot: string | null; readonly state?: object };
}

describe('the journal of an exchange whose window has moved on', () => {
  test('starts with the state after the inputs that were dropped, and has the latest inputs', () => {
    const { start } = JSON.parse(lines[0]!) as Header;
    const { inputs } = exchange.control.state();
    expect(start.snapshot).toBeNull();
    expect(start.state).toBeDefined();
    expect(start.seq % 20).toBe(0);
    expect(start.seq).toBeGreaterThan(0);
    expect(inputs - start.seq).toBeGreaterThanOrEqual(20);
    expect(inputs - start.seq).toBeLessThanOrEqual(40);
    expect(lines).toHaveLength(inputs - start.seq + 2);
  });

  test('is audited from there, with the same ledger and digest as the exchange', () => {
    const audit = new JournalAudit();
    for (const line of lines) audit.line(line);
    audit.compareWith(exchange.control.ledger());
    const report = audit.report();
    expect(report.findings).toEqual([]);
    const { start } = JSON.parse(lines[0]!) as Header;
    expect(report).toMatchObject({ balanced: true, first: start.seq + 1, digest: exchange.digest() });
    expect(report.inputs).toBe(exchange.control.state().inputs);
    expect(report.events).toBe(exchange.control.state().events);
    expect(report.trades).toBeGreaterThan(3);
    expect(report.payments).toBeGreaterThan(3);
  });

  test('replays to the same digest, and with every digest on the way', () => {
    const replay = new JournalReplay();
    for (const line of lines) replay.apply(replay.read(line));
    expect(replay.mismatch).toBeNull();
    expect(replay.digest()).toBe(exchange.digest());
  });

  test('is found out when the state that it starts with is another', () => {
    const changed = lines[0]!.replace(/"USDT","1(\d+)n"/, '"USDT","2$1n"');
    expect(changed).not.toBe(lines[0]);
    const audit = new JournalAudit();
    for (const line of resummed([changed, ...lines.slice(1)])) audit.line(line);
    const { balanced, findings } = audit.report();
    expect(balanced).toBe(false);
    expect(findings.map(({ against, what }) => `${against}: ${what}`)).toContain('event: sum of all accounts');
    expect(findings.map(({ against, what }) => `${against}: ${what}`)).toContain('journal: digest of the state');
  });

  test.each<[string, (header: Header) => unknown]>([
    ['a state before the first input', ({ start }) => ({ ...start, seq: 0 })],
    ['no state after inputs', ({ start: { state: _, ...start } }) => start],
    ['a state and a snapshot', ({ start }) => ({ ...start, snapshot: 'auto' })],
  ])('is refused with %s', (_what, change) => {
    const header = JSON.parse(lines[0]!) as Header;
    const [changed] = resummed([canonicalJson({ ...header, start: change(header) })]);
    expect(() => new JournalAudit().line(changed!)).toThrow(
      'line 1 (byte 0): field "start": takes a state or the name of a snapshot when inputs come before it, else none',
    );
  });
});
