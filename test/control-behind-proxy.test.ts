import { afterEach, expect, test } from 'vitest';
import { Child } from './child.ts';
import { BIN } from './kept-server.ts';
import { describeWith } from './needs.ts';
import { NginxProxy } from './nginx-proxy.ts';

// A reverse proxy on the machine of the server makes every client look like one of this machine. As it comes, nginx adds no header
// that would show it, and passes on the address it was given as Host. So a token that is set counts on loopback too.

const TOKEN = 'correct-horse-battery';
const WITH_TOKEN = { authorization: `Bearer ${TOKEN}` };
const JSON_TYPE = { 'content-type': 'application/json' };

describeWith(['nginx'], 'behind nginx', () => {
  const children: Child[] = [];
  const proxies: NginxProxy[] = [];

  afterEach(async () => {
    for (const proxy of proxies.splice(0)) await proxy.stop();
    for (const child of children.splice(0)) {
      child.kill();
      await child.exit();
    }
  });

  /** @returns origin of the server, and of a proxy in front of it */
  async function behindProxy(flags: readonly string[], settings?: readonly string[]) {
    const child = new Child([BIN, 'serve', '--port', '0', '--world', 'quiet', '--clock', 'manual', '--json', ...flags]);
    children.push(child);
    const [line = ''] = await child.lines(1);
    const { restUrl } = JSON.parse(line) as { restUrl: string };
    const { origin } = new URL(restUrl);
    const proxy = await NginxProxy.start(origin, settings);
    proxies.push(proxy);
    return { direct: origin, proxied: proxy.origin };
  }

  const advance = (origin: string, headers: Record<string, string>): Promise<Response> =>
    fetch(`${origin}/sim/v1/clock/advance`, {
      method: 'POST',
      headers: { ...JSON_TYPE, ...headers },
      body: '{"ms":1000}',
    });
  const digest = async (origin: string): Promise<unknown> =>
    (await fetch(`${origin}/sim/v1/digest`, { headers: WITH_TOKEN })).json();

  test('with a token, no route of the control plane responds through a plain proxy without it', async () => {
    const { direct, proxied } = await behindProxy(['--control-token', TOKEN]);
    const before = await digest(direct);
    const document = (await (await fetch(`${direct}/sim/v1/openapi.json`, { headers: WITH_TOKEN })).json()) as {
      paths: Record<string, Record<string, unknown>>;
    };
    const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => [method.toUpperCase(), path.replaceAll(/[{}]/g, '')] as const),
    );
    expect(routes.length).toBeGreaterThan(40);
    for (const [method, path] of [...routes, ['GET', '/openapi.json'] as const, ['GET', '/nowhere'] as const]) {
      for (const origin of [proxied, direct]) {
        const response = await fetch(`${origin}/sim/v1${path}`, {
          method,
          ...(method === 'POST' && { headers: JSON_TYPE, body: '{}' }),
        });
        expect([method, path, response.status]).toEqual([method, path, 401]);
        expect(await response.json()).toEqual({
          error: {
            code: 'UNAUTHORIZED',
            field: 'authorization',
            message:
              'this server was started with a control token: send "Authorization: Bearer <token>" (perpsim: --control-token or PERPSIM_CONTROL_TOKEN)',
          },
        });
      }
    }
    expect(await digest(direct)).toEqual(before);
  });

  test('with the token, a client of the proxy steers; the public API needs none', async () => {
    const { proxied } = await behindProxy(['--control-token', TOKEN]);
    expect((await advance(proxied, { authorization: 'Bearer wrong-wrong-wrong' })).status).toBe(401);
    expect((await advance(proxied, WITH_TOKEN)).status).toBe(200);
    const response = await fetch(`${proxied}/v1/exchange/status`);
    expect(response.status).toBe(200);
  });

  test.each(['X-Forwarded-For $proxy_add_x_forwarded_for', 'Forwarded "for=$remote_addr"'])(
    'without a token, a proxy that sets %s is refused and a direct call is not',
    async (header) => {
      const { direct, proxied } = await behindProxy([], [`proxy_set_header ${header};`]);
      const before = await digest(direct);
      const refused = await advance(proxied, {});
      expect(refused.status).toBe(403);
      expect(await refused.json()).toMatchObject({
        error: { code: 'FORBIDDEN', field: header.split(' ')[0]?.toLowerCase() },
      });
      expect(await digest(direct)).toEqual(before);
      expect((await advance(direct, {})).status).toBe(200);
    },
  );

  test('without a token, a proxy that passes its own name on as Host is refused', async () => {
    const { proxied } = await behindProxy([], ['proxy_set_header Host sim.example;']);
    expect((await advance(proxied, {})).status).toBe(403);
  });
});
