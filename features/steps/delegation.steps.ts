import { Given } from '@cucumber/cucumber';
import type { ExchangeWorld } from '../support/world.ts';

/** Sentences about who may act for whom. */

/** `full` stands for the permission `delegate`, which may add signers of its own. */
const PERMISSIONS: Readonly<Record<string, string>> = { session: 'session', full: 'delegate' };

/** Added by the owner, unless the sentence names a delegate that adds it. */
Given(
  /^"([^"]+)" is a (session|full) delegate of "([^"]+)"(?: until "([^"]+)")?(?:, added by "([^"]+)")?$/,
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
Given('{string} has {int} delegated signers', async function (this: ExchangeWorld, owner: string, count: number) {
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
});

/** The eight principals of the role matrix, and a manager who has lost the role. */
Given(
  /^"([^"]+)" is (the|no longer the) ([\w-]+) of "([^"]+)"$/,
  async function (this: ExchangeWorld, who: string, word: string, role: string, owner: string) {
    const become = (word === 'the' ? ROLES : LOST_ROLES)[role];
    if (!become) throw new Error(`no such role: ${role}`);
    await become(this, who, owner);
  },
);

type Become = (world: ExchangeWorld, who: string, owner: string) => Promise<unknown>;

const ROLES: Readonly<Record<string, Become>> = {
  owner: async (world, who, owner) => world.alias(who, owner),
  manager: (world, who, owner) =>
    world.control.setManager(world.wallet(owner).address, world.wallet(who).address, true),
  delegate: (world, who, owner) => add(world, owner, who, { kind: 'full', owner }),
  session: (world, who, owner) => add(world, owner, who, { kind: 'session', owner }),
  'expired-delegate': async (world, who, owner) => {
    await add(world, owner, who, { kind: 'full', owner, until: '{now + 1 s}' });
    await world.control.advance(1_000);
  },
  'removed-delegate': async (world, who, owner) => {
    await add(world, owner, who, { kind: 'full', owner });
    await world.send(owner, 'removeDelegatedSigner', [['walletAddress', world.wallet(who).address]]);
    world.assertDone();
  },
  stranger: async (world, who) => world.wallet(who),
  'unknown-wallet': (world, who) => world.unknownWallet(who),
};

const LOST_ROLES: Readonly<Record<string, Become>> = {
  manager: (world, who, owner) =>
    world.control.setManager(world.wallet(owner).address, world.wallet(who).address, false),
};

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
