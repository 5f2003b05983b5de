import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExchangeConfig } from '../engine/config.ts';
import type { State } from '../engine/state.ts';
import { type AccountNo, type Address, subAccountIdOf } from '../kernel/ids.ts';
import { isListOf, isShape, isText, parsedAs } from '../kernel/guards.ts';
import { packageRoot } from './package-root.ts';

/** A funded account whose key everybody knows. */
export interface DevAccount {
  /** EIP-55. */
  readonly address: string;
  readonly privateKey: string;
  /** The wallet's first subaccount. */
  readonly subAccountId: string;
}

const isKeyFile = isShape({ accounts: isListOf(isShape({ address: isText, privateKey: isText })) });

/** Public keys and addresses of `fixtures/accounts`, by lower-case address. Read once. */
let keys: ReadonlyMap<Address, { readonly address: string; readonly privateKey: string }> | undefined;

function publicKeys(): NonNullable<typeof keys> {
  if (!keys) {
    const path = join(packageRoot(), 'fixtures', 'accounts', 'dev-accounts.json');
    const file = parsedAs(isKeyFile, readFileSync(path, 'utf8'), path);
    keys = new Map(file.accounts.map((account) => [account.address.toLowerCase(), account]));
  }
  return keys;
}

/** The accounts of a world that a user can sign for, in the order of the world. */
export const devAccountsOf = ({ config, wallets }: Pick<State, 'config' | 'wallets'>): DevAccount[] =>
  signable(config, (address) => wallets.get(address)?.accounts[0]);

/** The same before genesis, which opens the accounts in this order. */
export const devAccountsToBe = (config: ExchangeConfig): DevAccount[] =>
  signable(config, (address) => config.devAccounts.findIndex((account) => account.address === address));

function signable(config: ExchangeConfig, firstOf: (address: Address) => AccountNo | undefined): DevAccount[] {
  return config.devAccounts.flatMap(({ address }) => {
    const key = publicKeys().get(address);
    const first = firstOf(address);
    if (!key || first === undefined) return [];
    return [{ address: key.address, privateKey: key.privateKey, subAccountId: subAccountIdOf(first) }];
  });
}
