import { readFileSync } from 'node:fs';

/** A public development account: who signs, for which subaccount. */
export interface DevSigner {
  /** Lower case. */
  readonly wallet: string;
  readonly key: Uint8Array;
  readonly subAccountId: string;
}

const FIRST_SUBACCOUNT = 1867542890123456789n;

interface AccountFile {
  readonly accounts: readonly { readonly address: string; readonly privateKey: string }[];
}

/** The ten accounts that every world funds, in order. */
export function devAccounts(): DevSigner[] {
  const file = JSON.parse(readFileSync('fixtures/accounts/dev-accounts.json', 'utf8')) as AccountFile;
  return file.accounts.map(({ address, privateKey }, index) => ({
    wallet: address.toLowerCase(),
    key: Buffer.from(privateKey.slice(2), 'hex'),
    subAccountId: (FIRST_SUBACCOUNT + BigInt(index)).toString(),
  }));
}

/** Owner by subaccount id: the least a service must know to call a signature good. */
export const ownersBySubAccount = (): ReadonlyMap<string, string> =>
  new Map(devAccounts().map(({ subAccountId, wallet }) => [subAccountId, wallet]));
