/** How often a program that npm has started looks whether its shell is still there. */
const LOOK_EVERY_MS = 200;

/** Resolves on the first signal, or when npm, which had started it, was ended. The second signal does not wait for anything. */
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
    if (isRunByNpm(process.env)) onceOrphaned(resolve);
  });
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

function onceOrphaned(resolve: () => void): void {
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    resolve();
  }, LOOK_EVERY_MS);
  looking.unref();
}
