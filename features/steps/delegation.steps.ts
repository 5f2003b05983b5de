import type { Capability } from '../../src/suite/deployment.ts';
import type { Cost, StepClaims } from '../../src/suite/steps/declaration.ts';
import { defineStep } from '../../src/suite/steps/library.ts';
import { NO_COST, tradeCost } from '../../src/suite/steps/requests.ts';
import type { ExchangeWorld } from '../support/world.ts';

/** Sentences about who may act for whom. */

/** `full` stands for the permission `delegate`, which may add signers of its own. */
const PERMISSIONS: Readonly<Record<string, string>> = { session: 'session', full: 'delegate' };

/** The parameters of a delegate. */
type Delegate = [who: string, kind: string, owner: string, until?: string, adder?: string];

/** Added by the owner, unless the sentence names a delegate that adds it. */
defineStep(
  /^"([^"]+)" is a (session|full) delegate of "([^"]+)"(?: until "([^"]+)")?(?:, added by "([^"]+)")?$/,
  {
    needs: [],
    cost: tradeCost('addDelegatedSigner'),
    claims: (...[who, , owner, , adder]: Delegate) => ({
      wallets: [who, owner, adder],
      introduces: who,
      leaves: 'delegate',
    }),
  },
  async function (
    this: ExchangeWorld,
    who: string,
    kind: string,
    owner: string,
    until: string | undefined,
    adder: string | undefined,
  ) {
    await add(this, adder ?? owner, who, { kind, owner, until });
  },
);

/** At addresses without a known key. */
defineStep(
  '{string} has {int} delegated signers',
  {
    needs: ['clock', 'many-records'],
    cost: (_owner: string, count: number) => tradeCost('addDelegatedSigner', { times: count }),
    claims: (owner: string) => ({ wallets: [owner], leaves: 'delegate' }),
  },
  async function (this: ExchangeWorld, owner: string, count: number) {
    for (let n = 1; n <= count; n += 1) {
      const walletAddress = `0x${n.toString(16).padStart(40, '0')}`;
      await this.send(owner, 'addDelegatedSigner', [
        ['walletAddress', walletAddress],
        ['permissions', '["session"]'],
      ]);
      this.assertDone();
      // Adding a signer costs many tokens. At one signer a second the bucket refills as fast as it is used.
      await this.control.advance(1_000);
    }
    await this.control.advance(10_000);
  },
);

/** The eight principals of the role matrix, and a manager who has lost the role. */
defineStep(
  /^"([^"]+)" is (the|no longer the) ([\w-]+) of "([^"]+)"$/,
  {
    needs: (_who: string, word: string, role: string) => roleOf(word, role).needs ?? [],
    cost: (_who: string, word: string, role: string) => roleOf(word, role).cost ?? NO_COST,
    claims: (who: string, word: string, role: string, owner: string) => roleOf(word, role).claims(who, owner),
  },
  async function (this: ExchangeWorld, who: string, word: string, role: string, owner: string) {
    await roleOf(word, role).become(this, who, owner);
  },
);

/** How a principal comes to a role, and what the sentence that gives it declares. */
interface Role {
  readonly become: (world: ExchangeWorld, who: string, owner: string) => Promise<unknown>;
  readonly needs?: readonly Capability[];
  readonly cost?: Cost;
  readonly claims: (who: string, owner: string) => StepClaims;
}

const ROLES: Readonly<Record<string, Role>> = {
  /** Another name of the same wallet. */
  owner: {
    become: async (world, who, owner) => world.alias(who, owner),
    claims: (who, owner) => ({ wallets: [owner], others: [who] }),
  },
  manager: {
    become: (world, who, owner) =>
      world.control.setManager(world.wallet(owner).address, world.wallet(who).address, true),
    needs: ['control'],
    claims: (who, owner) => ({ wallets: [who, owner] }),
  },
  delegate: {
    become: (world, who, owner) => add(world, owner, who, { kind: 'full', owner }),
    cost: tradeCost('addDelegatedSigner'),
    claims: (who, owner) => ({ wallets: [who, owner], introduces: who, leaves: 'delegate' }),
  },
  session: {
    become: (world, who, owner) => add(world, owner, who, { kind: 'session', owner }),
    cost: tradeCost('addDelegatedSigner'),
    claims: (who, owner) => ({ wallets: [who, owner], introduces: who, leaves: 'delegate' }),
  },
  'expired-delegate': {
    become: async (world, who, owner) => {
      await add(world, owner, who, { kind: 'full', owner, until: '{now + 1 s}' });
      await world.control.advance(1_000);
    },
    needs: ['clock'],
    cost: tradeCost('addDelegatedSigner'),
    claims: (who, owner) => ({ wallets: [who, owner] }),
  },
  'removed-delegate': {
    become: async (world, who, owner) => {
      await add(world, owner, who, { kind: 'full', owner });
      await world.send(owner, 'removeDelegatedSigner', [['walletAddress', world.wallet(who).address]]);
      world.assertDone();
    },
    // Adding and removing cost the same.
    cost: tradeCost('addDelegatedSigner', { times: 2 }),
    claims: (who, owner) => ({ wallets: [who, owner], introduces: who }),
  },
  stranger: {
    become: async (world, who) => world.wallet(who),
    claims: (who, owner) => ({ wallets: [who, owner], introduces: who }),
  },
  'unknown-wallet': {
    become: (world, who) => world.unknownWallet(who),
    claims: (who, owner) => ({ wallets: [owner], others: [who] }),
  },
};

const LOST_ROLES: Readonly<Record<string, Role>> = {
  manager: {
    become: (world, who, owner) =>
      world.control.setManager(world.wallet(owner).address, world.wallet(who).address, false),
    needs: ['control'],
    claims: (who, owner) => ({ wallets: [who, owner] }),
  },
};

function roleOf(word: string, name: string): Role {
  const role = (word === 'the' ? ROLES : LOST_ROLES)[name];
  if (!role) throw new Error(`no such role: ${name}`);
  return role;
}

interface Terms {
  readonly kind: string;
  readonly owner: string;
  readonly until?: string | undefined;
}

/** Adds a delegate; the exchange must accept it. */
async function add(world: ExchangeWorld, signer: string, who: string, { kind, owner, until }: Terms): Promise<void> {
  const rows = [
    ['walletAddress', world.wallet(who).address],
    ['permissions', JSON.stringify([PERMISSIONS[kind]])],
    ...(until === undefined ? [] : [['expiresAt', `number ${until}`]]),
  ];
  await world.send(signer, 'addDelegatedSigner', rows, owner);
  world.assertDone();
}
