import { createExchange } from '../../src/index.ts';
import { rowsOf, rowsOfResponse, type Schema } from '../../src/contract/documents/schema-rows.ts';
import { CONTROL_PREFIX, createControlPlane } from '../../src/exchange/control/control-plane.ts';
import { controlOpenApi } from '../../src/exchange/control/openapi.ts';
import { CONTROL_ROUTES } from '../../src/exchange/control/routes.ts';
import { fieldTable } from './field-table.ts';
import { block, code, parts, plainText, received } from './markdown.ts';
import type { SitePage } from './page.ts';

/** The parts of an operation that a page shows. */
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly { readonly name: string; readonly required: boolean; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content: Content }>>;
}
type Content = Readonly<Record<string, { readonly schema: Schema }>>;

interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly operation: Operation;
}

interface Sample {
  readonly request: string;
  readonly status: number;
  readonly response: unknown;
}

/** Routes that stand on one page, by the first part of their path; a part that is not here has a page of its own. */
const PAGES: Readonly<Record<string, string>> = {
  branches: 'snapshots',
  moment: 'snapshots',
  timeline: 'log',
  tier: 'accounts',
  referrals: 'accounts',
  managers: 'accounts',
  deposit: 'accounts',
  withdrawals: 'accounts',
  cancelOnDisconnect: 'accounts',
  records: 'faults',
  status: 'market',
  digest: 'state',
  ledger: 'state',
  journal: 'state',
  reset: 'state',
  library: 'jobs',
};

const WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const ACCOUNT = '1867542890123456789';

/** Requests that are sent in this order to one exchange: bodies of POST routes, and GET routes whose path needs values. */
const SAMPLES: readonly [route: string, request: { readonly path?: string; readonly body?: object }][] = [
  ['POST /clock/mode', { body: { mode: 'manual' } }],
  ['POST /snapshots', { body: { name: 'before' } }],
  ['POST /clock/advance', { body: { ms: 60_000 } }],
  ['POST /clock/advanceTo', { body: { time: 1_767_571_320_000 } }],
  ['POST /clock/cancel', { body: {} }],
  ['GET /clock', {}],
  ['POST /deposit', { body: { subAccountId: ACCOUNT, asset: 'USDT', amount: '10000' } }],
  ['POST /prices/move', { body: { symbol: 'BTC-USDT', price: '94000' } }],
  ['POST /prices/pin', { body: { symbol: 'BTC-USDT', price: '94000' } }],
  ['POST /prices/stop', { body: { symbol: 'BTC-USDT' } }],
  ['POST /prices/release', { body: { symbol: 'BTC-USDT' } }],
  ['POST /prices/mark', { body: { symbol: 'ETH-USDT', price: '3310' } }],
  ['POST /prices/collateral', { body: { asset: 'WETH', peg: '0.98' } }],
  ['POST /whitelist', { body: { wallet: WALLET, whitelisted: true } }],
  ['POST /tier', { body: { wallet: WALLET, tierId: 'tier_1' } }],
  ['POST /referrals', { body: { wallet: WALLET, code: 'FRIEND', discount: '0.9' } }],
  ['POST /managers', { body: { owner: WALLET, manager: '0x90F79bf6EB2c4f870365E785982E1f101E93b906', action: 'add' } }],
  ['POST /withdrawals/next', { body: { subAccountId: ACCOUNT, outcome: 'failed' } }],
  ['POST /cancelOnDisconnect', { body: { subAccountId: ACCOUNT, enabled: true } }],
  ['POST /accounts', { body: { wallet: WALLET, name: 'hedge' } }],
  ['POST /market', { body: { symbol: 'SOL-USDT', status: 'close_only' } }],
  ['POST /status', { body: { status: 'running' } }],
  [
    'POST /faults',
    { body: { rules: [{ match: { action: 'placeOrders' }, effect: { kind: 'replyLost' }, times: 1 }] } },
  ],
  ['GET /faults', {}],
  ['POST /faults/clear', { body: {} }],
  ['GET /records', {}],
  ['GET /latency', {}],
  ['GET /snapshots', {}],
  ['POST /snapshots/{name}/revert', { path: '/snapshots/before/revert', body: {} }],
  ['GET /state', {}],
  ['GET /digest', {}],
  ['GET /ledger', {}],
  ['GET /accounts', {}],
  ['GET /why/margin/{subAccountId}', { path: `/why/margin/${ACCOUNT}` }],
  ['GET /why/refusals', {}],
  ['GET /why/liquidations', {}],
  ['POST /reset', { body: {} }],
];

/** One page for each part of the control plane. */
export async function controlPages(version: string): Promise<SitePage[]> {
  const samples = await samplesOf(version);
  const document = controlOpenApi(CONTROL_ROUTES, CONTROL_PREFIX, version) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  };
  const routes: Route[] = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase() as Route['method'],
      path,
      operation,
    })),
  );
  const names = [...new Set(routes.map(pageName))];
  return names.map((name) => {
    const own = routes.filter((route) => pageName(route) === name);
    const text = parts(
      `# ${titleOf(name)}`,
      `Routes of the control plane below \`${CONTROL_PREFIX}\`, open to this machine or, where \`--control-token\` is set, to holders of the token only. [Recipes](/guides/control), [every command](/cli/).`,
      ...own.flatMap((route) => sectionOf(route, samples.get(keyOf(route)))),
    );
    const summary = own.map(({ operation }) => operation.summary).join('; ');
    return { kind: 'control', path: `control/${name}`, name: titleOf(name), group: 'Routes', summary, text } as const;
  });
}

const keyOf = ({ method, path }: Route): string => `${method} ${path}`;

function pageName({ path }: Route): string {
  const [, first = ''] = path.split('/');
  return PAGES[first] ?? first;
}

const titleOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

function sectionOf(route: Route, sample: Sample | undefined): string[] {
  const { method, path, operation } = route;
  const parameters = operation.parameters ?? [];
  const body = operation.requestBody?.content['application/json']?.schema;
  const [kind, content] = Object.entries(operation.responses['200']?.content ?? {})[0] ?? ['', { schema: {} }];
  const fields = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
  const required = parameters.filter((each) => each.required).map(({ name }) => name);
  const failures = Object.entries(operation.responses).filter(([status]) => status !== '200');
  return [
    `## ${method} ${path}`,
    `${plainText(operation.summary)}.`,
    ...(parameters.length > 0 ? ['Path and query:', fieldTable(rowsOf({ properties: fields, required }))] : []),
    ...(body && Object.keys(body.properties ?? {}).length > 0 ? ['Body:', fieldTable(rowsOf(body))] : []),
    ...(Object.keys(content.schema).some((key) => ['properties', 'items', 'anyOf'].includes(key))
      ? [`Response${kind.includes('ndjson') ? ', for each line' : ''}:`, fieldTable(rowsOfResponse(content.schema))]
      : []),
    ...(sample ? [block('json', sample.request), ...received('json', sample.response, `${sample.status}\n`)] : []),
    `Errors: ${failures.map(([status, { description }]) => `${code(status)} ${plainText(description)}`).join('; ')}.`,
  ];
}

/** Sends the samples to an exchange of this process. */
async function samplesOf(version: string): Promise<ReadonlyMap<string, Sample>> {
  const exchange = await createExchange({ seed: 7, world: 'quiet', clock: 'manual' });
  const plane = createControlPlane(exchange, { boundHost: '127.0.0.1', token: null, version });
  const samples = new Map<string, Sample>();
  try {
    await exchange.client(0).placeOrders([{ symbol: 'BTC-USDT', side: 'buy', orderType: 'market', quantity: '0.1' }]);
    for (const [route, { path = route.split(' ')[1] ?? '', body }] of SAMPLES) {
      const [method = ''] = route.split(' ');
      const request = {
        method,
        path: `${CONTROL_PREFIX}${path}`,
        headers: { host: '127.0.0.1:8700', ...(body && { 'content-type': 'application/json' }) },
        body: new TextEncoder().encode(body ? JSON.stringify(body) : ''),
        ip: '127.0.0.1',
      };
      const response = await plane.handle(request);
      if (response === undefined || !('body' in response) || response.status !== 200)
        throw new Error(`the sample of ${route} got ${JSON.stringify(response)}`);
      const sent = `${method} ${CONTROL_PREFIX}${path}${body ? `\n${JSON.stringify(body, null, 2)}` : ''}`;
      samples.set(route, { request: sent, status: response.status, response: JSON.parse(response.body) });
    }
    return samples;
  } finally {
    await exchange.close();
  }
}
