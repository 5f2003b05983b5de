import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createExchange, type Exchange } from '../../exchange/exchange.ts';
import { type AuditReport, JournalAudit } from './audit-journal.ts';
import { replay } from '../../exchange/journal/replay.ts';
import { DUMP_VERSION, DumpReader } from '../../exchange/journal/dump.ts';
import { resummed } from '../../exchange/journal/tampered-lines.test-helper.ts';
import { testInFull } from '../../kernel/test-budget.test-helper.ts';

const START = 1_767_571_200_000;
const ORDER = { symbol: 'BTC-USDT', side: 'buy', orderType: 'market', quantity: '0.1' } as const;

let exchange: Exchange;
let lines: readonly string[];
/** The journal after its first inputs. */
let earlier: readonly string[];

/** Trades, an hour of funding, a transfer out, a refusal, a text that looks like an amount. */
beforeAll(async () => {
  exchange = await createExchange({ seed: 5, world: 'quiet', startTime: START, limits: { enabled: false } });
  const [first, second] = [exchange.client(0), exchange.client(1)];
  await first.placeOrders([ORDER]);
  await second.placeOrders([{ ...ORDER, side: 'sell', quantity: '0.05' }]);
  earlier = [...exchange.control.journal()].map((line) => line.slice(0, -1));
  exchange.clock.advance(3_700_000);
  await first
    .withdrawCollateral({ symbol: 'USDT', amount: '100', destination: exchange.accounts[0]!.address })
    .catch(() => undefined);
  await first.placeOrders([{ ...ORDER, side: 'sell', quantity: '0.25' }]);
  exchange.control.deposit(exchange.accounts[1]!.subAccountId, 'WETH', '1.5');
  exchange.control.openAccount(exchange.accounts[2]!.address, '15n');
  exchange.clock.advance(1_000);
  lines = [...exchange.control.journal()].map((line) => line.slice(0, -1));
});
afterAll(() => exchange.close());

function audited(given: readonly string[]): AuditReport {
  const audit = new JournalAudit();
  for (const line of given) audit.line(line);
  return audit.report();
}

describe('the journal of a run', () => {
  test('is balanced, and the replay has the digest of the run', () => {
    const report = audited(lines);
    expect(report.findings).toEqual([]);
    expect(report).toMatchObject({ balanced: true, found: 0, world: 'quiet', seed: '5', digest: exchange.digest() });
    expect(report.inputs).toBe(lines.length - 2);
    expect(report.events).toBe(exchange.control.state().events);
    expect(report.trades).toBeGreaterThanOrEqual(3);
    expect(report.payments).toBeGreaterThanOrEqual(3);
  });

  test('holds the whole configuration, to the last digit and type', () => {
    const reader = new DumpReader();
    const read = lines.map((line) => reader.read(line));
    reader.close();
    const [header] = read;
    const records = read.flatMap((line) => (line.kind === 'input' ? [line.record] : []));
    const config = header?.kind === 'header' ? header.header.config : undefined;
    expect(replay(config!, records).digest).toBe(exchange.digest());
  });

  test('and the ledger of the running exchange agree', () => {
    const audit = new JournalAudit();
    for (const line of lines) audit.line(line);
    audit.compareWith(exchange.control.ledger());
    expect(audit.report().findings).toEqual([]);
  });

  test('that goes on after an end is read to its last end', () => {
    const restarted = resummed([...earlier, ...lines.slice(earlier.length - 1)]);
    expect(restarted).toHaveLength(lines.length + 1);
    expect(audited(restarted)).toMatchObject({
      balanced: true,
      digest: exchange.digest(),
      inputs: lines.length - 2,
    });
  });

  test('of an exchange without requests is balanced too', async () => {
    const idle = await createExchange({ world: 'quiet', startTime: START });
    const report = audited([...idle.control.journal()].map((line) => line.slice(0, -1)));
    expect(report).toMatchObject({ balanced: true, inputs: 0, trades: 0, digest: idle.digest() });
    await idle.close();
  });

  test('of a run in which a large account is ruined by a gap is balanced', async () => {
    const gap = await createExchange({ world: 'quiet', seed: 5, startTime: START, limits: { enabled: false } });
    const order = { symbol: 'BTC-USDT', orderType: 'limitGtc', price: '95000', quantity: '80' } as const;
    await gap.client(1).placeOrders([{ ...order, side: 'sell' }]);
    await gap.client(0).placeOrders([{ ...order, side: 'buy' }]);
    gap.control.movePrice('BTC-USDT', '80000');
    gap.clock.advance(120_000);
    const audit = new JournalAudit();
    for (const line of gap.control.journal()) audit.line(line.slice(0, -1));
    audit.compareWith(gap.control.ledger());
    const report = audit.report();
    expect(report.findings).toEqual([]);
    expect(report.takeovers + report.deleveraged).toBeGreaterThan(0);
    await gap.close();
  });

  testInFull('of a run with agents, for a minute, is balanced', async () => {
    const busy = await createExchange({ world: 'default', seed: 3, startTime: START });
    busy.clock.advance(60_000);
    const report = audited([...busy.control.journal()].map((line) => line.slice(0, -1)));
    expect(report).toMatchObject({ balanced: true, digest: busy.digest() });
    expect(report.trades).toBeGreaterThan(50);
    await busy.close();
  });
});

/**
 * The journal with one text replaced by another in one line, and with the sums that belong to it; a line counts from
 * the end when it is below zero.
 */
const changed = (...given: Parameters<typeof damaged>): string[] => resummed(damaged(...given));

/** The same with the sums as they were. */
function damaged(line: number, from: string | RegExp, to: string): string[] {
  const at = line < 0 ? lines.length + line : line - 1;
  const text = lines[at]!;
  const after = text.replace(from, to);
  expect(after).not.toBe(text);
  return lines.map((kept, index) => (index === at ? after : kept));
}

describe('a journal that was tampered with', () => {
  test('an input that is another one leads to other digests and another ledger', () => {
    const line = lines.findIndex((text) => text.includes('"quantity":"0.05"')) + 1;
    const { findings, balanced } = audited(changed(line, '"quantity":"0.05"', '"quantity":"0.06"'));
    expect(balanced).toBe(false);
    const found = findings.map(({ against, what }) => `${against}: ${what}`);
    expect(found[0]).toBe(`journal: checksum before input ${line}`);
    expect(found.filter((what) => what.includes('before input'))).toHaveLength(1);
    expect(found).toContain('journal: digest of inputs and events');
    expect(found).toContain('journal: digest of the state');
    expect(found).toContain('journal: balance');
    expect(findings.some(({ against }) => against === 'event' || against === 'replay')).toBe(false);
  });

  test('a balance in its ledger is found to the last unit', () => {
    const { findings } = audited(changed(-1, '"BTC":"1"', '"BTC":"1.00000001"'));
    expect(findings).toEqual([
      {
        against: 'journal',
        seq: null,
        event: null,
        account: 0,
        subject: 'BTC',
        what: 'balance',
        expected: '1',
        found: '1.00000001',
      },
    ]);
  });

  test('a running exchange that says something else', () => {
    const audit = new JournalAudit();
    for (const line of lines) audit.line(line);
    const ledger = exchange.control.ledger();
    audit.compareWith({ ...ledger, house: { ...ledger.house, tradingFees: { USDT: '0' } } });
    const [first] = audit.report().findings;
    expect(first).toMatchObject({
      against: 'exchange',
      what: 'house account tradingFees',
      subject: 'USDT',
      found: '0',
    });
  });
});

describe('a journal that cannot be read names line and field', () => {
  test.each<[string, () => readonly string[], string | RegExp]>([
    ['nothing', () => [], 'line 1 (byte 0): the journal is empty'],
    ['another file', () => ['{"name":"perpsim"}'], 'line 1 (byte 0): is not the header of a perpsim journal'],
    ['no JSON', () => ['hello'], 'line 1 (byte 0): is not the header of a perpsim journal'],
    [
      'a newer version',
      () => changed(1, `"version":${DUMP_VERSION},`, `"version":${DUMP_VERSION + 1},`),
      `line 1 (byte 0): field "version": ${DUMP_VERSION + 1} is newer than ${DUMP_VERSION}, the newest that this perpsim reads`,
    ],
    [
      'an older version',
      () => changed(1, `"version":${DUMP_VERSION},`, `"version":${DUMP_VERSION - 1},`),
      `line 1 (byte 0): field "version": ${DUMP_VERSION - 1} is older than ${DUMP_VERSION}, the oldest that this perpsim reads`,
    ],
    [
      'no version',
      () => changed(1, `"version":${DUMP_VERSION},`, '"version":0,'),
      'line 1 (byte 0): field "version": there is no version 0',
    ],
    [
      'another seed',
      () => changed(1, '"seed":"5","serviceName"', '"seed":"6","serviceName"'),
      'line 1 (byte 0): field "seed": differs from that of the config',
    ],
    [
      'a config without a field',
      () => changed(1, '"historyDays":0,', ''),
      'line 1 (byte 0): field "config.historyDays": is missing, it takes a whole number',
    ],
    [
      'a config with a field more',
      () => changed(1, '"historyDays":0,', '"historyDays":0,"historyWeeks":0,'),
      'line 1 (byte 0): field "config.historyWeeks": is not known here',
    ],
    [
      'a market without a name',
      () => changed(1, '"symbol":"BTC-USDT"', '"symbol":7'),
      'line 1 (byte 0): field "config.markets[0].symbol": takes a text',
    ],
    [
      'a line left out',
      () => resummed(lines.filter((_, index) => index !== 1)),
      /^line 2 \(byte \d+\): field "seq": 2 stands where 1 belongs/,
    ],
    [
      'a line cut off',
      () => [lines[0]!, lines[1]!.slice(0, -5)],
      /^line 2 \(byte \d+\): is not as a journal writes it: cut off or changed/,
    ],
    [
      'a line with a space',
      () => changed(2, ',', ', '),
      /^line 2 \(byte \d+\): is not as a journal writes it: cut off or changed/,
    ],
    [
      'an input of another kind',
      () => changed(2, '"kind":"request"', '"kind":"wish"'),
      /^line 2 \(byte \d+\): field "input\.kind": there is no such input/,
    ],
    [
      'a time as text',
      () => changed(2, /"at":(\d+)/, '"at":"$1"'),
      /^line 2 \(byte \d+\): field "input\.at": takes a whole number/,
    ],
    [
      'a time before',
      () => changed(3, /"at":\d+/, '"at":5'),
      /^line 3 \(byte \d+\): field "input\.at": is before that of the line before/,
    ],
    [
      'a nonce as text',
      () => changed(2, /"nonce":"(\d+)n"/, '"nonce":"$1"'),
      /^line 2 \(byte \d+\): field "input\.nonce": takes a bigint or null/,
    ],
    [
      'a command without a type',
      () => changed(2, '"type":"PlaceOrder"', '"typ":"PlaceOrder"'),
      /^line 2 \(byte \d+\): /,
    ],
    [
      'an unknown command',
      () => changed(2, '"type":"PlaceOrder"', '"type":"PlaceBet"'),
      /^line 2 \(byte \d+\): the engine cannot follow it: /,
    ],
    [
      'a change in an input',
      () => damaged(2, /"at":(\d+)\d/, '"at":$19'),
      /^line 2 \(byte \d+\): field "sum": does not fit this line and the one before: changed, or a line is missing$/,
    ],
    [
      'a line that is missing',
      () => lines.filter((_, index) => index !== 2),
      /^line 3 \(byte \d+\): field "sum": does not fit/,
    ],
    [
      'a change in the header',
      () => damaged(1, '"world":"quiet"', '"world":"quiez"'),
      /^line 1 \(byte 0\): field "sum": does not fit/,
    ],
    [
      'a sum that is missing',
      () => damaged(2, /,"sum":"[0-9a-f]{16}"/, ''),
      /^line 2 \(byte \d+\): field "sum": does not fit/,
    ],
    [
      'a start after inputs without a snapshot',
      () => changed(1, '"seq":0,"snapshot":null', '"seq":3,"snapshot":null'),
      /^line 1 \(byte 0\): field "start": takes a state or the name of a snapshot when inputs come before it, else none$/,
    ],
    [
      'a start after inputs',
      () => changed(1, '"seq":0,"snapshot":null', '"seq":3,"snapshot":"000003"'),
      /^line 1 \(byte 0\): field "start": the journal begins after input 3, at the snapshot "000003", which is not part of it$/,
    ],
    ['no end', () => lines.slice(0, -1), /^line \d+ \(byte \d+\): the end of the journal is missing: it was cut off$/],
    [
      'an end too early',
      () => resummed(lines.filter((_, index) => index !== lines.length - 2)),
      /^line \d+ \(byte \d+\): field "inputs": says \d+, but \d+ stand before it$/,
    ],
    [
      'a digest that is none',
      () => changed(-1, /"chain":"../, '"chain":"zz'),
      /^line \d+ \(byte \d+\): field "chain": takes a digest of 64 hex digits$/,
    ],
    [
      'an amount that is none',
      () => changed(-1, '"BTC":"1"', '"BTC":"1e3"'),
      /^line \d+ \(byte \d+\): field "ledger.subAccounts\[0\]\.balances\[BTC\]": takes a decimal text$/,
    ],
    [
      'a size off the grid',
      () => changed(-1, /"size":"(-?)0\.(\d+)"/, '"size":"$10.00000001"'),
      /^line \d+ \(byte \d+\): field "subAccounts\[\d\]\.positions\[0\]\.size": /,
    ],
  ])('%s', (_what, given, message) => {
    expect(() => audited(given())).toThrow(message);
  });
});
