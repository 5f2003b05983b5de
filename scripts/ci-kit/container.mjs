/** The image, built and run with Docker. */
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const TAG = 'perpsim:image-check';
const HEALTHY_WITHIN_MS = 60_000;

/** Whether there is a Docker daemon to ask. */
export const hasDocker = () => spawnSync('docker', ['info'], { stdio: 'ignore', timeout: 20_000 }).status === 0;

const docker = (...args) =>
  execFileSync('docker', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();

/**
 * Builds the image, starts it, waits until it is healthy, and stops it.
 * @param {string} root
 * @param {(what: string, holds: boolean) => void} expect
 */
export async function checkContainer(root, expect) {
  docker('build', '--quiet', '--tag', TAG, root);
  const bytes = Number(docker('image', 'inspect', '--format', '{{.Size}}', TAG));
  console.log(`image ${Math.round(bytes / 1e6)} MB`);
  const port = await freePort();
  const started = performance.now();
  const id = docker('run', '--detach', '--publish', `127.0.0.1:${port}:8700`, TAG);
  try {
    const listens = await until(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok);
    console.log(`ready after ${Math.round(performance.now() - started)} ms`);
    expect('the container responds at its port', listens);
    const health = () => docker('inspect', '--format', '{{.State.Health.Status}}', id) === 'healthy';
    expect('its health check passes', await until(() => Promise.resolve(health())));
    expect('it does not run as root', docker('exec', id, 'id', '-u') !== '0');
    docker('exec', id, 'node', '/perpsim/bin/perpsim.js', 'conform', 'features/info/getMids.feature', '--quiet');
    expect('it runs the suite', true);
    docker('stop', '--time', '15', id);
    expect('SIGTERM ends it', docker('inspect', '--format', '{{.State.ExitCode}}', id) === '0');
  } finally {
    docker('rm', '--force', id);
  }
}

async function until(holds) {
  const start = performance.now();
  while (performance.now() - start < HEALTHY_WITHIN_MS) {
    if (await holds().catch(() => false)) return true;
    await pause(50);
  }
  return false;
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
