import assert from 'node:assert/strict';
import type { DataTable } from '@cucumber/cucumber';
import { valueAt } from '../../src/suite/paths.ts';
import type { StepArgument } from '../../src/suite/steps/declaration.ts';
import { defineStep } from '../../src/suite/steps/library.ts';
import { EXAMINES, MEAN_COST, tradeCost } from '../../src/suite/steps/requests.ts';
import type { Exchanged } from '../../src/suite/transports/transport.ts';
import type { ExchangeWorld } from '../support/world.ts';

/** The matrix of signatures: that of each request with the body of each other. */

/** A request, and how it is refused when its signature is that of another. */
interface Request {
  readonly request: string;
  readonly action: string;
  readonly params: string;
  readonly http: string;
  readonly code: string;
  readonly text: string;
}

interface Pair {
  readonly what: string;
  readonly wanted: Request;
  readonly response: Exchanged;
}

const PAIRS = new WeakMap<ExchangeWorld, readonly Pair[]>();

const HOUR_MS = 3_600_000;

/** A row and its request, signed. */
interface Signed {
  readonly row: Request;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Signs every request with one expiry, and with one nonce where the sentence says so, and sends each body under each signature
 * but its own. The nonce is new to the subaccount and no request is accepted, so that it stays so for all of them.
 */
defineStep(
  /^"([^"]+)" presents the signature( and nonce)? of each request for each other:$/,
  {
    needs: [],
    cost: (_who: string, _withNonce: string | undefined, { rows }: StepArgument) =>
      costOf((rows.length - 1) * (rows.length - 2)),
    claims: (who: string) => ({ wallets: [who] }),
  },
  async function (this: ExchangeWorld, who: string, withNonce: string | undefined, table: DataTable) {
    const all = await signedEach(this, who, rowsOf(table), {
      later: laterThan(this),
      withNonce: withNonce !== undefined,
    });
    await presentEach(this, all, all);
  },
);

/** Of reads alone a signature may have no nonce. It is presented with the body of every request that has one, the read's own among them. */
defineStep(
  /^"([^"]+)" presents the signature of each read, made without a nonce, for each request with one:$/,
  {
    needs: [],
    cost: (_who: string, { rows }: StepArgument) =>
      costOf((rows.length - 1) * rows.filter((cells) => cells.some((cell) => cell.startsWith('get'))).length),
    claims: (who: string) => ({ wallets: [who] }),
  },
  async function (this: ExchangeWorld, who: string, table: DataTable) {
    const rows = rowsOf(table);
    const reads = rows.filter(({ action }) => action.startsWith('get'));
    // One expiry for all, or the signatures would not differ in the nonce alone.
    const later = laterThan(this);
    const without = await signedEach(this, who, reads, { later, withNonce: false });
    await presentEach(this, without, await signedEach(this, who, rows, { later, withNonce: true }));
  },
);

const costOf = (requests: number) => ({ ...tradeCost('', { times: requests }), tokens: requests * MEAN_COST });

const rowsOf = (table: DataTable): readonly Request[] => table.hashes() as unknown as readonly Request[];

/** An hour from now, in Unix milliseconds. */
const laterThan = (world: ExchangeWorld): number => world.target.now() + HOUR_MS;

async function signedEach(
  world: ExchangeWorld,
  who: string,
  rows: readonly Request[],
  { later, withNonce }: { readonly later: number; readonly withNonce: boolean },
): Promise<readonly Signed[]> {
  const beside = { expiresAfter: later, ...(withNonce && { nonce: later }) };
  const signed: Signed[] = [];
  for (const row of rows) {
    const values = JSON.parse(world.text(row.params)) as Record<string, unknown>;
    signed.push({ row, body: await world.client.signed(world.wallet(who), row.action, values, { signed: beside }) });
  }
  return signed;
}

/** Sends each body under each signature that was not made for it. */
async function presentEach(world: ExchangeWorld, signers: readonly Signed[], bodies: readonly Signed[]): Promise<void> {
  const pairs: Pair[] = [];
  await world.request(async () => {
    let last: Exchanged | undefined;
    for (const signer of signers) {
      for (const wanted of bodies) {
        if (signer === wanted) continue;
        last = await world.client.sendSigned({ ...wanted.body, signature: signer.body.signature });
        const what = `${wanted.row.request} with the signature of ${signer.row.request}`;
        pairs.push({ what, wanted: wanted.row, response: last });
      }
    }
    assert.ok(last, 'a matrix has two requests at least');
    return last;
  });
  PAIRS.set(world, pairs);
}

defineStep(
  'each of the {int} pairs is refused as its row says',
  { ...EXAMINES, claims: { outcome: 'refused' } },
  function (this: ExchangeWorld, count: number) {
    this.take();
    const pairs = PAIRS.get(this) ?? [];
    assert.equal(pairs.length, count, 'pairs of two different requests');
    for (const { what, wanted, response } of pairs) {
      const said = `${what}\n${this.explain(response)}`;
      assert.equal(response.status, Number(wanted.http), said);
      assert.equal(valueAt(response.body, 'error.code'), wanted.code, said);
      assert.ok(String(valueAt(response.body, 'error.message')).startsWith(wanted.text), said);
    }
  },
);
