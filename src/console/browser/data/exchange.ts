import { signal } from '@preact/signals';
import { StreamClient } from '../../../client.ts';
import { type ControlFault, readControl } from './control.ts';

/** The exchange that served this page: its addresses, its public stream, and its clock. */

export const REST_URL = `${location.origin}/v1`;
export const WS_URL = `${location.origin.replace(/^http/, 'ws')}/v1/ws`;
/** Nothing is signed with it: public data asks for no key, and the client for one. */
const NO_KEY = `0x${'1'.padStart(64, '0')}`;
const CLOCK_EVERY_MS = 1_000;
/** Progress of an advance is worth a look more often. */
const ADVANCE_EVERY_MS = 200;

export interface Connection {
  readonly state: 'opening' | 'live' | 'lost';
  readonly problem?: string;
}

export interface Clock {
  /** Exchange time, Unix milliseconds; 0 until it is known. */
  readonly now: number;
  readonly mode: 'live' | 'manual' | 'unknown';
  /** Exchange milliseconds per wall millisecond that a live clock is set to, and what it reached over five seconds. */
  readonly speed: number;
  readonly achievedSpeed?: number | null;
  /** When the next timer of the exchange is due. */
  readonly nextDue?: number | null;
  /** The advance that runs. */
  readonly advancing?: { readonly from: number; readonly to: number } | null;
}

export const connection = signal<Connection>({ state: 'opening' });
export const clock = signal<Clock>({ now: 0, mode: 'unknown', speed: 1 });

/** What the control plane says against the console; null while it responds. */
export const controlFault = signal<ControlFault | null>(null);

/** Counts the connections after the first: what was read before one may be of another exchange, or of another past. */
export const lives = signal(0);

/** Which exchange responds, as its control plane says. */
export interface Identity {
  readonly seed: string;
  readonly world: string;
}

let known: Identity | undefined;

/** The exchange that has taken the place of another one since the page was opened, until the reader has seen it. */
export const replaced = signal<{ readonly was: Identity; readonly is: Identity } | null>(null);

/** The public stream, which opens itself again when it is lost. */
export const stream = new StreamClient({ wsUrl: WS_URL, privateKey: NO_KEY, subAccountId: '0' });

/** Follows the state of the connection and the clock, from the start of the page to its end. */
export function followExchange(): void {
  stream.on('connected', () => {
    connection.value = { state: 'live' };
  });
  stream.on('reconnected', () => {
    connection.value = { state: 'live' };
    lives.value += 1;
    void readIdentity();
  });
  stream.on('disconnected', ({ reason }) => {
    connection.value = { state: 'lost', ...(reason !== '' && { problem: reason }) };
  });
  // Opens the connection, so that a page which follows nothing shows its state too.
  stream.getExchangeStatus().catch((error: unknown) => {
    connection.value = { state: 'lost', problem: error instanceof Error ? error.message : String(error) };
  });
  void readIdentity();
  void keepClock();
}

/** Compares the exchange that responds with the one before. Without a control plane nobody says which one it is. */
async function readIdentity(): Promise<void> {
  const read = await readControl<Identity>('/state');
  if ('error' in read) return;
  const { seed, world } = read.value;
  if (known && (known.seed !== seed || known.world !== world)) replaced.value = { was: known, is: { seed, world } };
  known = { seed, world };
}

/** Loads the page again, which connects at once. */
export const retryNow = (): void => location.reload();

/** Reads the clock now. Without a control plane the console shows none. */
export async function readClock(): Promise<void> {
  const read = await readControl<Clock>('/clock');
  controlFault.value = 'error' in read ? read.error : null;
  if ('value' in read) clock.value = read.value;
}

async function keepClock(): Promise<void> {
  await readClock();
  setTimeout(() => void keepClock(), clock.value.advancing ? ADVANCE_EVERY_MS : CLOCK_EVERY_MS);
}
