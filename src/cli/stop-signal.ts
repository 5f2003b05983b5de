/** How often a program that npm has started looks whether its shell is still there. */
const LOOK_EVERY_MS = 200;

/** Resolves on the first signal, or when `npm start` was ended. The second signal does not wait for anything. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    const onSignal = (): void => {
      if (asked) process.exit(130);
      asked = true;
      resolve();
    };
    process.on('SIGINT', onSignal);
    process.on('SIGTERM', onSignal);
    if (isNpmStart(process.env)) onceOrphaned(resolve);
  });
}

/**
 * npm runs a script in a shell and passes its signals to that shell, and a shell such as dash ends without passing them on. The
 * program would go on without a parent, and keep the port. Only `npm start` of this package counts: a program that a script of
 * another package leaves in the background outlives its shell on purpose.
 */
const isNpmStart = ({ npm_lifecycle_event: event, npm_package_name: name }: NodeJS.ProcessEnv): boolean =>
  event === 'start' && name === 'perpsim';

function onceOrphaned(resolve: () => void): void {
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    resolve();
  }, LOOK_EVERY_MS);
  looking.unref();
}
