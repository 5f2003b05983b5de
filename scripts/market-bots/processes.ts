import { type ChildProcess, fork } from 'node:child_process';
import { basename } from 'node:path';
import { build } from 'esbuild';

export interface Work<Task> {
  /** The source of a worker: it receives tasks as messages and sends one message back for each. */
  readonly worker: string;
  readonly tasks: readonly Task[];
  /** Processes that work at a time. */
  readonly processes: number;
  /** Ends the processes; what is done by then counts. */
  readonly signal: AbortSignal;
}

/**
 * Shares tasks out among processes that run a bundled worker, and returns the results in the order in which they end.
 *
 * @param progress - gets all results so far whenever there is another one
 * @throws Error when a process ends before its work, unless the signal has ended it
 */
export async function shareOut<Task extends object, Result>(
  { worker, tasks, processes, signal }: Work<Task>,
  progress: (done: readonly Result[]) => void,
): Promise<Result[]> {
  const bundle = `dist/market-bots/${basename(worker, '.ts')}.js`;
  await build({
    entryPoints: [worker],
    outfile: bundle,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
  });
  const waiting = [...tasks];
  const done: Result[] = [];
  const failed = new AbortController();
  const ended = AbortSignal.any([signal, failed.signal]);
  const give = (child: ChildProcess): void => {
    const task = ended.aborted ? undefined : waiting.shift();
    if (task) child.send(task);
    else child.disconnect();
  };
  const oneProcess = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const child = fork(bundle, { signal: ended, execArgv: [] });
      const fail = (error: Error): void => {
        if (ended.aborted) return resolve();
        reject(error);
        failed.abort();
      };
      child.on('message', (result: Result) => {
        done.push(result);
        progress(done);
        if (child.connected) give(child);
      });
      child.on('error', fail);
      child.on('exit', (code) => (code === 0 ? resolve() : fail(new Error(`a worker ended with ${String(code)}`))));
      give(child);
    });
  await Promise.all(Array.from({ length: Math.min(processes, tasks.length) }, oneProcess));
  return done;
}
