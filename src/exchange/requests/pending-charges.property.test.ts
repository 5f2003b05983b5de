import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stateDigest } from '../../engine/canonical-state.ts';
import type { Charge, LimitsView } from '../../engine/token-bucket.ts';
import { canAccountPay, canAddressPay, rateLimitOf } from '../../engine/admission.ts';
import { Engine } from '../../engine/engine.ts';
import { genesis } from '../../engine/genesis.ts';
import type { Account, State } from '../../engine/state.ts';
import { Bus, Sequencer } from '../sequencer.ts';
import { MemoryJournal } from '../journal/memory-journal.ts';
import { replay } from '../journal/replay.ts';
import { settingsOf } from '../options.ts';
import { RateLimitCharge } from './life.ts';
import { runsOf } from '../../kernel/test-budget.test-helper.ts';

const RUNS = runsOf({ quick: 30, full: 90 });
const { config } = settingsOf({
  world: 'quiet',
  limits: {
    ipTokens: 120,
    windowMs: 2_000,
    ordersPerSecond: 4,
    tradePerMinute: 60,
    infoPerMinute: 40,
    infoPerSecond: 6,
    tierTokens: { tier_0: 40, tier_1: 90 },
  },
});
const ADDRESSES = ['192.0.2.1', '192.0.2.2', '2001:db8::1'];

/** One exchange that charges requests and moves its clock. */
class Rig {
  readonly state: State = genesis(config).state;
  readonly journal = new MemoryJournal();
  readonly sequencer: Sequencer;
  now = this.state.now;

  constructor() {
    const bus = new Bus((error) => {
      throw error;
    });
    this.sequencer = new Sequencer(new Engine(this.state), this.journal, bus);
    this.sequencer.follow(() => this.now);
  }

  account(place: number): Account {
    return [...this.state.accounts.values()].filter(({ agent }) => !agent)[place]!;
  }

  /** A write with its charge: an input of its own. */
  submit(account: Account, nonce: number, charge: { readonly charge?: Charge }): void {
    this.sequencer.submit({
      kind: 'request',
      wallet: account.owner,
      account: account.no,
      action: 'placeOrders',
      nonce: BigInt(nonce),
      commands: [],
      ...charge,
    });
  }

  setTier(place: number, tierId: string): void {
    const { owner } = this.account(place);
    this.sequencer.submit({ kind: 'control', commands: [{ type: 'SetTier', wallet: owner, tierId }] });
  }
}

interface Asked {
  readonly kind: 'read' | 'write';
  readonly address: number;
  readonly surface: 'trade' | 'info';
  readonly tokens: number;
  /** Of a read too: one of a write whose handling fails keeps its charge, and has no input. */
  readonly orders: number;
  readonly account: number | null;
}
interface Pause {
  readonly kind: 'tick' | 'flush';
}
type Step = Asked | { readonly kind: 'wait'; readonly ms: number } | Pause | Tier;
interface Tier {
  readonly kind: 'tier';
  readonly account: number;
  readonly tierId: string;
}

const account = fc.integer({ min: 0, max: 2 });
const asked = {
  address: fc.integer({ min: 0, max: 2 }),
  tokens: fc.integer({ min: 1, max: 30 }),
  orders: fc.integer({ min: 0, max: 2 }),
};
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant('read' as const),
        surface: fc.constantFrom('trade' as const, 'info' as const),
        account: fc.option(account),
        ...asked,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('write' as const),
        surface: fc.constant('trade' as const),
        account,
        ...asked,
      }),
    },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 700 }) }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1_000, max: 70_000 }) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('tick' as const, 'flush' as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('tier' as const),
        account,
        tierId: fc.constantFrom('tier_0', 'tier_1'),
      }),
    },
  ),
  { minLength: 1, maxLength: 60 },
);

/** What a request got, and what its subaccount has left. */
type Outcome = 'address' | 'account' | { readonly remainingTokens: number } | undefined;

/** Every charge is an input of its own, as the journal had it before charges of reads were put together. */
function oneByOne(rig: Rig, step: Asked, nonce: number): Outcome {
  const { state, sequencer } = rig;
  const now = sequencer.runDueTimers();
  const holder = step.account === null ? null : rig.account(step.account);
  const charge = { ip: ADDRESSES[step.address]!, surface: step.surface, tokens: step.tokens, orders: step.orders };
  if (!canAddressPay(state.limits, config, { ...charge, account: null }, now)) return 'address';
  if (holder && !canAccountPay(state.limits, state, holder, charge, now)) return 'account';
  const paid = { ...charge, account: holder?.no ?? null };
  if (step.kind === 'write' && holder) rig.submit(holder, nonce, { charge: paid });
  else sequencer.submit({ kind: 'charge', charge: paid });
  return holder ? rateLimitOf(state.limits, state, holder, now) : undefined;
}

function together(rig: Rig, step: Asked, nonce: number): Outcome {
  rig.sequencer.runDueTimers();
  const { surface, tokens, orders } = step;
  const charge = new RateLimitCharge(rig, { ip: ADDRESSES[step.address]!, surface, tokens, orders });
  if (!charge.chargeAddress()) return 'address';
  const holder = step.account === null ? null : rig.account(step.account);
  if (holder && !charge.chargeAccount(holder)) return 'account';
  if (step.kind === 'write' && holder) rig.submit(holder, nonce, charge.take());
  else charge.pay();
  return charge.snapshot();
}

const isAsked = (step: Step): step is Asked => step.kind === 'read' || step.kind === 'write';

function run(rig: Rig, given: readonly Step[], ask: typeof together): Outcome[] {
  return given.flatMap((step, index) => {
    if (step.kind === 'wait') rig.now += step.ms;
    else if (step.kind === 'tier') rig.setTier(step.account, step.tierId);
    else if (step.kind === 'tick') rig.sequencer.moveTo(rig.now);
    else if (step.kind === 'flush') rig.sequencer.flush();
    else if (isAsked(step)) return [ask(rig, step, index + 1)];
    return [];
  });
}

/** What every address and subaccount could pay for at some times from now on. */
function bucketsOf(view: LimitsView, { state, now }: Rig): unknown[] {
  return [0, 1, 137, 999, 1_999, 30_000].flatMap((ms) => {
    const at = now + ms;
    const addresses = ADDRESSES.flatMap((ip) =>
      [1, 40, 80, 120].flatMap((tokens) =>
        (['trade', 'info'] as const).map((surface) =>
          canAddressPay(view, config, { ip, surface, tokens, account: null, orders: 0 }, at),
        ),
      ),
    );
    const accounts = [...state.accounts.values()].flatMap((holder) => [
      rateLimitOf(view, state, holder, at),
      ...[1, 2, 3, 4].map((orders) => canAccountPay(view, state, holder, { tokens: 0, orders }, at)),
    ]);
    return [addresses, accounts];
  });
}

// Goal: reads that write nothing are admitted and charged as if each were an input (R-40, R-43, SEC-29). Method: random
// requests, waits, tiers and flushes on two exchanges, one of which makes an input of each charge; every outcome and
// snapshot agrees, and so do all buckets in the end. The journal of the other one leads to the same state (DET-09).
test('charges that inputs carry together admit the same requests and leave the same buckets as one input each', () => {
  let carried = 0;
  fc.assert(
    fc.property(steps, (given) => {
      const [single, joined] = [new Rig(), new Rig()];
      expect(run(joined, given, together)).toEqual(run(single, given, oneByOne));
      expect(bucketsOf(joined.sequencer.charges.view, joined)).toEqual(bucketsOf(single.state.limits, single));
      joined.sequencer.flush();
      expect(bucketsOf(joined.state.limits, joined)).toEqual(bucketsOf(single.state.limits, single));
      const again = replay(config, joined.journal.records());
      expect(again.state.limits).toEqual(joined.state.limits);
      expect(stateDigest(again.state)).toBe(stateDigest(joined.state));
      expect(replay(config, single.journal.records()).state.limits).toEqual(single.state.limits);
      carried += [...joined.journal.records()].filter(({ input }) => input.levels !== undefined).length;
      expect(joined.journal.length).toBeLessThanOrEqual(single.journal.length + 1);
    }),
    { seed: 11, numRuns: RUNS },
  );
  expect(carried).toBeGreaterThan(RUNS);
});
