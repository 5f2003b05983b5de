import { expect, test } from 'vitest';
import { CONTROL_COMMANDS } from '../../contract/control.ts';
import { useControlPlane } from './control-plane.test-helper.ts';
import { CONTROL_ROUTES } from './routes.ts';

const { get } = useControlPlane();

test('describes every route of the table and no other', async () => {
  const { status, body } = await get('/openapi.json');
  expect(status).toBe(200);
  expect(body['openapi']).toBe('3.1.0');
  const documented = Object.entries(body['paths'] as Record<string, object>).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const routes = CONTROL_ROUTES.map(({ method, path }) => `${method} ${path}`);
  expect(documented.toSorted()).toEqual(routes.toSorted());
  const commands = Object.values(CONTROL_COMMANDS).map(({ path }) => `POST ${path}`);
  expect(documented.filter((route) => commands.includes(route))).toHaveLength(commands.length);
  expect(documented.filter((route) => !commands.includes(route))).toEqual([
    'GET /clock',
    'POST /clock/advance',
    'POST /clock/advanceTo',
    'POST /clock/cancel',
    'POST /clock/step',
    'POST /clock/mode',
    'POST /clock/speed',
    'GET /latency',
    'GET /provenance',
    'POST /provenance',
    'GET /book',
    'GET /accounts',
    'POST /accounts',
    'GET /digest',
    'GET /ledger',
    'GET /journal',
    'GET /log',
    'GET /log/{input}',
    'GET /timeline',
    'GET /moment',
    'POST /moment/branch',
    'POST /moment/again',
    'GET /branches/{port}/parting',
    'POST /faults',
    'GET /faults',
    'POST /faults/clear',
    'POST /records',
    'GET /records',
    'GET /snapshots',
    'POST /snapshots',
    'GET /snapshots/{name}',
    'GET /snapshots/{name}/compare',
    'POST /snapshots/{name}/revert',
    'POST /snapshots/{name}/delete',
    'POST /snapshots/{name}/branch',
    'GET /branches',
    'POST /branches/{port}/end',
    'GET /library/scenarios',
    'GET /library/features',
    'GET /jobs',
    'POST /jobs',
    'GET /jobs/{job}',
    'POST /jobs/{job}/cancel',
    'GET /jobs/{job}/report',
    'POST /jobs/{job}/open',
    'GET /why',
    'GET /why/refusals',
    'GET /why/refusal/{requestId}',
    'POST /why/signature',
    'GET /why/signature/{requestId}',
    'GET /why/margin/{subAccountId}',
    'GET /why/order/{orderId}',
    'GET /why/funding/{paymentId}',
    'GET /why/liquidations',
    'GET /why/liquidation/{number}',
    'GET /why/adl/{tradeId}',
    'GET /state',
    'POST /reset',
  ]);
});
