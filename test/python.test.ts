import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parquetWriteFile } from 'hyparquet-writer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actionsOf, TRADE_ACTIONS } from '../src/contract/catalogue.ts';
import { PRIMARY_TYPES } from '../src/contract/signing.ts';
import { createExchange, type Exchange } from '../src/exchange/exchange.ts';
import { refusalWriter } from '../src/exchange/rest/refusals.ts';
import { testInFull } from '../src/kernel/test-budget.test-helper.ts';
import { RestServer } from '../src/exchange/rest/server.ts';
import type { RunResult } from '../src/scenarios/run-result.ts';
import { WsUpgradeHandler } from '../src/exchange/ws/upgrade-handler.ts';
import { CliCall } from './cli.ts';
import { describeWith } from './needs.ts';

/** The Python examples, run by Python as their readers run them. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = join(ROOT, 'examples', 'python');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'perpsim-python-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a program that prints one JSON text, and returns what it printed. */
async function python(program: string, ...args: readonly string[]): Promise<unknown> {
  const child = spawn('python3', ['-B', '-c', program, ...args], { cwd: FOLDER, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

describeWith(['python3', 'requests'], 'examples/python', () => {
  const SIGN = `
import json, sys
import perpsim_client as client, eth_stand_in
facts = json.load(open(sys.argv[1]))
actions = {name: (action, fields) for known in (client.TYPES, client.BY_CLIENT_ID) for action, (name, fields) in known.items()}
found = {}
for vector in facts["vectors"]:
    if vector["type"] not in actions:
        continue
    action, fields = actions[vector["type"]]
    types = {"EIP712Domain": client.DOMAIN_TYPE, vector["type"]: client._fields(fields)}
    if "Order[]" in fields:
        types["Order"] = client._fields(client.ORDER)
    message = {field["name"]: client._value(field["type"], vector["message"].get(field["name"]), types) for field in types[vector["type"]]}
    document = {"types": types, "domain": facts["domain"], "primaryType": vector["type"], "message": message}
    found[vector["id"]] = eth_stand_in.sign_typed_data(facts["privateKey"], document)
types = {name: fields for action, (name, fields) in [*client.TYPES.items(), *client.BY_CLIENT_ID.items()]}
print(json.dumps({"address": eth_stand_in.address_of(facts["privateKey"]), "found": found, "types": types, "writes": sorted(client.TYPES)}))
`;

  test('the stand-in signs as the published vectors say', async () => {
    const path = join(ROOT, 'fixtures', 'signing', 'vectors.json');
    const { vectors, address } = JSON.parse(readFileSync(path, 'utf8')) as {
      address: string;
      vectors: { id: string; type: string; r: string; s: string; v: number }[];
    };
    // Reads and logins have types of their own.
    const types = Object.entries(PRIMARY_TYPES).filter(([name]) => !/^SubAccountAction|^AuthMessage/.test(name));
    const expected = vectors.filter(({ type }) => types.some(([name]) => name === type));
    expect(expected.length).toBeGreaterThan(15);
    const writes = actionsOf(TRADE_ACTIONS).filter(({ kind }) => kind === 'write');
    expect(await python(SIGN, path)).toEqual({
      address: address.toLowerCase(),
      found: Object.fromEntries(expected.map(({ id, r, s, v }) => [id, { r, s, v }])),
      types: Object.fromEntries(
        types.map(([name, fields]) => [name, fields.map((field) => `${field.type} ${field.name}`).join(',')]),
      ),
      writes: writes.map(({ name }) => name).sort(),
    });
  });

  const READ_TABLE = `
import json, sys
import parquet_stand_in
print(json.dumps(parquet_stand_in.read_table(sys.argv[1])))
`;

  test('the stand-in reads every kind of column that perpsim writes', async () => {
    const filename = join(folder, 'table.parquet');
    const places = Array.from({ length: 2500 }, (_, place) => place);
    const words = places.map((place) => ['calm', 'wild', 'none'][place % 3] as string);
    const figures = places.map((place) => (place % 7 === 0 ? null : place / 3));
    const flags = places.map((place) => place % 2 === 0);
    const names = places.map((place) => `seed ${place}`);
    parquetWriteFile({
      filename,
      columnData: [
        { name: 'index', data: places.map(BigInt), type: 'INT64' },
        { name: 'word', data: words, type: 'STRING' },
        { name: 'figure', data: figures, type: 'DOUBLE', nullable: true },
        { name: 'flag', data: flags, type: 'BOOLEAN' },
        { name: 'name', data: names, type: 'STRING' },
      ],
    });
    expect(await python(READ_TABLE, filename)).toEqual({
      index: places,
      word: words,
      figure: figures,
      flag: flags,
      name: names,
    });
  });

  const TRADE = `
import json, sys
from perpsim_client import Client, Refused, limit
client = Client(*sys.argv[1:4])
order = limit("BTC-USDT", "buy", "91000", "0.02", clientOrderId="from-python", postOnly=True)
(status,) = client.place_orders([order])
(open_order,) = client.read("getOpenOrders")
try:
    client.write("updateLeverage", symbol="BTC-USDT", leverage="1000")
    refusal = None
except Refused as error:
    refusal = {"status": error.status, "code": error.code}
cancelled = client.cancel_all("BTC-USDT")
print(json.dumps({"resting": "resting" in status, "open": open_order, "refusal": refusal, "cancelled": len(cancelled), "left": client.read("getOpenOrders")}))
`;

  test('the client places an order, reads it, meets a refusal and cancels', async () => {
    const exchange: Exchange = await createExchange({ seed: 1, world: 'quiet' });
    const writeRefusal = refusalWriter(exchange);
    const streams = new WsUpgradeHandler({ exchange, writeRefusal });
    const server = new RestServer({ exchange, writeRefusal, streams });
    const { origin } = await server.listen({ host: '127.0.0.1', port: 0 });
    try {
      const [account] = exchange.accounts;
      const found = await python(TRADE, `${origin}/v1`, account?.privateKey ?? '', account?.subAccountId ?? '');
      expect(found).toMatchObject({
        resting: true,
        open: { symbol: 'BTC-USDT', side: 'buy', price: '91000', quantity: '0.02' },
        refusal: { status: 400, code: 'VALIDATION_ERROR' },
        cancelled: 1,
        left: [],
      });
    } finally {
      await server.close();
      await exchange.close();
    }
  });

  const SCENARIO = `title: A bot in Python quotes
world: default
seed: 7
start: 2026-01-05T00:00:00Z
duration: 30s
accounts:
  me: { deposit: { USDT: "100000" } }
strategy: { account: me, use: maker, symbol: BTC-USDT, params: { spread: 1, size: "0.1" } }
`;

  testInFull('the bot asks for time, is filled, and gives one digest every time', async () => {
    const scenario = join(folder, 'scenario.yaml');
    writeFileSync(scenario, SCENARIO);
    const bot = `python3 -B ${join(FOLDER, 'maker_bot.py')}`;
    const results: RunResult[] = [];
    while (results.length < 2) {
      const child = new CliCall(['run', scenario, '--bot', bot, '--json']);
      expect(await child.exit()).toBe(0);
      results.push(JSON.parse(child.stdout) as RunResult);
    }
    const [first, second] = results;
    expect(first?.mode).toBe('lockstep');
    expect(first?.accounts[0]?.fills.length).toBeGreaterThan(0);
    expect(second?.digest).toBe(first?.digest);
  });
});
