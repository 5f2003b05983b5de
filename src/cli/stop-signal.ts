import { currentHost } from '../exchange/host.ts';

/** How often a program that npm has started looks whether its shell is still there. */
const LOOK_EVERY_MS = 200;

/**
 * Does work that a signal stops. The second signal does not wait for anything.
 *
 * @param work - gets what resolves on the first signal, or when npm, which had started the program, was ended
 */
export async function untilStopped<T>(work: (stopped: Promise<void>) => Promise<T>): Promise<T> {
  const { env, onStop } = currentHost();
  let stop: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  const release = onStop(() => stop());
  const looking = isRunByNpm(env) ? onceOrphaned(stop) : undefined;
  try {
    return await work(stopped);
  } finally {
    clearInterval(looking);
    release();
  }
}

/**
 * npm runs a script, and npx a program, in a shell. It passes its signals to that shell, and a shell such as dash ends without
 * passing them on. The program would go on without a parent, and keep the port. Only `npm start` of this package and
 * `npx perpsim` count: a program that another script leaves in the background outlives its shell on purpose.
 */
const isRunByNpm = (environment: NodeJS.ProcessEnv): boolean =>
  environment['npm_lifecycle_event'] === 'start'
    ? environment['npm_package_name'] === 'perpsim'
    : environment['npm_lifecycle_event'] === 'npx' &&
      /^(["']?)perpsim\1$/.test(environment['npm_lifecycle_script'] ?? '');

function onceOrphaned(stop: () => void): NodeJS.Timeout {
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid !== parent) stop();
  }, LOOK_EVERY_MS);
  return looking.unref();
}
