import assert from 'node:assert/strict';
import type { DataTable } from '@cucumber/cucumber';
import { valueAt } from '../../src/harness/paths.ts';
import type { StepArgument } from '../../src/harness/steps/declaration.ts';
import { defineStep } from '../../src/harness/steps/library.ts';
import { EXAMINES, MEAN_COST, tradeCost } from '../../src/harness/steps/requests.ts';
import type { Exchanged } from '../../src/harness/transports/transport.ts';
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

/**
 * Signs every request with one expiry, and with one nonce where the sentence says so, and sends each body under each signature
 * but its own. The nonce is new to the subaccount and no request is accepted, so that it stays so for all of them.
 */
defineStep(
  /^"([^"]+)" presents the signature( and nonce)? of each request for each other:$/,
  {
    needs: [],
    cost: (_who: string, _withNonce: string | undefined, { rows }: StepArgument) => {
      const requests = (rows.length - 1) * (rows.length - 2);
      return { ...tradeCost('', { times: requests }), tokens: requests * MEAN_COST };
    },
    claims: (who: string) => ({ wallets: [who] }),
  },
  async function (this: ExchangeWorld, who: string, withNonce: string | undefined, table: DataTable) {
    const requests = table.hashes() as unknown as readonly Request[];
    const beside = {
      expiresAfter: this.target.now() + HOUR_MS,
      ...(withNonce && { nonce: this.target.now() + HOUR_MS }),
    };
    const wallet = this.wallet(who);
    const bodies: Readonly<Record<string, unknown>>[] = [];
    for (const { action, params } of requests) {
      const values = JSON.parse(this.text(params)) as Record<string, unknown>;
      bodies.push(await this.client.signed(wallet, action, values, { signed: beside }));
    }
    const pairs: Pair[] = [];
    await this.request(async () => {
      let last: Exchanged | undefined;
      for (const [of, { signature }] of bodies.entries()) {
        for (const [on, body] of bodies.entries()) {
          const [signed, wanted] = [requests[of], requests[on]];
          if (of === on || !signed || !wanted) continue;
          last = await this.client.sendSigned({ ...body, signature });
          pairs.push({ what: `${wanted.request} with the signature of ${signed.request}`, wanted, response: last });
        }
      }
      assert.ok(last, 'a matrix has two requests at least');
      return last;
    });
    PAIRS.set(this, pairs);
  },
);

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
