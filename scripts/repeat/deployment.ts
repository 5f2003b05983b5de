import { readFileSync, writeFileSync } from 'node:fs';
import { Client } from '../../src/client/client.ts';
import { NonceSource } from '../../src/client/nonce.ts';
import type { TransportName } from '../../src/suite/results/run.ts';
import { type Simulator, startSimulator } from '../selftest/simulator.ts';
import type { Options, Start } from './options.ts';

/** Wallets that trade; the next account is the keeper. */
const TRADERS = 6;

/** Empty subaccounts that the first wallets get, as fixtures/targets/README.md wants them. */
const SPARES = [1, 2, 3];

/** What a profile for a server of one's own may allow beside `full`; subaccounts that a run opens would be there in the next. */
const ALL_LEAVE = { mayExhaust: true, mayWithdrawToOwner: true };

/** A server without a control plane, whose owner has prepared it through the API. */
export interface PlainServer {
  readonly origin: string;
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

export async function startPlain(
  { time, world, seed }: Start,
  { rateLimits }: Pick<Options, 'rateLimits'>,
): Promise<PlainServer> {
  const simulator = await startSimulator('bin/perpsim.js', [
    ...[
      'serve',
      '--port',
      '0',
      '--clock',
      'live',
      '--world',
      world,
      '--seed',
      seed,
      '--start-time',
      time,
      '--json',
      '--no-control',
    ],
    ...(rateLimits ? [] : ['--no-rate-limits']),
  ]);
  await openSubaccounts(simulator, Date.parse(time));
  const keys = simulator.accounts.slice(0, TRADERS).map(({ privateKey }, index): [string, string] => {
    return [`PERPSIM_KEY_${index + 1}`, privateKey];
  });
  const keeper = simulator.accounts[TRADERS]?.privateKey ?? '';
  return {
    origin: simulator.origin,
    env: Object.fromEntries([...keys, ['PERPSIM_KEY_KEEPER', keeper]]),
    stop: () => simulator.stop(),
  };
}

/** @param began exchange time of the start: nonces ahead of it would be above those of the suite */
async function openSubaccounts({ origin, serviceName, accounts }: Simulator, began: number): Promise<void> {
  for (const [index, count] of SPARES.entries()) {
    const { address = '', privateKey = '' } = accounts[index] ?? {};
    const at = { restUrl: `${origin}/v1`, privateKey, serviceName, nonces: new NonceSource(() => began) };
    const [subAccountId = ''] = await new Client({ ...at, subAccountId: '0' }).getSubAccountIds(address);
    const client = new Client({ ...at, subAccountId });
    for (let n = 1; n <= count; n += 1) await client.createSubaccount(`spare ${n}`);
  }
}

/** Writes the profile of a transport. Returns its path. */
export function writeProfile(way: TransportName, { allLeave, folder }: Pick<Options, 'allLeave' | 'folder'>): string {
  const full = JSON.parse(readFileSync('fixtures/targets/full.json', 'utf8')) as Record<string, unknown>;
  const path = `${folder}/profile-${way}.json`;
  const name = `full${allLeave ? ' with all permissions' : ''}`;
  writeFileSync(
    path,
    `${JSON.stringify({ ...full, name, ...(allLeave && ALL_LEAVE), select: { transport: way } }, null, 2)}\n`,
  );
  return path;
}
