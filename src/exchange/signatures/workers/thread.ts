import { Worker } from 'node:worker_threads';
import { threadModule } from '../../package-root.ts';

/** What a worker says once it can check. */
export const READY = 'ready';

/** A thread that checks signatures. Results come in the order of the messages. */
export interface SignatureThread {
  post(checks: Uint8Array): void;
  /** Whether the process has to stay for a result. */
  awaits(isAwaited: boolean): void;
  /** Ends it at once. */
  stop(): Promise<unknown>;
}

export interface ThreadEvents {
  readonly ready: () => void;
  readonly recovered: (wallets: Uint8Array) => void;
  /** It has ended, whoever asked for that; nothing comes from it any more. */
  readonly ended: (why: string) => void;
}

export type StartThread = (events: ThreadEvents) => SignatureThread;

/** Starts a worker thread of this process. */
export const startWorkerThread: StartThread = ({ ready, recovered, ended }) => {
  const { module, execArgv } = threadModule(import.meta.url, 'signature-worker.js');
  const worker = new Worker(module, { name: 'signatures', ...(execArgv && { execArgv: [...execArgv] }) });
  let why = '';
  worker.on('message', (said: typeof READY | Uint8Array) => (said === READY ? ready() : recovered(said)));
  worker.on('error', (error: Error) => {
    why = error.message;
  });
  worker.on('exit', (code) => ended(why || `it exited with code ${code}`));
  return {
    post: (checks) => worker.postMessage(checks),
    awaits: (isAwaited) => (isAwaited ? worker.ref() : worker.unref()),
    stop: () => worker.terminate(),
  };
};
