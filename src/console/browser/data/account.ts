import { signal } from '@preact/signals';
import { ApiError, type OpenOrder, type Position, type SubAccount } from '../../../client.ts';
import { DEFAULT_SERVICE_NAME } from '../../../contract/signing.ts';
import { Wallet } from '../signing/wallet.ts';
import { type ControlResponse, controlToken, readControl } from './control.ts';
import { replaced, stream, WS_URL } from './exchange.ts';
import { ConsoleClient, signedRequests } from './signed-requests.ts';

/** The account that the console acts for. Its key is in memory only, and gone with the page, which a dev account survives. */
export interface Session {
  /** `Account 0` of a dev account, else the beginning and the end of its address. */
  readonly name: string;
  readonly address: string;
  readonly subAccountId: string;
  /** The name in the EIP-712 domain. */
  readonly serviceName: string;
  /** All subaccounts of the wallet. */
  readonly subAccountIds: readonly string[];
  /** Signs and sends; its private channel tells of every change. */
  readonly client: ConsoleClient;
}

/** What the exchange holds for the subaccount now. */
export interface AccountView {
  readonly summary: SubAccount;
  readonly positions: readonly Position[];
  readonly orders: readonly OpenOrder[];
}

export const session = signal<Session | null>(null);
export const account = signal<AccountView | null>(null);
export const accountProblem = signal<string | null>(null);
/** Counts the events of the account, so that histories know when to read again. */
export const accountEvents = signal(0);

/** Values at the mark move without any event of the account. */
const READ_EVERY_MS = 2_000;
/** Events that come together are followed by one read. */
const AFTER_EVENT_MS = 150;

let timer: ReturnType<typeof setTimeout> | undefined;
let key = '';

/**
 * Signs in with a private key.
 *
 * @param subAccountId - one of the wallet's subaccounts; left out, the first
 * @param name - what the account is called; left out, by its address
 * @returns what is wrong with the key, or undefined
 */
export async function signIn(privateKey: string, subAccountId?: string, name?: string): Promise<string | undefined> {
  const wallet = walletOf(privateKey);
  if (!wallet) return 'A private key has 64 hexadecimal digits, with or without 0x in front.';
  try {
    const ids = await stream.getSubAccountIds(wallet.address);
    const chosen = subAccountId ?? ids[0];
    if (chosen === undefined) return `The wallet ${wallet.address} has no subaccount on this exchange. Fund it first.`;
    const state = await readControl<{ readonly serviceName: string }>('/state');
    const serviceName = 'value' in state ? state.value.serviceName : DEFAULT_SERVICE_NAME;
    const client = new ConsoleClient({
      wsUrl: WS_URL,
      privateKey,
      subAccountId: chosen,
      serviceName,
    });
    await client.subscribe('subAccountUpdates', { sub_account_id: chosen }, () => {
      accountEvents.value += 1;
      readSoon(AFTER_EVENT_MS);
    });
    await signOut();
    key = privateKey;
    const { address } = wallet;
    session.value = {
      name: name ?? `${address.slice(0, 6)}…${address.slice(-4)}`,
      ...{ address, subAccountId: chosen, serviceName, subAccountIds: ids, client },
    };
    await read();
    return undefined;
  } catch (error) {
    return problemOf(error);
  }
}

/** A funded account whose key is public. */
export interface DevAccount {
  readonly address: string;
  readonly privateKey: string;
  readonly subAccountId: string;
}

/** Where a tab keeps which dev account it acts for: its place in the list, never a key. */
const KEPT_AS = 'perpsim.dev-account';

/** The dev accounts of the exchange, as its control plane lists them. */
export async function readDevAccounts(): Promise<ControlResponse<readonly DevAccount[]>> {
  const read = await readControl<{ readonly accounts: readonly DevAccount[] }>('/accounts');
  return 'error' in read ? read : { value: read.value.accounts };
}

/** Returns the name of a dev account, by its place in the list. */
export const devName = (rank: number): string => `Account ${rank}`;

/** Signs in with a dev account. A reload of the page signs in again: its key is public, and is asked for anew. */
export async function signInDev(rank: number, { privateKey }: DevAccount): Promise<string | undefined> {
  const problem = await signIn(privateKey, undefined, devName(rank));
  if (problem === undefined) sessionStorage.setItem(KEPT_AS, String(rank));
  return problem;
}

/** True while the account from before a reload is signed in again. */
export const isReturning = signal(sessionStorage.getItem(KEPT_AS) !== null);

/** Signs in again with the dev account that the tab acted for before it was loaded again. */
export async function returnToDevAccount(): Promise<void> {
  const kept = sessionStorage.getItem(KEPT_AS);
  if (kept === null) return;
  isReturning.value = true;
  const read = await readDevAccounts();
  const found = 'value' in read ? read.value[Number(kept)] : undefined;
  // Somebody who has signed in meanwhile stays.
  if (found && session.value === null) await signInDev(Number(kept), found);
  isReturning.value = false;
}

// Where the control plane wants its token, the accounts can be listed from then on.
controlToken.subscribe((token) => {
  if (token !== null && session.value === null) void returnToDevAccount();
});

// Another exchange has other accounts: a pasted key is forgotten, a dev account is that of the same place.
replaced.subscribe((news) => {
  if (news === null || session.value === null) return;
  const kept = sessionStorage.getItem(KEPT_AS);
  void signOut().then(() => {
    if (kept === null) return undefined;
    sessionStorage.setItem(KEPT_AS, kept);
    return returnToDevAccount();
  });
});

/** Goes on with another subaccount of the same wallet. */
export async function chooseSubAccount(subAccountId: string): Promise<string | undefined> {
  const kept = sessionStorage.getItem(KEPT_AS);
  const problem = await signIn(key, subAccountId, session.value?.name);
  if (problem === undefined && kept !== null) sessionStorage.setItem(KEPT_AS, kept);
  return problem;
}

/** Forgets the key and all that was read with it. */
export async function signOut(): Promise<void> {
  const { client } = session.value ?? {};
  clearTimeout(timer);
  timer = undefined;
  key = '';
  sessionStorage.removeItem(KEPT_AS);
  session.value = null;
  account.value = null;
  accountProblem.value = null;
  signedRequests.value = [];
  await client?.close();
}

/** What of an open order may change. */
export type OrderChanges = Readonly<Partial<Record<'price' | 'quantity' | 'triggerPrice', string>>>;

/** Changes an open order. Returns why it was not changed, or undefined. */
export async function modifyOrder({ orderId }: OpenOrder, changes: OrderChanges): Promise<string | undefined> {
  try {
    const result = await session.value?.client.modifyOrder({ orderId }, changes);
    return result?.status === 'rejected' ? `${result.errorCode}: ${result.error}` : undefined;
  } catch (error) {
    return problemOf(error);
  }
}

/** The words of an error for a person. */
export function problemOf(error: unknown): string {
  if (error instanceof ApiError) return `${error.code}: ${error.message}`;
  return error instanceof Error ? error.message : String(error);
}

function walletOf(privateKey: string): Wallet | undefined {
  if (!/^(0x)?[0-9a-fA-F]{64}$/.test(privateKey)) return undefined;
  try {
    return new Wallet(privateKey);
  } catch {
    // Zero, and numbers beyond the order of the curve, are no keys.
    return undefined;
  }
}

/** Reads the account again soon: something has changed of which no event tells. */
export const refreshAccount = (): void => readSoon(AFTER_EVENT_MS);

function readSoon(afterMs: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void read(), afterMs);
}

async function read(): Promise<void> {
  const reader = session.value;
  if (!reader) return;
  try {
    const [summary, positions, orders] = await Promise.all([
      reader.client.getSubAccount(),
      reader.client.getPositions({ status: 'open' }),
      reader.client.getOpenOrders(),
    ]);
    if (session.value !== reader) return;
    account.value = { summary, positions, orders };
    accountProblem.value = null;
  } catch (error) {
    if (session.value !== reader) return;
    accountProblem.value = problemOf(error);
  }
  readSoon(READ_EVERY_MS);
}
