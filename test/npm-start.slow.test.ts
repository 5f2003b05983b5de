import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** npm looks at the build before it starts the program. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));

test.each([
  ['npm start', ['npm', 'start', '--silent', '--']],
  ['npx perpsim serve', ['npx', '--no-install', 'perpsim', 'serve']],
])(
  'SIGTERM to %s ends the server: both processes are gone and the port is closed',
  async (_what, [program = '', ...words]) => {
    const args = [...words, '--port', '0', '--world', 'quiet', '--json'];
    const npm = spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
    npm.stdout.setEncoding('utf8');
    let printed = '';
    while (!printed.endsWith('}\n')) printed += String((await once(npm.stdout, 'data'))[0]);
    const { restUrl, pid } = JSON.parse(printed) as { restUrl: string; pid: number };
    expect((await fetch(`${new URL(restUrl).origin}/readyz`)).status).toBe(200);
    expect(pid).not.toBe(npm.pid);

    // The server holds the pipe as well, so it closes when both processes have ended.
    const closed = once(npm.stdout, 'close');
    npm.kill('SIGTERM');
    await closed;
    await expect(fetch(`${new URL(restUrl).origin}/readyz`)).rejects.toThrow('fetch failed');
  },
);
