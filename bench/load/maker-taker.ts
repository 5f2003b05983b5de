import type { Account } from '../../src/engine/state.ts';
import type { Core } from '../../src/exchange/core.ts';
import type { Lives } from '../../src/exchange/lives.ts';
import { PLAIN, SYMBOL } from './bench-engine.ts';

/** How an exchange with a data directory is measured that only its inputs may slow down. */
export const DATA_OPTIONS = {
  durability: 'none',
  world: 'bench/worlds/load.json',
  nonceRule: 'unique',
} as const satisfies Partial<ConstructorParameters<typeof Lives>[0]>;

const MAKERS = 5;
const ACCOUNTS = 10;
const MID = 95_000;
/** So far beyond the middle a taker goes, so that it always trades. */
const BEYOND = 100;
/** Ticks from the middle, and prices, of orders that no taker reaches. */
const FAR = 1_000;

interface Made {
  /** So many orders come first and stay open. */
  readonly resting?: number;
  /** Whether each order has an id of its client. */
  readonly isNamed?: boolean;
}

/**
 * Returns a function that submits the next order of ten accounts: half of them rest orders and half take them, as in the load over REST, so
 * that two inputs are one trade. Inputs enter where validated ones do, so that signing does not make a run long.
 */
export function makersAndTakers(core: Core, { resting = 0, isNamed = false }: Made = {}): () => void {
  const owners: readonly Account[] = [...core.state.accounts.values()].filter(({ agent }) => !agent).slice(0, ACCOUNTS);
  let turn = 0;
  return () => {
    const isResting = turn < resting;
    const owner = owners[turn % (isResting ? MAKERS : ACCOUNTS)];
    if (!owner) throw new Error(`${ACCOUNTS} accounts are needed`);
    const isMaker = turn % ACCOUNTS < MAKERS;
    const isBuy = isResting || Math.floor(turn / ACCOUNTS) % 2 === 0;
    const away = isResting ? FAR + (turn % FAR) : isMaker ? 1 + (Math.floor(turn / ACCOUNTS) % 9) : -BEYOND;
    core.sequencer.submit({
      kind: 'request',
      wallet: owner.owner,
      account: owner.no,
      action: 'placeOrders',
      nonce: BigInt(turn + 1),
      commands: [
        {
          type: 'PlaceOrder',
          account: owner.no,
          symbol: SYMBOL,
          side: isBuy ? 'buy' : 'sell',
          orderType: isResting || isMaker ? 'limitGtc' : 'limitIoc',
          price: String(isBuy ? MID - away : MID + away),
          quantity: '0.001',
          ...PLAIN,
          ...(isNamed && { clientId: `client-${turn}` }),
        },
      ],
      charge: { ip: '127.0.0.1', surface: 'trade', tokens: 10, account: owner.no, orders: 1 },
    });
    turn += 1;
  };
}
