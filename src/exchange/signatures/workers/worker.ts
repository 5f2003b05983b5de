import { parentPort } from 'node:worker_threads';
import { invariant } from '../../../kernel/errors.ts';
import { loadWalletRecovery } from '../signature.ts';
import { READY } from './thread.ts';

// A worker thread that recovers the wallets behind signatures: checks come in one message, their wallets go in the next.
invariant(parentPort, 'a worker of signatures runs on a thread of its own');
const port = parentPort;
const recoverWallets = await loadWalletRecovery();
port.on('message', (checks: Uint8Array) => port.postMessage(recoverWallets(checks)));
port.postMessage(READY);
