import { type CliHost, type HostStream, type StopSignal, withHost } from '../exchange/host.ts';
import { COMMANDS } from './commands.ts';
import type { ExitCode } from './define.ts';
import { runProgram } from './program.ts';

/** What a call of perpsim reads in place of the process. */
export interface MainOptions {
  /** What stands in standard input. */
  readonly stdin?: string;
  readonly stdout: HostStream;
  readonly stderr: HostStream;
  /** Variables of the environment; nothing of the process is added. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that relative names of files start from. */
  readonly cwd: string;
  /** Asks the command to stop, as SIGTERM does, or SIGINT where that is the reason of the abort. */
  readonly signal?: AbortSignal;
}

/**
 * Runs `perpsim` inside this process, beside other calls of it: the same commands, texts and exit codes as the program. A command
 * that listens to no signal runs to its end also when it is aborted.
 *
 * @param argv - what follows `perpsim` on the command line
 * @returns the exit code, once the command has ended
 */
export function main(argv: readonly string[], { signal, stdin = '', ...given }: MainOptions): Promise<ExitCode> {
  const onStop: CliHost['onStop'] = (listener, { signals = ['SIGINT', 'SIGTERM'] } = {}) => {
    const onAbort = (): void => {
      const asked = stopSignalOf(signal?.reason);
      if (signals.includes(asked)) listener(asked);
    };
    // Later, because the caller does not have the way out yet.
    if (signal?.aborted) queueMicrotask(onAbort);
    signal?.addEventListener('abort', onAbort, { once: true });
    return () => signal?.removeEventListener('abort', onAbort);
  };
  return withHost({ ...given, stdin: () => stdin, onStop }, () => runProgram(argv, COMMANDS));
}

const stopSignalOf = (reason: unknown): StopSignal => (reason === 'SIGINT' ? 'SIGINT' : 'SIGTERM');
