import { signal } from '@preact/signals';
import { call } from './calls.ts';
import { type ControlFault } from './control.ts';
import { clock } from './exchange.ts';

/**
 * Snapshots that are asked for while the exchange advances. It takes none then, so they wait here for the end of the advance,
 * whichever page is open meanwhile.
 */

/** What the control plane says while the exchange advances. */
const IS_ADVANCING = 'SERVICE_UNAVAILABLE';

/** The names of the snapshots that wait, in the order they were asked for; empty for the next free name. */
export const waitingSnapshots = signal<readonly string[]>([]);

/** Why a snapshot was refused for good; null for none. */
export const saveFault = signal<ControlFault | null>(null);

/** Counts the snapshots that were taken, so that a list knows when to read again. */
export const savedSnapshots = signal(0);

let isSaving = false;

/** Takes a snapshot now, or when the advance that goes on is over. */
export async function saveSnapshot(name: string): Promise<void> {
  saveFault.value = null;
  waitingSnapshots.value = [...waitingSnapshots.value, name];
  await saveWaiting();
}

async function saveWaiting(): Promise<void> {
  if (isSaving || clock.value.advancing) return;
  isSaving = true;
  for (let [name] = waitingSnapshots.value; name !== undefined; [name] = waitingSnapshots.value) {
    const response = await call('/snapshots', name === '' ? {} : { name });
    // An advance has begun since: the clock says when it is over.
    if ('error' in response && response.error.code === IS_ADVANCING) break;
    waitingSnapshots.value = waitingSnapshots.value.slice(1);
    if ('error' in response) saveFault.value = response.error;
    else savedSnapshots.value += 1;
  }
  isSaving = false;
}

clock.subscribe(({ advancing }) => {
  if (!advancing && waitingSnapshots.peek().length > 0) void saveWaiting();
});
