import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNginx } from '../scripts/programs.ts';

/** A reverse proxy as people put it in front of a server: an nginx on a free port of this machine. */
export class NginxProxy {
  readonly origin: string;
  readonly #folder: string;
  readonly #process: ChildProcess;

  private constructor(origin: string, folder: string, process: ChildProcess) {
    this.origin = origin;
    this.#folder = folder;
    this.#process = process;
  }

  /**
   * Starts it, and waits until it listens.
   *
   * @param upstream - origin that everything is passed to
   * @param settings - lines of the `location`, such as `proxy_set_header X-Forwarded-For $remote_addr;`
   */
  static async start(upstream: string, settings: readonly string[] = []): Promise<NginxProxy> {
    const program = findNginx();
    if (program === undefined) throw new Error('nginx is not installed on this machine');
    const folder = mkdtempSync(join(tmpdir(), 'perpsim-nginx-'));
    const port = await freePort();
    writeFileSync(join(folder, 'nginx.conf'), configOf(folder, port, upstream, settings));
    const child = spawn(program, ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const proxy = new NginxProxy(`http://127.0.0.1:${port}`, folder, child);
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    while (child.exitCode === null) {
      // Responds itself, whatever is behind it.
      const isUp = await fetch(`${proxy.origin}/nginx-is-up`).then(
        ({ status }) => status === 204,
        () => false,
      );
      if (isUp) return proxy;
    }
    throw new Error(`nginx ended with ${child.exitCode}: ${said}`);
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      const ended = once(this.#process, 'exit');
      this.#process.kill('SIGTERM');
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const configOf = (folder: string, port: number, upstream: string, settings: readonly string[]): string => `
daemon off;
master_process off;
pid ${folder}/pid;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    location = /nginx-is-up { return 204; }
    location / {
      proxy_pass ${upstream};
      proxy_http_version 1.1;
      ${settings.join('\n      ')}
    }
  }
}
`;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
