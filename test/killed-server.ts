import { expect } from 'vitest';
import { RandomInputs } from '../src/kernel/random-inputs.test-helper.ts';
import { NonceSource } from '../src/client/nonce.ts';
import { bid, KeptServer, openIds } from './kept-server.ts';

/** Accounts that trade at the same time; each has at most 15 open orders in a market. */
const ACCOUNTS = 4;
const OPEN_MAX = 10;

/** What a client knows of its orders, by id. */
type Fate = 'placing' | 'open' | 'cancelling' | 'cancelled';

interface Trader {
  readonly account: number;
  readonly nonces: NonceSource;
  readonly fates: Map<string, Fate>;
  /** The last request as it was sent, and the id of its order when it places one. */
  last: { readonly body: object; readonly places: string | null } | null;
}

/** What came of all kills. */
export interface Counted {
  readonly kills: number;
  acknowledged: number;
  /** Requests without a response whose effect was there, and was not. */
  done: number;
  undone: number;
}

/**
 * Kills a server under load so many times, each time after a random number of responses, and compares after each start what it has with
 * what its clients know: no acknowledged order may be lost, none may be there that was not sent, and the last request,
 * sent again, has its effect at most once (DUR-06, DUR-18).
 */
export async function killAgainAndAgain(data: string, kills: number, durability: string): Promise<Counted> {
  const counted: Counted = { kills, acknowledged: 0, done: 0, undone: 0 };
  const draw = new RandomInputs(`${kills}-${durability}`, 'kills');
  const traders = Array.from({ length: ACCOUNTS }, (_, account) => newTrader(account));
  for (let kill = 0; kill <= kills; kill += 1) {
    const server = await KeptServer.start(data, '--durability', durability);
    for (const trader of traders) await compare(server, trader, counted, `kill ${kill}`);
    if (kill === kills) {
      expect(await server.stop()).toBe(0);
      break;
    }
    // So many responses, however fast the machine is, and then a moment more: requests of others are under way.
    const reached = counted.acknowledged + draw.between(1, 40);
    const killed = (): void => {
      if (counted.acknowledged >= reached) server.child.kill('SIGKILL');
    };
    await Promise.all(traders.map((trader) => trade(server, trader, counted, { kill, killed })));
    await server.child.exit();
  }
  return counted;
}

const newTrader = (account: number): Trader => ({ account, nonces: new NonceSource(), fates: new Map(), last: null });

interface Life {
  readonly kill: number;
  /** Kills the server once it has sent enough responses. */
  readonly killed: () => void;
}

/** Places and cancels until a request gets no response. */
async function trade(server: KeptServer, trader: Trader, counted: Counted, { kill, killed }: Life): Promise<void> {
  const client = server.client(trader.account, trader.nonces);
  const { fates } = trader;
  for (let no = 0; ; no += 1) {
    const open = [...fates].flatMap(([id, fate]) => (fate === 'open' ? [id] : []));
    const [oldest] = open;
    const id = open.length >= OPEN_MAX && oldest !== undefined ? oldest : `a${trader.account}-k${kill}-n${no}`;
    const places = id !== oldest || open.length < OPEN_MAX;
    const body = places
      ? await client.signed('placeOrders', { orders: [bid(id)] })
      : await client.signed('cancelOrders', { clientOrderIds: [id] });
    fates.set(id, places ? 'placing' : 'cancelling');
    trader.last = { body, places: places ? id : null };
    const response = await send(server, body);
    if (response === null) return;
    expect(response, id).toMatchObject({ status: 'ok' });
    fates.set(id, places ? 'open' : 'cancelled');
    counted.acknowledged += 1;
    killed();
  }
}

/** Null when no response came. */
async function send(
  server: KeptServer,
  body: object,
): Promise<{ readonly status: string; readonly error?: unknown } | null> {
  try {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${server.facts.restUrl}/trade`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return (await response.json()) as { status: string };
  } catch {
    return null;
  }
}

async function compare(server: KeptServer, trader: Trader, counted: Counted, about: string): Promise<void> {
  const { account, fates, last } = trader;
  let open = await openIds(server, account);
  const wrong = [...fates].filter(
    ([id, fate]) => (fate === 'open' && !open.has(id)) || (fate === 'cancelled' && open.has(id)),
  );
  expect(wrong, `${about}: lost`).toEqual([]);
  expect(
    [...open].filter((id) => !fates.has(id)),
    `${about}: invented`,
  ).toEqual([]);
  const unsure = [...fates].find(([, fate]) => fate === 'placing' || fate === 'cancelling');
  if (last === null || unsure === undefined) return;
  const [id, fate] = unsure;
  const wasDone = open.has(id) === (fate === 'placing');
  counted[wasDone ? 'done' : 'undone'] += 1;
  const again = await send(server, last.body);
  const expected = wasDone
    ? { status: 'error', error: { code: 'UNAUTHORIZED', message: 'nonce already used' } }
    : { status: 'ok' };
  expect(again, `${about}: ${fate} ${id} again`).toMatchObject(expected);
  open = await openIds(server, account);
  expect(open.has(id), `${about}: ${fate} ${id}`).toBe(fate === 'placing');
  fates.set(id, fate === 'placing' ? 'open' : 'cancelled');
}
