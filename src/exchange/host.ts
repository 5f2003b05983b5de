import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Writable } from 'node:stream';

/** Signals that ask a command to stop. */
export type StopSignal = 'SIGINT' | 'SIGTERM';
const STOP_SIGNALS: readonly StopSignal[] = ['SIGINT', 'SIGTERM'];

/** Where text goes: a stream of the process, or any other writable. */
export interface HostStream extends Writable {
  /** The descriptor behind it; a stream inside the process has none. */
  readonly fd?: number;
  readonly isTTY?: boolean;
  /** Of a terminal. */
  readonly columns?: number;
}

export interface StopOptions {
  /** Those that it answers to; without it both. */
  readonly signals?: readonly StopSignal[];
  /** Calls the listener for each signal; without it a second one ends the process with exit code 130 at once. */
  readonly eachTime?: boolean;
}

/**
 * What a command reads of the process that it runs in. A program has one; commands that are called in process have one each, so that
 * they run side by side.
 */
export interface CliHost {
  /** Reads standard input to its end, as text. */
  readonly stdin: () => string;
  readonly stdout: HostStream;
  readonly stderr: HostStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that relative names of files start from. */
  readonly cwd: string;
  /** Calls back when the command is asked to stop. Returns how to listen no longer. */
  readonly onStop: (listener: (signal: StopSignal) => void, options?: StopOptions) => () => void;
}

/** The process itself. Streams are opened by their first use, which a quiet start does not pay for. */
const PROCESS: CliHost = {
  stdin: () => readFileSync(0, 'utf8'),
  get stdout() {
    return process.stdout;
  },
  get stderr() {
    return process.stderr;
  },
  get env() {
    return process.env;
  },
  get cwd() {
    return process.cwd();
  },
  onStop: (listener, { signals = STOP_SIGNALS, eachTime = false } = {}) => {
    let isAsked = false;
    const onSignal = (signal: StopSignal): void => {
      if (isAsked && !eachTime) process.exit(130);
      isAsked = true;
      listener(signal);
    };
    const listeners = signals.map((signal) => [signal, () => onSignal(signal)] as const);
    for (const [signal, listen] of listeners) process.on(signal, listen);
    return () => {
      for (const [signal, listen] of listeners) process.off(signal, listen);
    };
  },
};

/**
 * The host of the command under way. It travels with the asynchronous work and not as a parameter, because the places that need it, such
 * as the log and the names of world files, lie far below the command, behind calls that are none of its business. The process itself is
 * not kept here: following asynchronous work costs time in each promise, which only runs side by side have to pay.
 */
const hosts = new AsyncLocalStorage<CliHost>();

/** The host of the command under way; outside of one, the process. */
export const currentHost = (): CliHost => hosts.getStore() ?? PROCESS;

/** Does work, and all that it starts, on a host of its own. */
export const withHost = <T>(host: CliHost, work: () => Promise<T>): Promise<T> => hosts.run(host, work);

/** The absolute name of a file or folder that the user has named. */
export const fromCwd = (name: string): string => resolve(currentHost().cwd, name);

/**
 * A file or folder that the user has named, as this process opens it. On the process itself it is the name that was given, which the
 * errors of the system then show.
 */
export const onDisk = (name: string): string => (hosts.getStore() ? fromCwd(name) : name);
